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
