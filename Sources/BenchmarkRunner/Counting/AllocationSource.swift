import CSyncShims

/// The calls to the allocator, as the preloaded library counts them.
///
/// All memory is made beforehand and all differences are taken at the end, so that the source
/// allocates nothing between a trial's two readings.
final class AllocationSource: CountingSource {
  /// The threads whose calls are counted.
  enum Scope {
    /// The calling thread.
    case thread
    /// All threads of the process.
    case process
  }

  private static let names = ["allocations", "allocated-bytes", "frees"]

  private let thread: Int32?
  private let reader = AllocationReader()
  private var trials: [(before: AllocationSnapshot, after: AllocationSnapshot)]
  private var trial = 0

  /// Makes a source for `count` trials.
  init(_ scope: Scope, trials count: Int) {
    thread = scope == .thread ? sync_thread_id() : nil
    trials = (0..<count).compactMap { [reader] _ in
      reader.map { ($0.makeSnapshot(), $0.makeSnapshot()) }
    }
  }

  func begin() {
    if trials.indices.contains(trial) { reader?.read(into: &trials[trial].before) }
  }

  func end() {
    if trials.indices.contains(trial) { reader?.read(into: &trials[trial].after) }
    trial += 1
  }

  func results() -> [EventResult] {
    guard reader != nil else {
      let reason =
        "\(AllocationLibrary.fileName) is not preloaded: it must lie beside the tool, in a path without spaces "
        + "and colons; `swift build -c release --product SyncbenchAllocations` makes it"
      return Self.names.map { .unavailable($0, reason) }
    }
    let sum = trials.prefix(trial).reduce(AllocationCount()) { sum, trial in
      let difference = trial.after.since(trial.before)
      return sum
        + (thread.map { difference.count(of: $0) ?? AllocationCount() } ?? difference.total())
    }
    return zip(Self.names, [sum.allocations, sum.allocatedBytes, sum.frees])
      .map { EventResult.counted($0, $1) }
  }
}
