/// The probabilities of two positions in a sorted sample: a resample's quantile is interpolated
/// between the sample's values at these positions.
///
/// A resample draws m values from m sorted values with replacement. The resample's k-th smallest
/// value is the sample's value at some position a, counted from 0. The resample's (k + 1)-th
/// smallest value is the sample's value at some position b ≥ a. The multinomial law gives the
/// probability of every two positions (a, b), so that one draw of positions replaces the m draws of
/// a resample. If b > a, the k smallest draws lie at or below a, at least one of them at a, and the
/// others at or above b, at least one of them at b:
///
///     P(a, b) = C(m, k) ((a+1)^k − a^k) ((m−b)^(m−k) − (m−b−1)^(m−k)) / m^m
///
/// P(a, a) is the probability that the k-th smallest value lies at a, less all P(a, b) with b > a.
/// The positions are drawn by the alias method (Walker 1977, Vose 1991). Powers are computed as
/// products instead of by `pow`, so they are equal on every machine to the last bit.
struct PositionLaw {
  /// Two positions of 16 bits, the lower position in the low half.
  typealias Packed = UInt32

  /// A cell of the alias table, which gives its own two positions or two other positions.
  struct Cell {
    let own: Packed
    var other: Packed
    /// The number out of 2^32 random numbers for which the cell gives its own positions.
    var share: UInt32
  }

  struct Pair: Equatable {
    let low: Int
    let high: Int
    let chance: Double
  }

  /// The largest number of sorted values for which the law is computed: for a slightly larger
  /// number, a binomial coefficient overflows.
  static let greatestCount = 1000

  /// The cells of the alias table, one for every two positions that are ever drawn.
  let cells: [Cell]

  /// The law of the two positions that give the quantile at `rank`, in resamples of `count` values,
  /// at most `greatestCount`.
  ///
  /// - Complexity: O(count²).
  init(count: Int, rank: Rank) {
    cells = Self.aliased(Self.pairs(count, rank))
  }

  /// Every two positions that are ever drawn, with their probabilities.
  ///
  /// Positions with a probability below 10^-12 count as never drawn.
  static func pairs(_ count: Int, _ rank: Rank) -> [Pair] {
    let least = 1e-12
    let smaller = rank.lower + 1
    let ways = binomialCoefficient(count, smaller)
    let above = (0..<count).map { position in
      power(parts(count - position, of: count), count - smaller)
        - power(parts(count - position - 1, of: count), count - smaller)
    }
    var pairs: [Pair] = []
    var reached = 0.0
    for low in 0..<count {
      let before = reached
      reached = atLeast(smaller, of: count, chance: parts(low + 1, of: count))
      guard reached - before > least else { continue }
      var rest = reached - before
      if rank.upper > rank.lower {
        let below =
          power(parts(low + 1, of: count), smaller) - power(parts(low, of: count), smaller)
        for high in (low + 1)..<max(low + 1, count) {
          // Positions farther apart are less likely.
          let chance = ways * below * above[high]
          guard chance > least else { break }
          rest -= chance
          pairs.append(Pair(low: low, high: high, chance: chance))
        }
      }
      if rest > least { pairs.append(Pair(low: low, high: low, chance: rest)) }
    }
    return pairs
  }

  private static func parts(_ part: Int, of count: Int) -> Double { Double(part) / Double(count) }

  /// The probability of at least `hits` hits in `count` tries, with `hits` from 1 to `count`.
  ///
  /// The sum is over the tail away from the mean, whose terms decrease from the first term on.
  private static func atLeast(_ hits: Int, of count: Int, chance: Double) -> Double {
    if chance >= 1 { return 1 }
    let miss = 1 - chance
    let isUpper = Double(hits) > Double(count) * chance
    var tries = isUpper ? hits : hits - 1
    var term =
      binomialCoefficient(count, tries) * power(chance, tries) * power(miss, count - tries)
    var sum = 0.0
    while term > sum * 0x1p-60 {
      sum += term
      if isUpper {
        guard tries < count else { break }
        term *= Double(count - tries) / Double(tries + 1) * (chance / miss)
        tries += 1
      } else {
        guard tries > 0 else { break }
        term *= Double(tries) / Double(count - tries + 1) * (miss / chance)
        tries -= 1
      }
    }
    return isUpper ? sum : 1 - sum
  }

  /// Raises to a power by repeated squaring, which gives the same bits on every machine.
  private static func power(_ base: Double, _ exponent: Int) -> Double {
    var (result, square, left) = (1.0, base, exponent)
    while left > 0 {
      if left & 1 == 1 { result *= square }
      square *= square
      left >>= 1
    }
    return result
  }

  private static func binomialCoefficient(_ count: Int, _ chosen: Int) -> Double {
    (0..<min(chosen, count - chosen)).reduce(1.0) { $0 * Double(count - $1) / Double($1 + 1) }
  }
}

extension PositionLaw {
  /// Cells of equal size, each shared by at most two entries of `pairs`.
  ///
  /// - Complexity: O(number of pairs).
  static func aliased(_ pairs: [Pair]) -> [Cell] {
    let scale = Double(pairs.count) / pairs.reduce(0) { $0 + $1.chance }
    var left = pairs.map { $0.chance * scale }
    // If all draws on a cell give its own positions, `other` repeats these positions, so that no
    // share has to be 2^32.
    var cells = pairs.map { Cell(own: packed($0), other: packed($0), share: .max) }
    var small = left.indices.filter { left[$0] < 1 }
    var large = left.indices.filter { left[$0] >= 1 }
    while let poor = small.popLast(), let rich = large.last {
      cells[poor].share = UInt32(left[poor] * 0x1p32)
      cells[poor].other = cells[rich].own
      left[rich] -= 1 - left[poor]
      if left[rich] < 1 {
        large.removeLast()
        small.append(rich)
      }
    }
    return cells
  }

  private static func packed(_ pair: Pair) -> Packed {
    Packed(pair.low) | Packed(pair.high) << 16
  }

  /// The positions that 64 random bits stand for.
  ///
  /// - Complexity: O(1).
  @inline(__always)
  static func positions(
    _ bits: UInt64, in cells: UnsafeBufferPointer<Cell>
  ) -> (low: Int, high: Int) {
    let index = ((bits &>> 32) &* UInt64(truncatingIfNeeded: cells.count)) &>> 32
    let cell = cells[Int(truncatingIfNeeded: index)]
    let packed = UInt32(truncatingIfNeeded: bits) < cell.share ? cell.own : cell.other
    return (Int(packed & 0xffff), Int(packed &>> 16))
  }
}
