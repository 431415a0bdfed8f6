import BenchmarkRunner
import CSyncShims
import SyncPrimitives

/// The tally of the bursts in a trial.
struct BurstTally: Sendable {
  /// The number of calls of all bursts.
  var calls: UInt64 = 0
  /// The time of the calls in ns, without the quiet times between bursts.
  var callNanoseconds: UInt64 = 0
  /// The first fault.
  var fault: String?
}

/// Makes bursts of calls to a throttle, two in each period, and waits for the calls that are held
/// back.
///
/// A throttle gets whole bursts within a period, and bursts during which a period ends.
@inline(never)
func throttleLoop<Calls: Throttle>(
  _ throttle: Calls, record: ThrottleRecord, calls: Int, bursts: Int
) -> BurstTally {
  var tally = BurstTally()
  var next = sync_monotonic_ns()
  var call = 0
  for _ in 0..<bursts {
    sync_sleep_until(next)
    let start = sync_monotonic_ns()
    for _ in 0..<calls {
      throttle.call(call, record)
      call &+= 1
    }
    tally.callNanoseconds &+= sync_monotonic_ns() &- start
    next &+= record.periodNanoseconds / 2
  }
  tally.calls = UInt64(call)
  throttle.drain(record)
  tally.fault = throttle.fault(record, calls: call)
  return tally
}

/// The program of one thread that makes bursts of calls to a throttle.
///
/// Each trial has a new throttle.
@inline(__always)
func throttleProgram<Calls: Throttle>(
  _ context: CaseContext, _ type: Calls.Type, patienceNanoseconds: Int = 2_000_000_000
) -> TrialProgram {
  let calls = context.value("calls", default: 16)
  let period = UInt64(max(1000, context.value("period", default: 1_000_000)))
  let bursts = Int(max(4, 2 * context.trialNanoseconds / period))
  @Sendable func freshRecord() -> ThrottleRecord {
    ThrottleRecord(
      capacity: calls * bursts, periodNanoseconds: period, patienceNanoseconds: patienceNanoseconds)
  }
  let latest = MutexProtected(freshRecord())
  let tally = MutexProtected(BurstTally())
  return TrialProgram(threadCount: 1) { thread in
    let seen = throttleLoop(Calls(), record: latest.get(), calls: calls, bursts: bursts)
    tally.put(seen)
    return seen.calls
  } conclude: { _ in
    let seen = tally.take(leaving: BurstTally())
    let firings = latest.take(leaving: freshRecord()).firings(of: Int(seen.calls))
    let share = ratio(Double(firings.seen), to: firings.allowed)
    // The sleeps between bursts are no part of a call's cost.
    return TrialConclusion(
      operations: seen.calls, violation: seen.fault,
      observations: present([("firings_per_allowed", share)])
    ).taking(nanoseconds: seen.callNanoseconds)
  }
}
