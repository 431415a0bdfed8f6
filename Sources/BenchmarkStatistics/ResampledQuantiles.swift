/// A quantile of each of several samples, observed and in resamples with replacement.
///
/// The samples lie end to end, each in ascending order, so a resample reads little memory besides
/// its sample, and allocates nothing.
struct ResampledQuantiles {
  /// The position of a sample in ``ascending``, and the rank of its quantile.
  fileprivate struct Sample {
    let start: Int
    let count: Int
    let rank: Rank
    /// The index of the sample's ``PositionLaw`` in the list of laws; nil if the sample is too
    /// large for a law.
    let law: Int?
  }

  /// The position of a law's cells, with the sample size and the rank that the law is for.
  fileprivate struct Law {
    let count: Int
    let lower: Int
    let upper: Int
    let cells: Range<Int>
  }

  /// The quantiles of the samples themselves.
  private(set) var observed: [Double] = []

  private var ascending: [Double] = []
  private var samples: [Sample] = []
  private var laws: [Law] = []
  private var cells: [PositionLaw.Cell] = []

  /// Adds a sample, which must not be empty.
  mutating func append(_ values: [Double], level: Double) {
    let rank = Rank(level: level, count: values.count)
    let start = ascending.count
    samples.append(
      Sample(start: start, count: values.count, rank: rank, law: law(of: values.count, rank)))
    ascending += values.sorted()
    observed.append(rank.interpolate(ascending[start + rank.lower], ascending[start + rank.upper]))
  }

  /// The index of the law for samples of `count` values; most launches of a case share a law.
  private mutating func law(of count: Int, _ rank: Rank) -> Int? {
    guard count <= PositionLaw.greatestCount else { return nil }
    let known = laws.firstIndex {
      $0.count == count && $0.lower == rank.lower && $0.upper == rank.upper
    }
    if let known { return known }
    let start = cells.count
    cells += PositionLaw(count: count, rank: rank).cells
    laws.append(
      Law(count: count, lower: rank.lower, upper: rank.upper, cells: start..<cells.count))
    return laws.count - 1
  }

  /// The number of samples.
  var count: Int { samples.count }

  /// The value that all samples consist of; nil if the values differ.
  var onlyValue: Double? {
    guard let first = ascending.first else { return nil }
    return ascending.allSatisfy { $0.bitPattern == first.bitPattern } ? first : nil
  }

  /// Calls `body` with a ``Drawing`` from the samples, which uses and advances `generator`.
  func withDrawing<Result>(
    using generator: inout SplitMix64, _ body: (inout Drawing) -> Result
  ) -> Result {
    let most = samples.reduce(0) { max($0, $1.law == nil ? $1.count : 0) }
    return withUnsafeTemporaryAllocation(of: UInt32.self, capacity: most) { counts in
      ascending.withUnsafeBufferPointer { ascending in
        samples.withUnsafeBufferPointer { samples in
          laws.withUnsafeBufferPointer { laws in
            cells.withUnsafeBufferPointer { cells in
              var drawing = Drawing(
                ascending: ascending, samples: samples, laws: laws, cells: cells, counts: counts,
                generator: generator)
              defer { generator = drawing.generator }
              return body(&drawing)
            }
          }
        }
      }
    }
  }

  /// A source of resamples, valid only inside the call that hands it out.
  ///
  /// The methods that samples with a position law need are inlined into their callers, so that the
  /// generator stays in a register.
  struct Drawing {
    fileprivate let ascending: UnsafeBufferPointer<Double>
    fileprivate let samples: UnsafeBufferPointer<Sample>
    fileprivate let laws: UnsafeBufferPointer<Law>
    fileprivate let cells: UnsafeBufferPointer<PositionLaw.Cell>
    fileprivate let counts: UnsafeMutableBufferPointer<UInt32>
    fileprivate var generator: SplitMix64

    /// A random position below `count`, each position with the same probability.
    @inline(__always)
    mutating func position(in count: Int) -> Int {
      Int(truncatingIfNeeded: generator.next(below: UInt64(truncatingIfNeeded: count)))
    }

    /// The quantile of one resample of a sample.
    ///
    /// - Complexity: O(1) up to 1000 values, else O(size of the sample).
    @inline(__always)
    mutating func quantile(of index: Int) -> Double {
      let sample = samples[index]
      let positions: (low: Int, high: Int)
      if let law = sample.law {
        positions = PositionLaw.positions(
          generator.next(), in: UnsafeBufferPointer(rebasing: cells[laws[law].cells]))
      } else {
        positions = positionsOfMany(sample)
      }
      return sample.rank.interpolate(
        ascending[sample.start &+ positions.low], ascending[sample.start &+ positions.high])
    }

    /// The positions from which the quantile of one resample of a large sample is interpolated.
    ///
    /// Counting how often each position was drawn gives any order statistic of the resample in one
    /// pass, so no resample has to be sorted.
    private mutating func positionsOfMany(_ sample: Sample) -> (low: Int, high: Int) {
      for position in 0..<sample.count { counts[position] = 0 }
      for _ in 0..<sample.count { counts[position(in: sample.count)] &+= 1 }
      var (low, high) = (0, 0)
      var seen = 0
      // The loop has no early exit, because the exit would be mispredicted nearly every time.
      for position in 0..<(sample.count &- 1) {
        seen &+= Int(truncatingIfNeeded: counts[position])
        low &+= seen <= sample.rank.lower ? 1 : 0
        high &+= seen <= sample.rank.upper ? 1 : 0
      }
      return (low, high)
    }
  }
}
