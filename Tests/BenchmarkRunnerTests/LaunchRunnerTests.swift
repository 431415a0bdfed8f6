import BenchmarkModel
import CSyncShims
import Synchronization
import Testing

@testable import BenchmarkRunner

@Suite struct LaunchRunnerTests {
  private func messages(
    _ program: TrialProgram, pace: Pace, warmups: Int = 0, trials: Int = 3, operations: UInt64 = 10,
    placement: Placement = .unpinned
  ) throws -> [WorkerMessage] {
    let request = WorkerRequest(
      task: .measure, placement: placement,
      sampling: Sampling(warmups: warmups, trials: trials, trialNanoseconds: 2_000_000),
      pace: pace, operations: operations)
    var messages: [WorkerMessage] = []
    try LaunchRunner(program: program, request: request).run { messages.append($0) }
    return messages
  }

  private func rows(_ messages: [WorkerMessage]) -> [TrialRow] {
    messages.compactMap { if case .trial(let row) = $0 { row } else { nil } }
  }

  private func threads(_ messages: [WorkerMessage]) -> [ThreadRow] {
    messages.compactMap { if case .thread(let row) = $0 { row } else { nil } }
  }

  private func counting(_ threads: Int = 1) -> TrialProgram {
    .adding(threads) { $0.operations * UInt64($0.index + 1) }
  }

  @Test func `a trial is a row, numbered from 0, with the operations that were done`() throws {
    let rows = rows(try messages(counting(2), pace: .operations))
    #expect(rows.map(\.trial) == [0, 1, 2])
    #expect(rows.map(\.operations) == [30, 30, 30])
    #expect(rows.allSatisfy { $0.isVerified && $0.reason.isEmpty })
    #expect(rows.map(\.startNanoseconds) == rows.map(\.startNanoseconds).sorted())
  }

  @Test func `warm-ups run first and count nowhere`() throws {
    let runs = Mutex<[Bool]>([])
    let concluded = Mutex(0)
    let program = TrialProgram(threadCount: 1) { thread in
      runs.withLock { $0.append(thread.isMeasured) }
      return 5
    } conclude: { operations in
      concluded.withLock { $0 += 1 }
      return TrialConclusion(operations: operations[0])
    }
    let messages = try messages(program, pace: .operations, warmups: 2, trials: 3)
    #expect(runs.withLock { $0 } == [false, false, true, true, true])
    #expect(concluded.withLock { $0 } == 5)
    #expect(rows(messages).count == 3)
    #expect(threads(messages).map(\.operations) == [15])
  }

  @Test func `a thread's row adds up its trials`() throws {
    let threads = threads(try messages(counting(3), pace: .operations, trials: 4))
    #expect(threads.map(\.thread) == [0, 1, 2])
    #expect(threads.map(\.operations) == [40, 80, 120])
    #expect(threads.allSatisfy { $0.longestWaitNanoseconds == nil })
  }

  @Test func `a thread's row has its longest wait if waits are timed`() throws {
    let program = TrialProgram(threadCount: 2) { _ in
      1
    } conclude: { _ in
      TrialConclusion(operations: 2)
    } longestWaits: {
      [7, 90]
    }
    let threads = threads(try messages(program, pace: .operations))
    #expect(threads.map(\.longestWaitNanoseconds) == [7, 90])
  }

  @Test func `threads are bound as the placement says`() throws {
    let cpus = ThisMachine.cpus(atMost: 2)
    let pinned = threads(
      try messages(counting(2), pace: .operations, placement: .pinned(cpus: cpus)))
    #expect(pinned.map(\.cpu) == (0..<2).map { cpus[$0 % cpus.count] })
  }

