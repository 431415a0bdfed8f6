import BenchmarkModel
import BenchmarkRunner
import Foundation
import Synchronization

/// One launch that was asked for.
struct AskedLaunch: Equatable {
  let request: WorkerRequest
  let side: PairSide
  let padding: Int
  let deadlineNanoseconds: UInt64

  /// Whether the launch times or counts a case, in contrast to a calibration or a description.
  var isMeasurement: Bool { request.task == .measure }

  /// The primitive of the case, by which tests distinguish cases.
  var primitive: String? { request.caseID?.primitive }
}

/// A launcher that answers by a script, for one or two executables, and remembers the requests.
final class FakeLauncher: WorkerLaunching {
  /// The outcome of launch `number`, counted from 0; nil for success.
  typealias Script<Asked> = @Sendable (_ asked: Asked, _ number: Int) -> WorkerOutcome?

  private struct Seen {
    var launches: [AskedLaunch] = []
    var running = 0
    var mostAtOnce = 0
  }

  private let seen = Mutex(Seen())
  private let script: Script<AskedLaunch>

  private init(script: @escaping Script<AskedLaunch>) { self.script = script }

  convenience init(_ script: @escaping Script<WorkerRequest> = { _, _ in nil }) {
    self.init(script: { script($0.request, $1) })
  }

  /// A launcher whose script sees which side is launched.
  static func pairs(_ script: @escaping Script<AskedLaunch>) -> FakeLauncher {
    FakeLauncher(script: script)
  }

  /// A launcher that cancels the task in launch `moment`, from 0, and reports the worker as killed.
  static func stopping(at moment: Int) -> FakeLauncher {
    pairs { _, number in
      guard number == moment else { return nil }
      withUnsafeCurrentTask { $0?.cancel() }
      return .signalled(signal: 9, error: "")
    }
  }

  /// A launcher whose launches each take `seconds` and succeed.
  static func taking(seconds: Double, by clock: FakeClock) -> FakeLauncher {
    pairs { _, _ in
      clock.advance(seconds: seconds)
      return nil
    }
  }

  /// A launcher whose launches of a primitive, calibrations included, all have this outcome.
  static func failing(_ primitive: String, _ outcome: WorkerOutcome) -> FakeLauncher {
    pairs { launch, _ in launch.primitive == primitive ? outcome : nil }
  }

  /// A clock by which each launch takes an hour.
  var clockNanoseconds: UInt64 { UInt64(launches.count) * 3_600_000_000_000 }

  /// All launches so far.
  var launches: [AskedLaunch] { seen.withLock { $0.launches } }

  /// The launches so far that time or count a case.
  var measuredLaunches: [AskedLaunch] { launches.filter(\.isMeasurement) }

  /// All requests so far.
  var requests: [WorkerRequest] { launches.map(\.request) }

  /// The requests so far that time a case.
  var measurements: [WorkerRequest] {
    requests.filter { $0.task == .measure && $0.counting == nil }
  }

  /// The requests so far that count a case.
  var counts: [WorkerRequest] { requests.filter { $0.counting != nil } }

  /// The highest number of workers that ran at the same time.
  var mostAtOnce: Int { seen.withLock { $0.mostAtOnce } }

  func launch(_ request: WorkerRequest, deadlineNanoseconds: UInt64) async -> WorkerOutcome {
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
    // An orchestrator that wrongly runs two launches together starts the second one here.
    await Task.yield()
    defer { seen.withLock { $0.running -= 1 } }
    return script(launch, number) ?? Self.success(request)
  }

  // MARK: Answers

  /// The answer of a worker that has carried out its request.
  static func success(_ request: WorkerRequest) -> WorkerOutcome {
    switch request.task {
    case .describe: answer([])
    case .calibrateWork: answer([.calibrated(value: 800)])
    case .calibrateThread: answer([.calibrated(value: 60_000)])
    case .calibrateTurn: answer([.calibrated(value: 200)])
    case .calibrateProbe: answer([.calibrated(value: 4000)])
    case .calibrateProbeRatio: answer([.calibrated(value: 0.5)])
    case .calibrateOperations: answer([.calibrated(value: 12_300)])
    case .measure where request.counting != nil: answer(counted(request))
    case .measure, .countInstructions: trials(request, elapsed: 1000)
    }
  }

