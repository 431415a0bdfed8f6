import BenchmarkModel

/// Counts over the measured trials of a case: for the process as a whole, and for each thread of
/// ours.
final class CountingProbe: TrialProbe, @unchecked Sendable {
  /// A thread's own sources and sums; until the thread has ended, no other thread uses them, except
  /// that the leader (the thread that starts and ends trials) ends the sources' turn between
  /// trials.
  private final class ThreadCell {
    var sources: [any CountingSource] = []
    var nanoseconds: UInt64 = 0
    var operations: TurnOperations

    init(turnCount: Int) { operations = TurnOperations(turnCount: turnCount) }
  }

  /// The turn (a set of the processor's events) that a trial counts for the process, and the turn
  /// that it counts for each thread; at least one of the two is `none`.
  struct Phase: Equatable {
    var process = CountingTurn.none
    var threads = CountingTurn.none
  }

  /// The number of turns of the process's events; a thread's events take as many turns.
  let turnCount: Int

  /// The phase is written between trials, while the threads sleep.
  private var phase = Phase()
  private let process: [any CountingSource]
  private let makeThreadSources: @Sendable () -> [any CountingSource]
  private let cells: [ThreadCell]

  /// Makes a probe.
  ///
  /// - Parameters:
  ///   - process: The sources of the process as a whole, which outlive its threads.
  ///   - makeThreadSources: The function that makes a thread's own sources, on that thread.
  init(
    threadCount: Int, process: [any CountingSource],
    makeThreadSources: @escaping @Sendable () -> [any CountingSource]
  ) {
    self.process = process
    self.makeThreadSources = makeThreadSources
    let turnCount = process.map(\.turnCount).max() ?? 0
    self.turnCount = turnCount
    cells = (0..<threadCount).map { _ in ThreadCell(turnCount: turnCount) }
  }

  /// Whether the kernel counted each event of the process for about an equal share of the time.
  var isRotationEven: Bool { process.allSatisfy { $0.isRotationEven } }

  /// Sets the phase of the next trial.
  func enter(_ phase: Phase) {
    self.phase = phase
    for source in process { source.take(phase.process) }
  }

  /// Ends a trial's counting, after the trial's threads have gone to sleep again.
  ///
  /// The events of the next trial must find the processor's counters free: otherwise an event waits
  /// for the kernel's timer.
  func leave() {
    for source in process + cells.flatMap(\.sources) { source.take(.none) }
  }

  func threadStarted(_ thread: Int) { cells[thread].sources = makeThreadSources() }

  func threadPrepares(_ thread: Int) {
    for source in cells[thread].sources { source.take(phase.threads) }
  }

  func trialBegins() { process.forEach { $0.begin() } }

  func threadBegins(_ thread: Int) { cells[thread].sources.forEach { $0.begin() } }

  func threadEnds(_ thread: Int, nanoseconds: UInt64, operations: UInt64) {
    let cell = cells[thread]
    // The source that began last ends first, because the other sources would disturb its counts.
    cell.sources.reversed().forEach { $0.end() }
    cell.nanoseconds += nanoseconds
    cell.operations.add(operations, in: phase.threads)
  }

  func trialEnds() { process.reversed().forEach { $0.end() } }

  /// The rows of the process and of each thread, after every thread has ended.
  func rows(_ pass: CountingPass, operations: TurnOperations) -> [CounterRow] {
    let whole = process.flatMap { $0.results() }
      .map { $0.row(pass, thread: nil, operations: operations[$0.turn]) }
    return cells.enumerated().reduce(into: whole) { rows, entry in
      let (thread, cell) = entry
      let results =
        [EventResult.counted("wall-ns", cell.nanoseconds)] + cell.sources.flatMap { $0.results() }
      rows += results.map {
        $0.row(pass, thread: thread, operations: cell.operations[$0.turn])
      }
    }
  }
}

/// The number of operations done during each turn.
///
/// Adding allocates nothing, because a thread adds in a trial whose allocations may be counted.
struct TurnOperations {
  private var none: UInt64 = 0
  private var rotating: UInt64 = 0
  private var turns: [UInt64]

  /// Makes sums for `turnCount` turns.
  init(turnCount: Int) { turns = [UInt64](repeating: 0, count: turnCount) }

  mutating func add(_ operations: UInt64, in turn: CountingTurn) {
    switch turn {
    case .none: none &+= operations
    case .rotating: rotating &+= operations
    case .one(let turn): turns[turn] &+= operations
    }
  }

  /// The number of operations during a turn; nil stands for all trials.
  subscript(turn: CountingTurn?) -> UInt64 {
    switch turn {
    case nil: turns.reduce(none &+ rotating, &+)
    case .some(.none): none
    case .rotating: rotating
    case .one(let turn): turns[turn]
    }
  }
}
