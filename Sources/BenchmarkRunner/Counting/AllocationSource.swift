import CSyncShims

/// Calls of the allocator, by the preloaded library.
final class AllocationSource: CountingSource {
  /// Whose calls.
  enum Scope {
    /// The calling thread's.
    case thread
    /// Those of all threads of the process.
    case process
  }

  private static let names = ["allocations", "allocated-bytes", "frees"]

  private let thread: Int32?
  private let reader = AllocationReader()
  private var before: AllocationSnapshot?
  private var after: AllocationSnapshot?
  private var sum = AllocationCount()

  init(_ scope: Scope) {
    thread = scope == .thread ? sync_thread_id() : nil
    before = reader?.makeSnapshot()
    after = before
  }

  func begin() {
    guard var snapshot = before else { return }
    before = nil
    reader?.read(into: &snapshot)
    before = snapshot
  }

  func end() {
    guard var snapshot = after, let before else { return }
    after = nil
    reader?.read(into: &snapshot)
    let difference = snapshot.since(before)
    sum = sum + (thread.map { difference.count(of: $0) ?? AllocationCount() } ?? difference.total())
    after = snapshot
  }

  func results() -> [EventResult] {
    guard reader != nil else {
      let reason = "the library that counts them is not preloaded"
      return Self.names.map { .unavailable($0, reason) }
    }
    return zip(Self.names, [sum.allocations, sum.allocatedBytes, sum.frees])
      .map { EventResult.counted($0, $1) }
  }
}
