import BenchmarkModel
import BenchmarkRunner
import Synchronization

/// A benchmark in a worker: the loops, the operations of the threads so far, and the check.
final class BenchmarkProgram: Sendable {
  private let name: String
  private let threads: Int
  private let isWindow: Bool
  private let times: OperationTimes?
  /// The operations of each thread since the set-up.
  private let totals: Mutex<[UInt64]>
  private let error = Mutex<String?>(nil)

  private init(name: String, threads: Int, isWindow: Bool, recordsLatencies: Bool) {
    self.name = name
    self.threads = threads
    self.isWindow = isWindow
    times = recordsLatencies ? OperationTimes(threads: threads) : nil
    totals = Mutex([UInt64](repeating: 0, count: threads))
  }

  /// Makes a case's program; if the set-up fails, a program that only reports the reason.
  static func make(
    of benchmark: Benchmark, in context: CaseContext, isWindow: Bool, recordsLatencies: Bool
  ) -> TrialProgram {
    let program = BenchmarkProgram(
      name: benchmark.name, threads: context.value("threads", default: 1), isWindow: isWindow,
      recordsLatencies: recordsLatencies)
    switch benchmark.preparation {
    case .immediate(let prepare):
      return program.setUp(Result { try prepare() }, program.trials)
    case .suspending(let prepare):
      let answer = Mutex<Result<SuspendingWork, any Error>?>(nil)
      waitForTask {
        let result: Result<SuspendingWork, any Error>
        do { result = .success(try await prepare()) } catch { result = .failure(error) }
        answer.withLock { $0 = result }
      }
      return answer.withLock { $0 }.map { program.setUp($0, program.trials) }
        ?? .refusing("the set-up of \(benchmark.name) gave nothing")
    }
  }

  private func setUp<Work>(
    _ result: Result<Work, any Error>, _ trials: (Work) -> TrialProgram
  ) -> TrialProgram {
    switch result {
    case .success(let work): trials(work)
    case .failure(let error):
      .refusing("the set-up of \(name) threw \(type(of: error)): \(error)")
    }
  }

  private func trials(of work: ImmediateWork) -> TrialProgram {
    program { [self] part in
      guard let times else { return closureLoop(part, work.operation) }
      return timedClosureLoop(
        part, clock: times.clock, into: times.record(of: part.thread), work.operation)
    } check: { tally in
      work.check.map { check in { try check(tally) } }
    }
  }

  private func trials(of work: SuspendingWork) -> TrialProgram {
    program { [self] part in
      let answer = Mutex(LoopEnd())
      waitForTask { [times] in
        let end = await awaitedClosureLoop(
          part, clock: times?.clock, into: times?.record(of: part.thread), work.operation)
        answer.withLock { $0 = end }
      }
      return answer.withLock { $0 }
    } check: { tally in
      work.check.map { check in
        {
          let answer = Mutex<Result<Bool, any Error>>(.success(false))
          waitForTask {
            let result: Result<Bool, any Error>
            do { result = .success(try await check(tally)) } catch { result = .failure(error) }
            answer.withLock { $0 = result }
          }
          return try answer.withLock { $0 }.get()
        }
      }
    }
  }

  /// The program whose threads each run the loop for their part.
  ///
  /// - Parameter check: Binds the benchmark's check to a tally; returns nil if there is no check.
  private func program(
    _ loop: @escaping @Sendable (LoopPart) -> LoopEnd,
    check: @escaping @Sendable (BenchmarkTally) -> (() throws -> Bool)?
  ) -> TrialProgram {
    TrialProgram(threadCount: threads) { [self] thread in
      let before = totals.withLock { $0[thread.index] }
      let end = loop(
        LoopPart(thread: thread, threads: threads, before: before, isWindow: isWindow))
      if let text = end.error { error.withLock { $0 = $0 ?? text } }
      return end.done
    } conclude: { [self] operations in
      conclude(operations, check)
    } latencies: { [times] in
      times?.rows() ?? []
    }
  }

  private func conclude(
    _ operations: [UInt64], _ check: (BenchmarkTally) -> (() throws -> Bool)?
  ) -> TrialConclusion {
    var conclusion = TrialConclusion(operations: operations.reduce(0, &+))
    if let text = error.withLock({ $0 }) {
      conclusion.refusal = "\(name): \(text)"
      return conclusion
    }
    let total = totals.withLock { totals in
      for (index, done) in operations.enumerated() { totals[index] &+= done }
      return totals.reduce(0, &+)
    }
    times?.conclude(operations, into: &conclusion)
    guard let check = check(BenchmarkTally(operations: total, threads: threads)) else {
      return conclusion
    }
    do {
      if try !check() { conclusion.violation = "its check was false after \(total) operations" }
    } catch {
      conclusion.violation =
        "its check threw \(type(of: error)) after \(total) operations: \(error)"
    }
    return conclusion
  }
}

/// The times of single operations in a launch.
private final class OperationTimes: Sendable {
  let clock = TickClock.ofThisMachine()
  private let records: TickRecords
  private let calibration: TickCalibration

  init(threads: Int) {
    records = TickRecords(threads: threads)
    calibration = TickCalibration(clock)
  }

  /// Returns the record of a thread, after noting in it whether the trial counts, or is a warm-up.
  func record(of thread: TrialThread) -> UnsafeMutablePointer<TickRecord> {
    let record = records.threads[thread.index]
    record.pointee.isMeasured = thread.isMeasured
    return record
  }

  /// Notes a violation if a thread's record has an impossible time, or not one time for each of its
  /// operations; adds the observation `stamp_ns`, the least time between two readings of the clock.
  func conclude(_ operations: [UInt64], into conclusion: inout TrialConclusion) {
    conclusion.violation = records.conclude(operations)
    let stamp = calibration.tickLength().nanoseconds * Double(clock.leastDifference())
    conclusion.observations.append(("stamp_ns", stamp))
  }

  /// The recorded times, as rows.
  func rows() -> [LatencyRow] {
    records.values(calibration.tickLength()).map {
      LatencyRow(valueNanoseconds: $0.nanoseconds, count: $0.count)
    }
  }
}
