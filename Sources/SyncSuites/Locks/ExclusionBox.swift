public import SyncPrimitives

/// Keeps a primitive and what it guards alive, shared and in one place while the threads of a case use
/// them.
@usableFromInline
final class ExclusionBox<Exclusion: MutualExclusion & ~Copyable, Guarded: BitwiseCopyable>: Sendable
{
  @usableFromInline let exclusion: Exclusion
  @usableFromInline let guarded: CacheAligned<Guarded>

  @usableFromInline
  init(_ type: Exclusion.Type, guarding value: Guarded) {
    exclusion = Exclusion()
    guarded = CacheAligned(value)
  }
}

/// A number for each thread of a case, each on a cache line of its own: written by its thread in a trial,
/// read and cleared when all have stopped.
@usableFromInline
final class ThreadNumbers: @unchecked Sendable {
  private let cells: [CacheAlignedNumber]

  @usableFromInline
  init(threads: Int) { cells = (0..<threads).map { _ in CacheAlignedNumber() } }

  @usableFromInline
  func note(_ number: UInt64, thread: Int) { cells[thread].line.pointer.pointee = number }

  /// Each thread's number; then they are 0.
  @usableFromInline
  func take() -> [UInt64] {
    cells.map { cell in
      defer { cell.line.pointer.pointee = 0 }
      return cell.line.pointer.pointee
    }
  }
}

private final class CacheAlignedNumber {
  let line = CacheAligned<UInt64>(0)
}
