import BenchmarkRunner
import CSyncShims
import Dispatch
import SyncPrimitives

extension DispatchSuite {
  static let after = Workload.ofPool(
    "after", "one closure that is to run once, at an instant",
    axes: [
      Axis(
        "delay", .nanoseconds, headline: [1_000_000], standard: [100_000, 1_000_000, 10_000_000],
        thorough: [20_000, 100_000, 1_000_000, 10_000_000, 50_000_000])
    ], sampling: tenMilliseconds,
    [
      shot("async-after", "asyncAfter on a serial queue", .headline) {
        // On Linux `DispatchTime` is the monotonic clock, and a timer's descriptor waits on that
        // clock. An instant of that clock is therefore the deadline, to the nanosecond. Dispatch
        // chooses the leeway: a tenth of the delay, and at least 1 ms.
        let queue = DispatchQueue(label: "syncbench.after")
        return { number, deadline, record in
          queue.asyncAfter(deadline: DispatchTime(uptimeNanoseconds: deadline)) {
            record.noteFired(number, at: sync_monotonic_ns())
          }
          record.noteArmed(number, at: sync_monotonic_ns())
        }
      },
      shot("async-after-wall", "asyncAfter by a deadline of the wall clock, on a serial queue") {
        let queue = DispatchQueue(label: "syncbench.after")
        return { number, deadline, record in
          // The wall clock is read after the monotonic clock, so the deadline is no earlier than
          // asked for.
          let left = Int(deadline - min(deadline, sync_monotonic_ns()))
          queue.asyncAfter(wallDeadline: .now() + .nanoseconds(left)) {
            record.noteFired(number, at: sync_monotonic_ns())
          }
          record.noteArmed(number, at: sync_monotonic_ns())
        }
      },
      shot("timer-once", "a timer source without leeway, made for each closure") {
        let queue = DispatchQueue(label: "syncbench.after")
        return { number, deadline, record in
          let source = DispatchSource.makeTimerSource(queue: queue)
          source.schedule(
            deadline: DispatchTime(uptimeNanoseconds: deadline), leeway: .nanoseconds(0))
          // The handler keeps the source until the handler cancels it.
          source.setEventHandler {
            record.noteFired(number, at: sync_monotonic_ns())
            source.cancel()
          }
          source.activate()
          record.noteArmed(number, at: sync_monotonic_ns())
        }
      },
      shot("sleep-until", "the thread itself sleeps until the instant: the kernel's part") {
        { number, deadline, record in
          record.noteArmed(number, at: sync_monotonic_ns())
          sync_sleep_until(deadline)
          record.noteFired(number, at: sync_monotonic_ns())
        }
      },
    ])

  /// The suite's lines for ways to run a closure once, at an instant.
  private static let shot = VariantLines<@Sendable () -> Arming> { afterProgram($0, $1()) }
}

/// Arms a shot: a closure that runs once, when the monotonic clock shows `deadline` in ns, and
/// notes itself in the record.
///
/// The record also gets the time of the arming.
typealias Arming = @Sendable (_ shot: Int, _ deadline: UInt64, _ record: ShotRecord) -> Void

/// The time from one arming to the next, in ns.
///
/// No case's delay is a multiple of this spacing. Otherwise the thread would arm one shot at the
/// moment at which another shot is due.
private let shotSpacing: UInt64 = 600_000

/// The program of one thread that arms shots.
func afterProgram(
  _ context: CaseContext, patienceNanoseconds: Int = 2_000_000_000, _ arm: @escaping Arming
) -> TrialProgram {
  let delay = UInt64(context.value("delay", default: 1_000_000))
  let length = context.trialNanoseconds
  let capacity = Int(min(10_000, length / shotSpacing + 1))
  return recordedProgram {
    ShotRecord(capacity: capacity, patienceNanoseconds: patienceNanoseconds)
  } run: { record, _ in
    oneShotLoop(arm, record: record, delay: delay, lengthNanoseconds: length)
  } conclude: { record, operations, recorder in
    let count = Int(operations)
    let leftOut = record.lateness(of: count) { recorder?.record(nanoseconds: $0) }
    return TrialConclusion(
      operations: operations, violation: record.fault(of: count),
      observations: [("armed_late", Double(leftOut))])
  }
}

