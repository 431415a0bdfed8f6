/// A random generator that makes a number in about a nanosecond.
///
/// A better generator would cost as much as a lock.
///
/// Xorshift64 (Marsaglia 2003).
@usableFromInline struct Xorshift: Sendable {
  @usableFromInline var state: UInt64

  /// Starts from a seed.
  ///
  /// An even seed becomes the next odd number, because the generator would never leave 0.
  @inlinable init(seed: UInt64) { state = seed | 1 }

  /// A number from 0 to `bound` - 1, for bounds up to 2^32.
  @inlinable @inline(__always)
  mutating func next(below bound: UInt64) -> UInt64 {
    state ^= state &<< 13
    state ^= state &>> 7
    state ^= state &<< 17
    // Multiplies the high half by the bound, which replaces a division.
    return ((state &>> 32) &* bound) &>> 32
  }

  /// Puts values in a random order (Fisher and Yates).
  mutating func shuffle<Value>(_ values: inout [Value]) {
    for last in stride(from: values.count - 1, to: 0, by: -1) {
      values.swapAt(last, Int(next(below: UInt64(last + 1))))
    }
  }
}
