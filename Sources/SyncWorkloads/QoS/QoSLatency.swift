import CSyncShims
import Dispatch
import Glibc

/// Submits one item after another to a class's global queue until the flag is raised, and records the
/// time from each submission to the item's first instruction.
///
/// The submitter rests between items, long enough that the pool's worker is asleep again: what is
/// measured is a wake-up, not a poll.
///
/// - Returns: The items submitted, and how many of them ran.
public func qosLatencyLoop(
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

/// The same for a Swift task of a place: tasks have a loop of their own, so that nothing stands between a
/// class's stamp and its submission.
public func taskLatencyLoop(
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

/// Plain threads at nice 0 that keep CPUs busy until they are let go.
public final class CPUHogs: @unchecked Sendable {
  private let flag: UnsafeMutablePointer<UInt32>
  private var threads: [pthread_t] = []

  /// How many there are: fewer than asked for where the system refused one.
  public var count: Int { threads.count }

  /// Starts `count` busy threads.
  public init(count: Int) {
    flag = .allocate(capacity: 1)
    flag.initialize(to: 0)
    for _ in 0..<count {
      var thread = pthread_t()
      let status = pthread_create(
        &thread, nil,
        { context in
          guard let flag = context?.assumingMemoryBound(to: UInt32.self) else { return nil }
          while sync_flag_read(flag) == 0 { _ = sync_work(1000) }
          return nil
        }, flag)
      if status == 0 { threads.append(thread) }
    }
  }

  deinit {
    sync_flag_write(flag, 1)
    for thread in threads { pthread_join(thread, nil) }
    flag.deallocate()
  }
}