/// Arms shots, each due after `delay` ns, until the trial's length is over, and waits for all
/// shots.
///
/// Returns the number of shots, which is at most the record's capacity.
///
/// A shot that blocks the thread for its delay postpones the next shot.
@inline(never)
private func oneShotLoop(
  _ arm: Arming, record: ShotRecord, delay: UInt64, lengthNanoseconds: UInt64
) -> UInt64 {
  let begin = sync_monotonic_ns()
  var next = begin
  var armed = 0
  repeat {
    sync_sleep_until(next)
    let deadline = sync_monotonic_ns() + delay
    record.expect(armed, at: deadline)
    arm(armed, deadline, record)
    armed += 1
    next = max(next + shotSpacing, sync_monotonic_ns())
  } while next < begin + lengthNanoseconds && armed < record.capacity
  _ = record.wait(for: armed)
  return UInt64(armed)
}

/// A record of the shots of a trial: the times at which each shot was due, armed and fired, and the
/// number of its firings.
///
/// Each trial has a record of its own, so that a shot that comes after its trial does not count in
/// the next trial.
///
/// Unchecked: the waiting thread reads what a shot's handler wrote only after its wait.
final class ShotRecord: @unchecked Sendable {
  /// The number of shots that there is room for.
  let capacity: Int
  private let shots: UnsafeMutablePointer<Shot>
  private let done = DispatchSemaphore(value: 0)
  private let patienceNanoseconds: Int

  private struct Shot {
    var deadline: UInt64 = 0
    var armed: UInt64 = 0
    var fired: UInt64 = 0
    var count: UInt64 = 0
  }

  /// Makes an empty record.
  ///
  /// - Parameters:
  ///   - capacity: The number of shots that there is room for.
  ///   - patienceNanoseconds: The longest wait for one more shot to fire, in ns.
  init(capacity: Int, patienceNanoseconds: Int = 2_000_000_000) {
    self.capacity = capacity
    self.patienceNanoseconds = patienceNanoseconds
    shots = .makeAligned(repeating: Shot(), count: capacity)
  }

  deinit { shots.deallocate() }

  /// Notes the deadline of a shot, before the shot is armed.
  func expect(_ shot: Int, at deadline: UInt64) { shots[shot].deadline = deadline }

  /// Notes the time at which a shot had been armed.
  func noteArmed(_ shot: Int, at nanoseconds: UInt64) { shots[shot].armed = nanoseconds }

  /// Notes the time of a shot's first instruction.
  func noteFired(_ shot: Int, at nanoseconds: UInt64) {
    shots[shot].fired = nanoseconds
    shots[shot].count += 1
    done.signal()
  }

  /// Waits until `count` shots have fired, and returns false if a shot does not fire in time.
  func wait(for count: Int) -> Bool {
    let patience = Patience(nanoseconds: patienceNanoseconds)
    for _ in 0..<count where !patience.wait(for: done) { return false }
    return true
  }

  /// The fault in the first `count` shots; nil if each fired once and none early.
  func fault(of count: Int) -> String? {
    var early = 0
    var wrong = 0
    for shot in 0..<count {
      if shots[shot].count != 1 { wrong += 1 }
      if shots[shot].count > 0, shots[shot].fired < shots[shot].deadline { early += 1 }
    }
    if early > 0 { return "\(early) of \(count) shots came before they were due" }
    return wrong > 0 ? "\(wrong) of \(count) shots did not come exactly once" : nil
  }

  /// Passes on the lateness of each of the first `count` shots, in ns, and returns the number of
  /// shots that are left out because they were armed only after their deadlines.
  func lateness(of count: Int, _ body: (UInt64) -> Void) -> Int {
    var leftOut = 0
    for shot in 0..<count {
      let one = shots[shot]
      if one.armed >= one.deadline {
        leftOut += 1
      } else if one.fired >= one.deadline {
        body(one.fired - one.deadline)
      }
    }
    return leftOut
  }
}
