import BenchmarkModel
import BenchmarkRunner
import CSyncShims
import Dispatch
import Foundation
import SyncPrimitives

extension OperationsSuite {
  static let retry = Workload.ofPool(
    "retry", "one job that fails `failures` times and is tried again after each failure",
    axes: [
      Axis("failures", .count, [3], thorough: [1, 3, 6]),
      Axis("delay", .nanoseconds, [250_000], thorough: [50_000, 250_000, 2_000_000]),
    ], sampling: { _ in Sampling(warmups: 1, trials: 4, trialNanoseconds: 10_000_000) },
    [
      retried(
        "asynchronous-operation",
        "an Operation that goes on after start, and says itself when it has finished", .headline
      ) {
        // The operation executes until an attempt succeeds, and then finishes. The operation that
        // depends on it waits for that finish.
        let queue = OperationQueue()
        let timers = DispatchQueue(label: "syncbench.retry")
        return { record in
          let operation = RetryingOperation(record, timers)
          let after = BlockOperation { record.noteEnd() }
          after.addDependency(operation)
          queue.addOperations([operation, after], waitUntilFinished: false)
          record.waitForEnd()
        }
      },
      retried("new-operation", "a new operation for each attempt, added by a timer") {
        // The successful attempt adds the job's dependent.
        let queue = OperationQueue()
        let timers = DispatchQueue(label: "syncbench.retry")
        @Sendable func add(_ number: Int, _ record: RetriedJobRecord) {
          queue.addOperation {
            if record.attempt(number, at: sync_monotonic_ns()) {
              queue.addOperation { record.noteEnd() }
              return
            }
            let due = record.due(after: number)
            timers.asyncAfter(deadline: DispatchTime(uptimeNanoseconds: due)) {
              add(number + 1, record)
            }
            record.noteArmed(number + 1, at: sync_monotonic_ns())
          }
        }
        return { record in
          add(0, record)
          record.waitForEnd()
        }
      },
    ])

  /// The primitives that try a job again until it succeeds.
  ///
  /// A setup makes the state that outlives a job. The returned closure runs a job and then its
  /// dependent, and returns when the dependent has run or the longest wait is over.
  private static let retried = VariantLines<RoundMaking<RetriedJobRecord>> {
    retryProgram($0, $1())
  }
}

/// The program of one thread whose jobs are tried until they succeed.
func retryProgram(
  _ context: CaseContext, patienceNanoseconds: Int = 2_000_000_000,
  _ run: @escaping @Sendable (RetriedJobRecord) -> Void
) -> TrialProgram {
  let length = context.trialNanoseconds
  return recordedProgram {
    RetriedJobRecord(
      // Each delay is twice the previous delay: from 2 ms, the eleventh would be 2 s.
      failures: min(10, context.value("failures", default: 3)),
      delayNanoseconds: UInt64(context.value("delay", default: 250_000)),
      patienceNanoseconds: patienceNanoseconds)
  } run: { record, recorder in
    retryLoop(run, record: record, lengthNanoseconds: length) {
      recorder?.record(nanoseconds: $0)
    }
  } conclude: { record, operations, _ in
    TrialConclusion(operations: operations, violation: record.fault)
  }
}

/// Runs one or more jobs in turn, until the trial's length is over or a job has a fault.
///
/// Returns the number of jobs.
///
/// - Parameter lateness: Receives the lateness of each attempt except a job's first, in ns.
@inline(never)
private func retryLoop(
  _ run: (RetriedJobRecord) -> Void, record: RetriedJobRecord, lengthNanoseconds: UInt64,
  lateness: (UInt64) -> Void
) -> UInt64 {
  var jobs: UInt64 = 0
  let begin = sync_monotonic_ns()
  repeat {
    record.begin()
    run(record)
    jobs += 1
    record.endJob()
    guard record.fault == nil else { break }
    record.lateness(lateness)
  } while sync_monotonic_ns() < begin + lengthNanoseconds
  return jobs
}

/// An operation that tries until an attempt succeeds, and then finishes.
private final class RetryingOperation: AsynchronousOperation, @unchecked Sendable {
  private let record: RetriedJobRecord
  private let timers: DispatchQueue

  init(_ record: RetriedJobRecord, _ timers: DispatchQueue) {
    self.record = record
    self.timers = timers
  }

  override func main() { attempt(0, at: sync_monotonic_ns()) }

  private func attempt(_ number: Int, at nanoseconds: UInt64) {
    if record.attempt(number, at: nanoseconds) { return finish() }
    let due = record.due(after: number)
    timers.asyncAfter(deadline: DispatchTime(uptimeNanoseconds: due)) {
      self.attempt(number + 1, at: sync_monotonic_ns())
    }
    record.noteArmed(number + 1, at: sync_monotonic_ns())
  }
}

