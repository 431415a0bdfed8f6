public import CSyncShims

/// Keeps the CPU for `times` pauses: what a spinlock's delay is counted in.
///
/// A pause lasts from some ten to some hundred cycles, as the processor has it.
@inlinable @inline(__always)
public func pause(times: UInt32) {
  var left = times
  while left > 0 {
    sync_pause()
    left &-= 1
  }
}

/// The pauses of a bounded spin: how long a waiter leaves the holder alone between two tries.
///
/// They vary by the low bits of the cycle counter: threads that one release lets loose together would
/// else try again together, forever.
@usableFromInline
struct JitteredPauses: Sendable {
  /// Tries of one spin, published with the design.
  static var tries: Int { 20 }

  /// The published 64 pauses, unless these cost more than 2 µs, as they would at 140 cycles each.
  ///
  /// With its jitter a try then costs 3 µs on average at most, and a spin 60: as much as putting a
  /// thread to sleep and waking it again may cost on a virtual machine, so that spinning in vain at most
  /// doubles the price (Karlin, Li, Manasse and Owicki 1991).
  let base = sync_pauses_within(2000, 64)

  @usableFromInline init() {}

  /// As many as ``base``, and less than as many again at random.
  func draw() -> UInt32 {
    // A multiplication, for the base is no power of two everywhere.
    base &+ (((sync_jitter() & 0xffff) &* base) >> 16)
  }

  /// Pauses as often as was drawn.
  static func wait(_ pauses: UInt32) {
    for _ in 0..<pauses { sync_pause() }
  }
}
