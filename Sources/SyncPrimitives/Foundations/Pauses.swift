public import CSyncShims

/// Keeps the CPU for `times` pauses, the unit of a spinlock's delays.
///
/// A pause lasts from about ten to more than a hundred cycles, depending on the processor.
@inlinable @inline(__always)
public func pause(times: UInt32) {
  var left = times
  while left > 0 {
    sync_pause()
    left &-= 1
  }
}

/// The delays, in pauses, between two tries of a waiter that spins for a bounded time.
///
/// The delays vary with the low bits of the cycle counter. With equal delays, threads that saw the
/// same release would try again together, forever.
@usableFromInline
struct JitteredPauses: Sendable {
  /// The number of tries of one spin, as published with the design of ``SpinParkFutex``.
  static var tries: Int { 20 }

  /// The shortest delay, in pauses: 64 as published, or fewer if 64 pauses take longer than 2 µs.
  ///
  /// With the jitter, a try takes at most 3 µs on average, and a spin of 20 tries 60 µs. Putting a
  /// thread to sleep and waking it may cost as much on a virtual machine. Spinning in vain
  /// therefore at most doubles the cost of a wait (Karlin, Li, Manasse and Owicki 1991).
  let base = sync_pauses_within(2000, 64)

  @usableFromInline init() {}

  /// Draws a delay from ``base`` to just below twice ``base``.
  func draw() -> UInt32 {
    // The jitter is scaled by a multiplication, because the base is not a power of two on every
    // machine.
    base &+ (((sync_jitter() & 0xffff) &* base) >> 16)
  }

  static func wait(_ pauses: UInt32) {
    for _ in 0..<pauses { sync_pause() }
  }
}
