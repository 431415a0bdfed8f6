/// A small seeded generator whose stream is the same on every machine and toolchain.
///
/// The generator is good enough to shuffle and to resample, but must not be used for secrets. Every
/// seed is a good seed, so a run may use its recorded seed as it is. Steele, Lea and Flood 2014.
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// 2^64 over the golden ratio, and odd.
  private static let step: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// Starts the stream that belongs to `seed`.
  package init(seed: UInt64) {
    state = seed
  }

  /// The next 64 bits of the stream.
  package mutating func next() -> UInt64 {
    state &+= Self.step
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// An unbiased whole number in `0..<bound`.
  ///
  /// `bound` is at least 1. Lemire 2019.
  ///
  /// - Complexity: O(1) expected; a draw is repeated with probability below `bound` / 2^64.
  package mutating func next(below bound: UInt64) -> UInt64 {
    precondition(bound > 0, "the bound of a draw must be at least 1")
    var product = next().multipliedFullWidth(by: bound)
    if product.low < bound {
      // The division is slow, so it is done only if a rejection is possible.
      let threshold = (0 &- bound) % bound
      while product.low < threshold {
        product = next().multipliedFullWidth(by: bound)
      }
    }
    return product.high
  }

  /// The items in a random order, each order as likely as any other.
  ///
  /// The standard library's `shuffled(using:)` may change its algorithm between Swift versions; a
  /// plan has to keep its order for as long as its seed is on record. Fisher and Yates 1938, as
  /// given by Durstenfeld 1964.
  ///
  /// - Complexity: O(n).
  package mutating func shuffled<T>(_ items: [T]) -> [T] {
    var order = items
    for last in order.indices.dropFirst().reversed() {
      order.swapAt(last, Int(next(below: UInt64(last) + 1)))
    }
    return order
  }
}
