import BenchmarkModel
import BenchmarkRunner
import Synchronization

/// One launch that a gate asked for.
struct AskedLaunch: Equatable {
  let request: WorkerRequest
  let side: PairSide
  let padding: Int
  let deadlineNanoseconds: UInt64

  /// Whether it is part of a pair.
  var isMeasurement: Bool { request.task == .measure }

  /// The primitive of the case, by which tests tell cases apart.
  var primitive: String? { request.caseID?.primitive }
}

/// Stands in for the workers of two executables: answers each request at once, as a script says, and
/// remembers it.
final class FakePairLauncher: WorkerLaunching {
  private struct Seen {
    var launches: [AskedLaunch] = []
    var running = 0
    var mostAtOnce = 0
  }

  private let seen = Mutex(Seen())
  private let script: @Sendable (_ launch: AskedLaunch, _ number: Int) -> WorkerOutcome?

  /// Makes a launcher whose script gives the outcome of the launch of that number, from 0; nil for success.
  init(
    _ script: @escaping @Sendable (_ launch: AskedLaunch, _ number: Int) -> WorkerOutcome? = {
      _, _ in nil
    }
  ) {
    self.script = script
  }

  /// A clock by which each launch takes an hour.
  var clockNanoseconds: UInt64 { UInt64(launches.count) * 3_600_000_000_000 }

  /// All launches so far.
  var launches: [AskedLaunch] { seen.withLock { $0.launches } }

  /// Those that are part of a pair.
  var measurements: [AskedLaunch] { launches.filter(\.isMeasurement) }

  /// How many workers ran at once at most.
  var mostAtOnce: Int { seen.withLock { $0.mostAtOnce } }

  func launch(
    _ request: WorkerRequest, deadlineNanoseconds: UInt64
  ) async -> WorkerOutcome {
    await launch(request, of: .baseline, padding: 0, deadlineNanoseconds: deadlineNanoseconds)
  }

  func launch(
    _ request: WorkerRequest, of side: PairSide, padding: Int, deadlineNanoseconds: UInt64
  ) async -> WorkerOutcome {
    let launch = AskedLaunch(
      request: request, side: side, padding: padding, deadlineNanoseconds: deadlineNanoseconds)
    let number = seen.withLock { seen in
      seen.launches.append(launch)
      seen.running += 1
      seen.mostAtOnce = max(seen.mostAtOnce, seen.running)
      return seen.launches.count - 1
    }
    // Whoever launches two at once gets to do so here.
    await Task.yield()
    defer { seen.withLock { $0.running -= 1 } }
    return script(launch, number) ?? FakeLauncher.success(request)
  }

  /// What a worker says that measured trials.
  static func success(_ trials: [TrialRow]) -> WorkerOutcome {
    .exited(
      status: 0,
      output: FakeLauncher.lines(
        [.hello(protocolVersion: workerProtocolVersion)] + trials.map { .trial($0) } + [.done]),
      error: "")
  }

  /// What a worker says whose trials all were like this.
  static func success(
    _ request: WorkerRequest, elapsed: UInt64 = 1_000_000, steal: UInt64? = nil,
    isVerified: Bool = true, reason: String = "", witness: TrialWitness? = nil
  ) -> WorkerOutcome {
    success(
      (0..<request.sampling.trials).map {
        TrialRow(
          trial: $0, startNanoseconds: 1, operations: request.operations,
          elapsedNanoseconds: elapsed, stealNanoseconds: steal, witness: witness,
          isVerified: isVerified, reason: reason)
      })
  }
}

/// Settles each case after so many pairs, and after a failure.
struct FakeJudge: GateJudging {
  /// The pairs that a case gets; all of its pairs where it is not named.
  var limits: [Int: Int] = [:]
  /// Whether launches have values.
  var hears = true
  /// The cases that are slower.
  var slowerCases: [Int] = []
  private var rows: [PairRow] = []

  init(limits: [Int: Int] = [:], hears: Bool = true, slowerCases: [Int] = []) {
    self.limits = limits
    self.hears = hears
    self.slowerCases = slowerCases
  }

  func value(of record: InvocationRecord, caseIndex: Int) -> Double? {
    hears
      ? record.trials.map { Double($0.elapsedNanoseconds) / Double($0.operations) }.min() : nil
  }

  mutating func add(_ row: PairRow) { rows.append(row) }

  func isSettled(_ caseIndex: Int) -> Bool {
    let own = rows.filter { $0.caseIndex == caseIndex }
    return own.contains { if case .failed = $0.outcome { true } else { false } }
      || own.count { if case .measured = $0.outcome { true } else { false } }
        >= limits[caseIndex] ?? .max
  }
}
