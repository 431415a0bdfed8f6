import CSyncShims
import SyncPrimitives
import Synchronization

/// The tally of a sleeper's wake-ups.
struct WakeTally: Equatable, Sendable {
  /// The number of calls, each of which is one attempt of the waker to wake the sleeper.
  var calls: UInt64 = 0
  /// The number of calls that woke the sleeper from sleep, as the kernel reports it.
  var slept: UInt64 = 0
  /// The number of calls that were not numbered one more than the previous call.
  var faults: UInt64 = 0
}

/// The state that a waker and a sleeper share: one thread wakes the other through a futex, round
/// after round, with a rest before each wake-up.
struct WakeRounds: ~Copyable, @unchecked Sendable {
  /// The round that the sleeper is called to.
  ///
  /// The value `end` ends the sleeper.
  private let call = CacheAligned(Atomic<UInt32>(0))
  /// The round that the sleeper has answered.
  private let answer = CacheAligned(Atomic<UInt32>(0))
  /// The instant of the call, on the monotonic clock in ns.
  private let instant = CacheAligned<UInt64>(0)

  private static let end = UInt32.max

  /// Wakes the sleeper once or more, until `stop` is raised, with a rest before each wake-up.
  ///
  /// Returns the number of calls.
  ///
  /// In the rest, the sleeper usually falls asleep and its CPU becomes idle. The waker sleeps too
  /// while it waits for the answer, so that it does not keep the CPU from the sleeper if both share
  /// a CPU.
  borrowing func wake(until stop: UnsafePointer<UInt32>, restNanoseconds: UInt64) -> UInt64 {
    var round: UInt32 = 0
    repeat {
      sync_sleep_until(sync_monotonic_ns() + restNanoseconds)
      round += 1
      instant.pointer.pointee = sync_monotonic_ns()
      call.pointer.pointee.store(round, ordering: .releasing)
      _ = sync_futex_wake(call.pointer, 1)
      while case let seen = answer.pointer.pointee.load(ordering: .acquiring), seen != round {
        _ = sync_futex_wait(answer.pointer, seen)
      }
    } while sync_flag_read(stop) == 0 && round < Self.end - 1
    call.pointer.pointee.store(Self.end, ordering: .releasing)
    _ = sync_futex_wake(call.pointer, 1)
    return UInt64(round)
  }

  /// Sleeps until the next call, again and again until the end.
  ///
  /// `record` gets the time of each wake-up from sleep, in ns.
  ///
  /// If a call comes before the sleep, it is answered but not recorded, because it wakes no thread.
  borrowing func sleep(record: (UInt64) -> Void) -> WakeTally {
    var tally = WakeTally()
    var last: UInt32 = 0
    while true {
      var hasSlept = false
      var now: UInt64 = 0
      var called = call.pointer.pointee.load(ordering: .acquiring)
      while called == last {
        hasSlept = sync_futex_wait(call.pointer, last) == 0
        now = sync_monotonic_ns()
        called = call.pointer.pointee.load(ordering: .acquiring)
      }
      if called == Self.end { return tally }
      tally.calls &+= 1
      if called != last &+ 1 { tally.faults &+= 1 }
      last = called
      let instant = self.instant.pointer.pointee
      // A sleep may end by itself, just before the call comes.
      if hasSlept, now >= instant {
        tally.slept &+= 1
        record(now - instant)
      }
      answer.pointer.pointee.store(called, ordering: .releasing)
      _ = sync_futex_wake(answer.pointer, 1)
    }
  }

  /// Makes ready for the next trial, with both threads at rest.
  borrowing func reset() {
    call.pointer.pointee.store(0, ordering: .relaxed)
    answer.pointer.pointee.store(0, ordering: .relaxed)
  }
}