  /// An answer of these messages between its hello and its end.
  static func answer(_ messages: [WorkerMessage], status: Int = 0) -> WorkerOutcome {
    .exited(
      status: status,
      output: lines([.hello(protocolVersion: workerProtocolVersion)] + messages + [.done]),
      error: "")
  }

  static func answer(_ record: CountedRecord) -> WorkerOutcome {
    answer(record.rows.map { .counter($0) })
  }

  static func trials(_ rows: [TrialRow]) -> WorkerOutcome { answer(rows.map { .trial($0) }) }

  /// An answer with the trials that were asked for, all alike.
  static func trials(
    _ request: WorkerRequest, elapsed: UInt64 = 1_000_000, steal: UInt64? = nil,
    isVerified: Bool = true, reason: String = "", witness: TrialWitness? = nil
  ) -> WorkerOutcome {
    trials(
      (0..<request.sampling.trials).map {
        TrialRow(
          trial: $0, startNanoseconds: 1, operations: request.operations,
          elapsedNanoseconds: elapsed, stealNanoseconds: steal, witness: witness,
          isVerified: isVerified, reason: reason)
      })
  }

  /// An answer whose trials all have the same state.
  static func measured(
    _ request: WorkerRequest, _ state: TrialState, crowding: Double? = nil,
    place: PlaceReading? = nil
  ) -> WorkerOutcome {
    trials(
      RunFixture.launch(
        Array(repeating: state, count: request.sampling.trials), crowding: crowding, place: place
      ).trials)
  }

  /// The counts of a worker in which each event occurs twice per operation.
  static func counted(_ request: WorkerRequest) -> CountedRecord {
    guard let counting = request.counting else { return CountedRecord() }
    let operations = request.operations * UInt64(request.sampling.trials)
    let rows = counting.events.map {
      CounterRow(
        pass: counting.pass, event: $0.name, status: .counted, value: Double(2 * operations),
        operations: operations)
    }
    return CountedRecord(rows: rows + [RunFixture.closing(counting.pass, operations)])
  }

  static func lines(_ messages: [WorkerMessage]) -> String {
    messages.compactMap { try? JSONEncoder().encode($0) }
      .map { String(decoding: $0, as: UTF8.self) + "\n" }.joined()
  }
}

/// A stand-in for callgrind that answers by a script and remembers the requests.
final class FakeInstructions: InstructionCounting {
  private let seen = Mutex<[(request: WorkerRequest, kernel: String, side: PairSide)]>([])
  private let script: @Sendable (_ request: WorkerRequest) -> CountedRecord?

  init(_ script: @escaping @Sendable (_ request: WorkerRequest) -> CountedRecord? = { _ in nil }) {
    self.script = script
  }

  /// The counts that were asked for so far.
  var asked: [(request: WorkerRequest, kernel: String, side: PairSide)] { seen.withLock { $0 } }

  func count(
    _ request: WorkerRequest, kernel: String, of side: PairSide
  ) async -> CountedRecord {
    seen.withLock { $0.append((request, kernel, side)) }
    return script(request) ?? FakeLauncher.counted(request)
  }
}

/// An observer that remembers what an orchestrator reports.
final class FakeObserver: RunObserver {
  private let seen = Mutex<(progress: [RunProgress], files: [String])>(([], []))

  /// All progress so far.
  var progress: [RunProgress] { seen.withLock { $0.progress } }

  /// The files that rows were moved into.
  var cutFiles: [String] { seen.withLock { $0.files } }

  func progressed(_ progress: RunProgress) { seen.withLock { $0.progress.append(progress) } }

  func cut(into files: [String]) { seen.withLock { $0.files += files } }
}

/// A clock that stands still until it is moved.
final class FakeClock: Sendable {
  private let time = Mutex<UInt64>(1_000_000_000)

  /// The time in ns.
  var now: UInt64 { time.withLock { $0 } }

  func advance(seconds: Double) { time.withLock { $0 += UInt64(seconds * 1e9) } }
}

/// A counter that numbers the calls of a script.
final class Counter: Sendable {
  private let value = Mutex(0)

  /// The number of calls so far.
  var count: Int { value.withLock { $0 } }

  /// The number of this call, from 0.
  func next() -> Int {
    value.withLock { value in
      defer { value += 1 }
      return value
    }
  }
}
