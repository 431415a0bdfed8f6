import BenchmarkModel
import CSyncShims
import Synchronization
import Testing

@testable import BenchmarkRunner
@testable import SyncSuites

/// Runs cases of the suites briefly in this process, in the same way as a worker.
enum Trials {
  /// The CPUs to which threads are bound, two if the process may use two.
  static let cpus: [Int] = {
    var allowed = [Int32](repeating: 0, count: 65536)
    let found = sync_affinity_get(&allowed, allowed.count)
    return allowed.prefix(max(0, Int(found))).prefix(2).map(Int.init)
  }()

  /// Whether two threads can run at the same time, which is needed to catch a primitive that
  /// excludes no thread.
  static var canOverlap: Bool { cpus.count > 1 }

  /// The length of a trial in a test, which is short because a test uses the trial's check and not
  /// its time.
  static let windowNanoseconds: UInt64 = 2_000_000

  static func context(_ id: CaseID) -> CaseContext {
    // Busy work is about 100 times shorter than requested, because its length does not matter here.
    CaseContext(
      id: id, width: cpus.count, workStepsPerMicrosecond: 10,
      trialNanoseconds: windowNanoseconds, seed: 5)
  }

  static func context(
    _ primitive: String = "p", _ parameters: [(String, Int)] = []
  ) -> CaseContext {
    context(
      CaseID(
        suite: "s", workload: "w", primitive: primitive,
        parameters: parameters.map { Parameter($0.0, $0.1) }))
  }

  /// The rows of `trials` trials of a program whose threads are bound to ``cpus`` in turn.
  ///
  /// On a busy machine, possibly no trial does the `least` operations that the check needs. In that
  /// case there are more trials.
  static func rows(
    _ program: TrialProgram, pace: Pace = .window, trials: Int = 2, operations: UInt64 = 1,
    least: UInt64 = 1, isPinned: Bool = true
  ) async throws -> [TrialRow] {
    let request = WorkerRequest(
      task: .measure, placement: isPinned ? .pinned(cpus: cpus) : .unpinned,
      sampling: Sampling(warmups: 1, trials: trials, trialNanoseconds: windowNanoseconds),
      pace: pace, operations: operations)
    let rows = try await onThreadOfItsOwn {
      for _ in 0..<300 {
        let rows = try once(program, request)
        if rows.contains(where: { $0.operations >= least }) { return rows }
      }
      return []
    }
    #expect(!rows.isEmpty, "no trial did \(least) operations or more")
    return rows
  }

  /// Expects that every trial of a program passes its check.
  static func expectVerified(
    _ program: TrialProgram, pace: Pace = .window, trials: Int = 2, operations: UInt64 = 1,
    isPinned: Bool = true
  ) async throws {
    let rows = try await rows(
      program, pace: pace, trials: trials, operations: operations, isPinned: isPinned)
    for row in rows { #expect(row.isVerified, "\(row.reason)") }
  }

  /// Runs a case in the same way as a worker, and expects that its checks hold.
  static func expectVerified(
    _ found: CatalogCase, operations: UInt64 = 500
  ) async throws {
    let isPinned =
      switch found.workload.threads {
      case .pool, .free: false
      default: !found.primitive.usesPool
      }
    try await expectVerified(
      found.primitive.prepare(context(found.id)), pace: found.workload.pace, operations: operations,
      isPinned: isPinned)
  }

  /// The messages of a launch in which each thread did at least `least` operations.
  static func messages(_ program: TrialProgram, least: UInt64 = 1) async throws -> [WorkerMessage] {
    let request = WorkerRequest(
      task: .measure, placement: .pinned(cpus: cpus),
      sampling: Sampling(warmups: 1, trials: 2, trialNanoseconds: windowNanoseconds))
    return try await onThreadOfItsOwn {
      // On a busy machine, a thread may run only after its trial has ended. In that case there are
      // more trials.
      for _ in 0..<300 {
        var messages: [WorkerMessage] = []
        try LaunchRunner(program: program, request: request).run { messages.append($0) }
        if messages.threads.allSatisfy({ $0.operations >= least }) { return messages }
      }
      return []
    }
  }

  /// Runs one trial on a thread that may wait for pools, and returns the operations of each thread
  /// and the conclusion.
  static func trial(
    _ program: TrialProgram, operations: UInt64 = 1, windowNanoseconds: UInt64? = nil,
    cpus: [Int] = [], beforeItsEnd late: @escaping @Sendable () throws -> Void = {}
  ) async throws -> (operations: [UInt64], conclusion: TrialConclusion) {
    try await onThreadOfItsOwn {
      let team = try ThreadTeam(program: program, cpus: cpus)
      let reports = team.runTrial(
        operations: operations, windowNanoseconds: windowNanoseconds, isMeasured: true
      ).map(\.operations)
      team.end()
      try late()
      return (reports, program.conclude(reports))
    }
  }

  /// Expects a failed check in one of many trials, with a reason that matches the arguments.
  static func expectReason(
    of program: TrialProgram, pace: Pace = .window, is whole: String? = nil, begins: String = "",
    ends: String = "", has: String = "", at place: SourceLocation = #_sourceLocation
  ) async throws {
    let reason = try #require(
      try await violation(of: program, pace: pace), sourceLocation: place)
    let isExpected =
      reason == whole ?? reason && (begins.isEmpty || reason.hasPrefix(begins))
      && (ends.isEmpty || reason.hasSuffix(ends)) && (has.isEmpty || reason.contains(has))
    #expect(isExpected, "\(reason)", sourceLocation: place)
  }

