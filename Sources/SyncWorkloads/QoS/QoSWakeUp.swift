import CSyncShims
import SyncPrimitives
import Synchronization

/// Submits one item after another to a place until the flag is raised, keeps its own CPU meanwhile, and
/// records the time from each submission to the item's first instruction.
///
/// A submitter that sleeps until its item has run leaves the CPU on which the item can: this one spins,
/// so that the item's thread must take a CPU from somebody. It rests between items, that the thread is
/// asleep again.
///
/// - Returns: The items submitted, and how many of them ran.
public func wakeUpLoop(
  _ place: ServicePlace, until stop: UnsafePointer<UInt32>, recorder: LatencyRecorder?,
  restNanoseconds: UInt64 = 100_000
) -> (submitted: UInt64, ran: UInt64) {
  let ran = CacheAligned(Atomic<UInt64>(0))
  nonisolated(unsafe) let count = ran.pointer
  var submitted: UInt64 = 0
  while sync_flag_read(stop) == 0 {
    let submission = sync_monotonic_ns()
    place.submit {
      let start = sync_monotonic_ns()
      recorder?.record(nanoseconds: start - submission)
      count.pointee.wrappingAdd(1, ordering: .releasing)
    }
    submitted &+= 1
    while count.pointee.load(ordering: .acquiring) < submitted { sync_pause() }
    sync_sleep_until(sync_monotonic_ns() + restNanoseconds)
  }
  return (submitted, count.pointee.load(ordering: .acquiring))
}
