import BenchmarkModel

/// Counts over the measured trials of a case: for the process as a whole, and for each thread of ours.
final class CountingProbe: TrialProbe, @unchecked Sendable {
  /// A thread's own sources; the thread's alone until it has ended.
  private final class ThreadCell {
    var sources: [any CountingSource] = []
    var nanoseconds: UInt64 = 0
    var operations: UInt64 = 0
  }

  private let process: [any CountingSource]
  private let makeThreadSources: @Sendable () -> [any CountingSource]
  private let cells: [ThreadCell]

  /// Makes a probe.
  ///
  /// - Parameters:
  ///   - process: The sources of the process as a whole, which outlive its threads.
  ///   - makeThreadSources: Makes a thread's own, on that thread.
  init(
    threadCount: Int, process: [any CountingSource],
    makeThreadSources: @escaping @Sendable () -> [any CountingSource]
  ) {
    self.process = process
    self.makeThreadSources = makeThreadSources
    cells = (0..<threadCount).map { _ in ThreadCell() }
  }

  func threadStarted(_ thread: Int) { cells[thread].sources = makeThreadSources() }

  func trialBegins() { process.forEach { $0.begin() } }

  func threadBegins(_ thread: Int) { cells[thread].sources.forEach { $0.begin() } }

  func threadEnds(_ thread: Int, nanoseconds: UInt64, operations: UInt64) {
    let cell = cells[thread]
    // The last to be begun is the first to be ended: it is the one that others would disturb.
    cell.sources.reversed().forEach { $0.end() }
    cell.nanoseconds += nanoseconds
    cell.operations += operations
  }

  func trialEnds() { process.reversed().forEach { $0.end() } }

  /// The rows of all scopes, once every thread has ended.
  func rows(_ pass: CountingPass, operations: UInt64) -> [CounterRow] {
    let whole = process.flatMap { $0.results() }
      .map { $0.row(pass, thread: nil, operations: operations) }
    return cells.enumerated().reduce(into: whole) { rows, entry in
      let (thread, cell) = entry
      let results =
        [EventResult.counted("wall-ns", cell.nanoseconds)] + cell.sources.flatMap { $0.results() }
      rows += results.map { $0.row(pass, thread: thread, operations: cell.operations) }
    }
  }
}
