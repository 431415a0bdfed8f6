import BenchmarkModel
import CSyncShims
import Testing

@testable import BenchmarkRunner
@testable import SyncSuites

/// Runs cases of the suites in this process, as a worker would, but for a moment only.
enum Trials {
  /// The CPUs that threads are bound to: two, where there are two.
  static let cpus: [Int] = {
    var allowed = [Int32](repeating: 0, count: 65536)
    let found = sync_affinity_get(&allowed, allowed.count)
    return allowed.prefix(max(0, Int(found))).prefix(2).map(Int.init)
  }()

  /// Whether two threads can run at the same time: what excludes nobody is found out only then.
  static var canOverlap: Bool { cpus.count > 1 }

  static func context(
    _ primitive: String = "p", _ parameters: [(String, Int)] = []
  ) -> CaseContext {
    // Busy work is a hundred times shorter than asked for: that it is there matters, not its length.
    CaseContext(
      id: CaseID(
        suite: "s", workload: "w", primitive: primitive,
        parameters: parameters.map { Parameter($0.0, $0.1) }),
      width: cpus.count, workStepsPerMicrosecond: 10, seed: 5)
  }

  /// The rows of `trials` trials of a program whose threads are bound to ``cpus`` in turn.
  ///
  /// A machine that is busy elsewhere may run no thread in any of the windows: then there are more, for
  /// a check of nothing proves nothing.
  static func rows(
    _ program: TrialProgram, pace: Pace = .window, trials: Int = 2, operations: UInt64 = 1,
    windowNanoseconds: UInt64 = 2_000_000, isPinned: Bool = true
  ) throws -> [TrialRow] {
    var rows: [TrialRow] = []
    for _ in 0..<300 where !rows.contains(where: { $0.operations > 0 }) {
      rows = try once(
        program, pace: pace, trials: trials, operations: operations,
        windowNanoseconds: windowNanoseconds, isPinned: isPinned)
    }
    #expect(rows.contains { $0.operations > 0 })
    return rows
  }

  private static func once(
    _ program: TrialProgram, pace: Pace, trials: Int, operations: UInt64, windowNanoseconds: UInt64,
    isPinned: Bool
  ) throws -> [TrialRow] {
    let request = WorkerRequest(
      task: .measure, placement: isPinned ? .pinned(cpus: cpus) : .unpinned,
      sampling: Sampling(warmups: 1, trials: trials, trialNanoseconds: windowNanoseconds),
      pace: pace, operations: operations)
    var rows: [TrialRow] = []
    try InvocationRunner(program: program, request: request).run { message in
      if case .trial(let row) = message { rows.append(row) }
    }
    return rows
  }

  /// The reason that the first of many trials to fail its check gives; nil where none fails.
  ///
  /// A machine that is busy elsewhere may keep two threads from ever overlapping in one window, so there
  /// are more windows than any machine needs.
  static func violation(of program: TrialProgram) throws -> String? {
    for _ in 0..<300 {
      if let bad = try rows(program).first(where: { !$0.isVerified }) { return bad.reason }
    }
    return nil
  }
}
