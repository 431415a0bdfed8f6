import CSyncShims
import SyncPrimitives
import Synchronization

/// What a sleeper saw of its wake-ups.
struct WakeTally: Equatable, Sendable {
  /// How often it was called.
  var calls: UInt64 = 0
  /// In how many of these the kernel says that it was asleep and was woken.
  var slept: UInt64 = 0
  /// How often the call was not the one after the last.
  var faults: UInt64 = 0
}

/// One thread that wakes another through a futex, round after round, with a rest before each.
struct WakeRounds: ~Copyable, @unchecked Sendable {
  /// The round that the sleeper is called to; the last ends it.
  private let call = CacheAligned(Atomic<UInt32>(0))
  /// The round that it has answered.
  private let answer = CacheAligned(Atomic<UInt32>(0))
  /// When it was called, on the monotonic clock in ns.
  private let instant = CacheAligned<UInt64>(0)

  private static let end = UInt32.max

  /// Wakes the sleeper until the flag is raised, at least once, after a rest each time; how often.
  ///
  /// The rest is for the sleeper to be asleep, and its CPU idle. This thread waits for the answer asleep
  /// too, so that it is in nobody's way where both have one CPU.
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

  /// Sleeps until it is called, again and again until the end; `record` gets the time of each wake-up
  /// from sleep, in ns.
  ///
  /// A call that comes before the sleep is answered and not recorded: it wakes nobody.
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
      // A sleep may end by itself, and the call come just after it.
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