  /// The reason of the first of many trials that fails its check for a wanted reason; nil if none
  /// does.
  ///
  /// On a busy machine, or in a pool whose other threads run other tests, hundreds of trials can
  /// pass without two threads overlapping. Therefore there are more trials than any machine needs.
  /// On one CPU, threads never overlap.
  static func violation(
    of program: TrialProgram, pace: Pace = .window,
    where isWanted: @escaping @Sendable (String) -> Bool = { _ in true }
  ) async throws -> String? {
    let request = WorkerRequest(
      task: .measure, placement: .pinned(cpus: cpus),
      sampling: Sampling(warmups: 0, trials: 2, trialNanoseconds: windowNanoseconds), pace: pace)
    let tries = canOverlap ? 10_000 : 100
    return try await onThreadOfItsOwn {
      for _ in 0..<tries {
        if let bad = try once(program, request).first(where: {
          !$0.isVerified && isWanted($0.reason)
        }) {
          return bad.reason
        }
      }
      return nil
    }
  }

  /// Expects that one of many trials of a control fails its check, if two threads can overlap.
  static func expectCaught(
    of program: TrialProgram, pace: Pace = .window, begins: String = "", ends: String = "",
    at place: SourceLocation = #_sourceLocation
  ) async throws {
    let reason = try await violation(of: program, pace: pace)
    guard canOverlap else { return }
    let found = try #require(reason, sourceLocation: place)
    let isExpected =
      (begins.isEmpty || found.hasPrefix(begins)) && (ends.isEmpty || found.hasSuffix(ends))
    #expect(isExpected, "\(found)", sourceLocation: place)
  }

  /// Runs `body` on a new thread; on the tests' own threads, which are of Dispatch's pools, `body`
  /// could occupy the thread for which it waits.
  static func onThreadOfItsOwn<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    let order = SeenOrder()
    let result = try await withCheckedThrowingContinuation { continuation in
      let thread = startThread {
        let result = Swift.Result { try body() }
        order.end()
        continuation.resume(with: result)
      }
      if thread == nil { continuation.resume(throwing: WorkerError.cannotStartThread(0, of: 1)) }
    }
    order.goOn()
    return result
  }

  /// Shows the thread sanitizer that the new thread's work comes before the next step of the task
  /// that waits for it; the sanitizer does not see this if the task has not suspended yet.
  private final class SeenOrder: Sendable {
    private let hasEnded = Atomic<Bool>(false)

    func end() { hasEnded.store(true, ordering: .releasing) }

    func goOn() { _ = hasEnded.load(ordering: .acquiring) }
  }

  private static func once(
    _ program: TrialProgram, _ request: WorkerRequest
  ) throws -> [TrialRow] {
    var rows: [TrialRow] = []
    try LaunchRunner(program: program, request: request).run { message in
      if case .trial(let row) = message { rows.append(row) }
    }
    return rows
  }
}

extension [WorkerMessage] {
  var threads: [ThreadRow] { compactMap { if case .thread(let row) = $0 { row } else { nil } } }
  var latencies: [LatencyRow] { compactMap { if case .latency(let row) = $0 { row } else { nil } } }
}
