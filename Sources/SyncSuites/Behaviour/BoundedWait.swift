import CSyncShims

/// Waits that end in any case: an experiment must.
enum BoundedWait {
  /// Spins until something holds; whether it came to that in time.
  ///
  /// It yields each time: what is waited for may need this CPU.
  static func spin(
    atMost nanoseconds: UInt64 = 1_000_000_000, until holds: () -> Bool
  ) -> Bool {
    let due = sync_monotonic_ns() + nanoseconds
    while !holds() {
      if sync_monotonic_ns() > due { return false }
      sync_yield()
    }
    return true
  }

  /// Spins until a thread of this process sleeps; whether it came to that in time.
  static func spin(untilSleeps thread: Int32) -> Bool {
    spin { sync_is_runnable(thread) == 0 }
  }
}
