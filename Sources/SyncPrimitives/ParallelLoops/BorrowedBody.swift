/// A loop's body by its address, for threads and tasks that may live on when the loop has returned.
///
/// What ends an operation or a task may still hold its closure for a moment, and would keep the body
/// itself beyond the call that lent it. An address holds nothing.
@usableFromInline
struct BorrowedBody: @unchecked Sendable {
  private let address: UnsafePointer<@Sendable (Int) -> Void>

  /// Runs `use` with the body's address, which is good until `use` returns.
  @usableFromInline
  static func lend(_ body: @Sendable (Int) -> Void, to use: (BorrowedBody) -> Void) {
    withoutActuallyEscaping(body) { body in
      withUnsafePointer(to: body) { use(BorrowedBody(address: $0)) }
    }
  }

  /// Runs the body for an index; what the call holds of it is given back when it returns.
  @usableFromInline @inline(never)
  func callAsFunction(_ index: Int) { address.pointee(index) }
}