/// The record of one job that fails a number of times and is tried again after growing delays.
///
/// A job with a fault is the last of its record, so a late attempt can't count in another job.
///
/// Unchecked: one attempt at a time writes the record, and the thread that waits for the end reads
/// it afterwards.
final class RetriedJobRecord: @unchecked Sendable {
  /// The number of attempts that fail before an attempt succeeds.
  let failures: Int
  /// The delay after the first failure, in ns.
  ///
  /// Each further delay is twice the previous delay.
  let delayNanoseconds: UInt64
  /// The fault of the last job.
  private(set) var fault: String?
  private let attempts: UnsafeMutablePointer<Attempt>
  private let ends: UnsafeMutablePointer<Ends>
  /// For each attempt, a time at which it was already armed (its timer was set).
  ///
  /// The thread that sets the timer writes this time, perhaps only after the attempt has begun.
  private let armed: UnsafeMutablePointer<UInt64>
  private let done = DispatchSemaphore(value: 0)
  private let patienceNanoseconds: Int

  private struct Attempt {
    var due: UInt64 = 0
    var started: UInt64 = 0
    var count: UInt64 = 0
  }

  private struct Ends {
    var successes: UInt64 = 0
    var ends: UInt64 = 0
    var early: UInt64 = 0
    var beyond: UInt64 = 0
  }

  /// Makes a record without attempts.
  ///
  /// - Parameters:
  ///   - failures: The number of attempts that fail before an attempt succeeds.
  ///   - delayNanoseconds: The delay of the first retry, in ns. Each further retry waits twice as
  ///     long.
  ///   - patienceNanoseconds: The longest wait beyond the delays, in ns.
  init(failures: Int, delayNanoseconds: UInt64, patienceNanoseconds: Int = 2_000_000_000) {
    precondition(failures >= 0 && failures < 20, "a delay doubles with each failure")
    self.failures = failures
    self.delayNanoseconds = delayNanoseconds
    self.patienceNanoseconds = patienceNanoseconds
    attempts = .makeAligned(repeating: Attempt(), count: failures + 1)
    armed = .makeAligned(repeating: 0, count: failures + 1)
    ends = .makeAligned(repeating: Ends(), count: 1)
  }

  deinit {
    attempts.deallocate()
    armed.deallocate()
    ends.deallocate()
  }

  /// Forgets the previous job.
  func begin() {
    attempts.update(repeating: Attempt(), count: failures + 1)
    for number in 0...failures { sync_word_write(armed + number, 0) }
    ends.pointee = Ends()
  }

  /// Makes an attempt that began at `nanoseconds`.
  ///
  /// Returns whether it succeeds.
  func attempt(_ number: Int, at nanoseconds: UInt64) -> Bool {
    guard number <= failures else {
      ends.pointee.beyond += 1
      return true
    }
    attempts[number].started = nanoseconds
    attempts[number].count += 1
    if number == failures { ends.pointee.successes += 1 }
    return number == failures
  }

  /// Sets and returns the time at which the next attempt is due, on the monotonic clock in ns.
  ///
  /// To be called before the next attempt is armed.
  func due(after number: Int) -> UInt64 {
    let due = sync_monotonic_ns() + (delayNanoseconds << UInt64(number))
    attempts[number + 1].due = due
    return due
  }

  /// Notes a time at which an attempt was already armed.
  func noteArmed(_ number: Int, at nanoseconds: UInt64) {
    sync_word_write(armed + number, nanoseconds)
  }

  /// Notes that the job's dependent runs.
  func noteEnd() {
    if ends.pointee.successes == 0 { ends.pointee.early += 1 }
    ends.pointee.ends += 1
    done.signal()
  }

  /// Waits until the job's dependent has run or the longest wait is over.
  func waitForEnd() {
    let longest = Int(delayNanoseconds << UInt64(failures)) + patienceNanoseconds
    _ = Patience(nanoseconds: longest).wait(for: done)
  }

  /// Checks the job and keeps its fault.
  func endJob() { fault = findFault() }

  /// Returns the fault of the job; nil if each attempt came once and not early, one attempt
  /// succeeded, and the dependent ran once, after that attempt.
  func findFault() -> String? {
    let ends = self.ends.pointee
    for number in 0...failures {
      let attempt = attempts[number]
      if attempt.count != 1 { return "attempt \(number + 1) came \(attempt.count) times" }
      if attempt.started < attempt.due { return "attempt \(number + 1) came before it was due" }
    }
    if ends.beyond > 0 { return "an attempt came after the one that succeeded" }
    if ends.successes != 1 { return "the job succeeded \(ends.successes) times" }
    if ends.early > 0 { return "what depends on the job came before it had succeeded" }
    return ends.ends == 1 ? nil : "what depends on the job came \(ends.ends) times"
  }

  /// Passes on the lateness of each attempt after the first, in ns.
  ///
  /// Attempts that were armed only after they were due are left out.
  func lateness(_ body: (UInt64) -> Void) {
    for number in 0...failures where number > 0 {
      let attempt = attempts[number]
      if sync_word_read(armed + number) < attempt.due, attempt.started >= attempt.due {
        body(attempt.started - attempt.due)
      }
    }
  }
}
