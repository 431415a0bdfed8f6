import CSyncShims

/// Waits until no other thread of the process runs, but no longer than the limit; whether it came to
/// that.
///
/// Helpers of a parallel loop may still be leaving when it returns: what they do then belongs to no
/// trial, and must not run into the next one.
@discardableResult
public func waitForRest(limitNanoseconds: UInt64 = 2_000_000) -> Bool {
  let due = sync_monotonic_ns() + limitNanoseconds
  // Where the kernel doesn't show the threads, there is nothing to wait by.
  while sync_running_threads() > 0 {
    let now = sync_monotonic_ns()
    guard now < due else { return false }
    sync_sleep_until(now + 50_000)
  }
  return true
}