  @Test(arguments: [1, 3])
  func `windows end by their stop flag, and have as many operations as their threads together`(
    threads: Int
  ) throws {
    let program = TrialProgram.adding(threads) { thread in
      // A thread does at least one round, because a busy machine may run it only after its window.
      var rounds: UInt64 = 0
      repeat {
        rounds += 1
        sync_yield()
      } while sync_flag_read(thread.stop) == 0
      return rounds
    }
    let messages = try messages(program, pace: .window, warmups: 1)
    #expect(rows(messages).count == 3)
    #expect(
      self.threads(messages).reduce(0) { $0 + $1.operations }
        == rows(messages).reduce(0) { $0 + $1.operations })
  }

  @Test func `a violation makes a row unverified, with the reason`() throws {
    let program = TrialProgram.adding(violation: "lost 1 of 4 updates") { _ in 4 }
    let rows = rows(try messages(program, pace: .operations))
    #expect(rows.allSatisfy { !$0.isVerified && $0.reason == "lost 1 of 4 updates" })
    #expect(rows.map(\.operations) == [4, 4, 4])
  }

  @Test func `a refusal by the machine ends the launch or the calibration with the reason`() {
    for pace in [Pace.operations, .once] {
      for warmups in [0, 1] {
        #expect(throws: WorkerError.refused("no thread after 0")) {
          try messages(.refusing("no thread after 0"), pace: pace, warmups: warmups)
        }
      }
    }
    let request = WorkerRequest(task: .calibrateOperations, pace: .operations)
    #expect(throws: WorkerError.refused("no memory")) {
      try Calibration.operations(of: .refusing("no memory"), request: request)
    }
  }

  @Test func `a trial may be refused after sound trials`() {
    let trial = Counter()
    let program = TrialProgram(threadCount: 2) { _ in
      1
    } conclude: { _ in
      TrialConclusion(operations: 2, refusal: trial.next() < 2 ? nil : "no thread")
    }
    #expect(throws: WorkerError.refused("no thread")) {
      try messages(program, pace: .once, trials: 5)
    }
    #expect(trial.count == 3)
  }

  @Test func `each observation has its trial's number, and latencies come once per launch`() throws
  {
    let trial = Counter()
    let program = TrialProgram(threadCount: 1) { _ in
      1
    } conclude: { _ in
      let number = Double(trial.next())
      return TrialConclusion(operations: 1, observations: [("reads", number), ("writes", -number)])
    } latencies: {
      [LatencyRow(valueNanoseconds: 7, count: 2)]
    }
    let messages = try messages(program, pace: .once, warmups: 1, trials: 2)
    #expect(
      messages.compactMap { if case .observation(let row) = $0 { row } else { nil } } == [
        ObservationRow(trial: 0, name: "reads", value: 1),
        ObservationRow(trial: 0, name: "writes", value: -1),
        ObservationRow(trial: 1, name: "reads", value: 2),
        ObservationRow(trial: 1, name: "writes", value: -2),
      ])
    #expect(
      messages.compactMap { if case .latency(let row) = $0 { row } else { nil } }
        == [LatencyRow(valueNanoseconds: 7, count: 2)])
  }

  @Test func `a calibrated count has at most three significant digits, and is at least one`() throws
  {
    for operations: UInt64 in [1, 1000] {
      let program = TrialProgram.adding { thread in
        _ = sync_work(thread.operations)
        return thread.operations
      }
      let request = WorkerRequest(
        task: .calibrateOperations,
        sampling: Sampling(warmups: 0, trials: 1, trialNanoseconds: operations * 1000),
        pace: .operations)
      var count = try Calibration.operations(of: program, request: request)
      #expect(count >= 1)
      while count % 10 == 0 { count /= 10 }
      #expect(count < 1000)
    }
  }

  // No try takes as long as either target, so the calibration has to give up.
  @Test(arguments: [1000, 1_000_000_000_000])
  func `a program that does nothing can be calibrated too`(target: UInt64) throws {
    let request = WorkerRequest(
      task: .calibrateOperations,
      sampling: Sampling(warmups: 0, trials: 1, trialNanoseconds: target), pace: .operations)
    let count = try Calibration.operations(of: .adding(), request: request)
    #expect(Double(count).isCalibrated)
  }
}
