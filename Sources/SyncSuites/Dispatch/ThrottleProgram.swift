import BenchmarkRunner
import CSyncShims
import SyncPrimitives

/// What a trial of bursts came to.
struct BurstTally: Sendable {
  /// The calls of all bursts.
  var calls: UInt64 = 0
  /// How long the calls took in ns, the quiet times between bursts left out.
  var callNanoseconds: UInt64 = 0
  /// What was wrong with the first burst that had a fault.
  var fault: String?
}

/// Makes so many bursts of calls to a throttle, two in each period, and waits for what is held back.
///
/// A throttle sees whole bursts in a period, and the edges of periods within bursts.
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

/// The program of one thread that makes bursts of calls to a throttle, which is another in each trial.
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
    var conclusion = TrialConclusion(operations: seen.calls, violation: seen.fault)
    // The sleeps between bursts are no part of a call's cost.
    conclusion.elapsedNanoseconds = max(1, seen.callNanoseconds)
    if firings.allowed > 0 {
      conclusion.observations = [
        ("firings_per_allowed", Double(firings.seen) / Double(firings.allowed))
      ]
    }
    return conclusion
  }
}
