import CSyncShims
import Dispatch
import SyncPrimitives
import Synchronization

/// Submits one item after another to a class's global queue until `stop` is raised, and records
/// the time from each submission to the item's first instruction.
///
/// The submitter rests between items, so that the pool's thread no longer polls for items but
/// sleeps, and the time contains its wake-up.
///
/// - Returns: The number of submitted items, and the number of items that ran.
func qosLatencyLoop(
  _ serviceClass: ServiceClass, until stop: UnsafePointer<UInt32>, recorder: LatencyRecorder?,
  restNanoseconds: UInt64 = 100_000
) -> (submitted: UInt64, ran: UInt64) {
  let queue = serviceClass.queue
  let done = DispatchSemaphore(value: 0)
  nonisolated(unsafe) var ran: UInt64 = 0
  var submitted: UInt64 = 0
  while sync_flag_read(stop) == 0 {
    let submission = sync_monotonic_ns()
    queue.async {
      let start = sync_monotonic_ns()
      recorder?.record(nanoseconds: start - submission)
      ran &+= 1
      done.signal()
    }
    submitted &+= 1
    done.wait()
    sync_sleep_until(sync_monotonic_ns() + restNanoseconds)
  }
  return (submitted, ran)
}

/// Submits Swift tasks like `qosLatencyLoop` submits items.
///
/// The loops are separate, so that nothing comes between the reading of the clock and the
/// submission of an item.
func taskLatencyLoop(
  _ place: ServicePlace, until stop: UnsafePointer<UInt32>, recorder: LatencyRecorder?,
  restNanoseconds: UInt64 = 100_000
) -> (submitted: UInt64, ran: UInt64) {
  let done = DispatchSemaphore(value: 0)
  nonisolated(unsafe) var ran: UInt64 = 0
  var submitted: UInt64 = 0
  while sync_flag_read(stop) == 0 {
    let submission = sync_monotonic_ns()
    place.submit {
      let start = sync_monotonic_ns()
      recorder?.record(nanoseconds: start - submission)
      ran &+= 1
      done.signal()
    }
    submitted &+= 1
    done.wait()
    sync_sleep_until(sync_monotonic_ns() + restNanoseconds)
  }
  return (submitted, ran)
}

/// Plain threads that keep CPUs busy, at the nice value of the thread that starts them (usually 0).
package final class CPUHogs: Sendable {
  private let flag: CacheAligned<UInt32>
  private let threads: [PosixThread]

  /// The number of threads, which is less than requested if the system refused a thread.
  package var count: Int { threads.count }

  /// Starts `count` busy threads.
  package init(count: Int) {
    flag = CacheAligned(0)
    nonisolated(unsafe) let stop = flag.pointer
    threads = (0..<count).compactMap { _ in
      try? PosixThread { while sync_flag_read(stop) == 0 { _ = sync_work(1000) } }
    }
  }

  deinit {
    sync_flag_write(flag.pointer, 1)
    for thread in threads { thread.join() }
  }
}

/// Submits one item after another to a place until `stop` is raised, spins while an item is on
/// its way, and records the time from each submission to the item's first instruction.
///
/// A submitter that sleeps until its item has run leaves its CPU to the item. This submitter spins,
/// so that the item's thread must take a CPU from another thread. The submitter rests between
/// items, so that the item's thread is asleep again.
///
/// - Returns: The number of submitted items, and the number of items that ran.
func wakeUpLoop(
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
