import BenchmarkModel
import BenchmarkRunner
import Foundation
import Synchronization

/// Stands in for worker processes: answers each request at once, as a script says, and remembers it.
final class FakeLauncher: WorkerLaunching {
  private let seen = Mutex<[WorkerRequest]>([])
  private let given = Mutex<[UInt64]>([])
  private let script: @Sendable (_ request: WorkerRequest, _ number: Int) -> WorkerOutcome?

  /// Makes a launcher whose script gives the outcome of the launch of that number, from 0; nil for
  /// success.
  init(
    _ script: @escaping @Sendable (_ request: WorkerRequest, _ number: Int) -> WorkerOutcome? = {
      _, _ in nil
    }
  ) {
    self.script = script
  }

  /// A clock by which each launch takes an hour.
  var clockNanoseconds: UInt64 { UInt64(requests.count) * 3_600_000_000_000 }

  /// All requests so far.
  var requests: [WorkerRequest] { seen.withLock { $0 } }

  /// The requests to measure time so far.
  var measurements: [WorkerRequest] {
    requests.filter { $0.task == .measure && $0.counting == nil }
  }

  /// The deadlines of all requests so far, in ns.
  var deadlines: [UInt64] { given.withLock { $0 } }

  /// The requests to count so far.
  var counts: [WorkerRequest] { requests.filter { $0.counting != nil } }

  func launch(_ request: WorkerRequest, deadlineNanoseconds: UInt64) async -> WorkerOutcome {
    given.withLock { $0.append(deadlineNanoseconds) }
    let number = seen.withLock { seen in
      seen.append(request)
      return seen.count - 1
    }
    return script(request, number) ?? Self.success(request)
  }

  /// What a worker says that has done what it was asked.
  static func success(_ request: WorkerRequest) -> WorkerOutcome {
    let answer: [WorkerMessage] =
      switch request.task {
      case .describe: []
      case .calibrateWork: [.calibrated(value: 800)]
      case .calibrateThread: [.calibrated(value: 60_000)]
      case .calibrateTurn: [.calibrated(value: 200)]
      case .calibrateProbe: [.calibrated(value: 4000)]
      case .calibrateProbeRatio: [.calibrated(value: 0.5)]
      case .calibrateOperations: [.calibrated(value: 12_300)]
      case .measure where request.counting != nil:
        counted(request).rows.map { .counter($0) }
      case .measure, .countInstructions:
        (0..<request.sampling.trials).map {
          .trial(
            TrialRow(
              trial: $0, startNanoseconds: 1, operations: request.operations,
              elapsedNanoseconds: 1000))
        }
      }
    return .exited(
      status: 0, output: lines([.hello(protocolVersion: workerProtocolVersion)] + answer + [.done]),
      error: "")
  }

  /// What a worker says that answers so.
  static func answer(_ messages: [WorkerMessage], status: Int = 0) -> WorkerOutcome {
    .exited(
      status: status,
      output: lines([.hello(protocolVersion: workerProtocolVersion)] + messages + [.done]),
      error: "")
  }

  /// What a worker says whose trials were all in a state.
  static func measured(
    _ request: WorkerRequest, _ state: TrialState, crowding: Double? = nil,
    place: PlaceReading? = nil
  ) -> WorkerOutcome {
    let record = RunFixture.launch(
      Array(repeating: state, count: request.sampling.trials), crowding: crowding, place: place)
    return .exited(
      status: 0,
      output: lines(
        [.hello(protocolVersion: workerProtocolVersion)] + record.trials.map { .trial($0) }
          + [.done]), error: "")
  }

  /// What a worker counts: each event twice an operation.
  static func counted(_ request: WorkerRequest) -> CountedRecord {
    guard let counting = request.counting else { return CountedRecord() }
    let operations = request.operations * UInt64(request.sampling.trials)
    let rows = counting.events.map {
      CounterRow(
        pass: counting.pass, event: $0.name, status: .counted, value: Double(2 * operations),
        operations: operations)
    }
    return CountedRecord(
      rows: rows + [
        CounterRow(
          pass: counting.pass, event: CounterRow.closingEvent, status: .counted,
          value: Double(operations), operations: operations)
      ])
  }

  static func lines(_ messages: [WorkerMessage]) -> String {
    messages.compactMap { try? JSONEncoder().encode($0) }
      .map { String(decoding: $0, as: UTF8.self) + "\n" }.joined()
  }
}

/// Stands in for callgrind: answers at once, as a script says, and remembers what it was asked.
final class FakeInstructions: InstructionCounting {
  private let seen = Mutex<[(request: WorkerRequest, kernel: String, side: PairSide)]>([])
  private let script: @Sendable (_ request: WorkerRequest) -> CountedRecord?

  init(_ script: @escaping @Sendable (_ request: WorkerRequest) -> CountedRecord? = { _ in nil }) {
    self.script = script
  }

  /// What it was asked so far.
  var asked: [(request: WorkerRequest, kernel: String, side: PairSide)] { seen.withLock { $0 } }

  func count(
    _ request: WorkerRequest, kernel: String, of side: PairSide
  ) async -> CountedRecord {
    seen.withLock { $0.append((request, kernel, side)) }
    return script(request) ?? FakeLauncher.counted(request)
  }
}

/// Remembers what an orchestrator tells of its progress.
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
