/// One quantile of each of several samples, observed and as resampling with replacement would give it.
///
/// The samples lie end to end, each in ascending order: a resample touches nothing else, and allocates
/// nothing.
struct ResampledQuantiles {
  /// Where a sample lies, and its quantile.
  fileprivate struct Sample {
    let start: Int
    let count: Int
    let rank: Rank
  }

  /// The quantiles of the samples themselves.
  private(set) var observed: [Double] = []

  private var ascending: [Double] = []
  private var samples: [Sample] = []

  /// Adds a sample, which must not be empty.
  mutating func append(_ values: [Double], level: Double) {
    let rank = Rank(level: level, count: values.count)
    let start = ascending.count
    samples.append(Sample(start: start, count: values.count, rank: rank))
    ascending += values.sorted()
    observed.append(rank.interpolate(ascending[start + rank.lower], ascending[start + rank.upper]))
  }

  /// How many samples there are.
  var count: Int { samples.count }

  /// The value that all samples consist of; nil where they differ.
  var onlyValue: Double? {
    guard let first = ascending.first else { return nil }
    return ascending.allSatisfy { $0.bitPattern == first.bitPattern } ? first : nil
  }

  /// Calls `body` with what draws from the samples.
  func withDrawing<Result>(_ body: (borrowing Drawing) -> Result) -> Result {
    let largest = samples.reduce(0) { max($0, $1.count) }
    return withUnsafeTemporaryAllocation(of: UInt32.self, capacity: largest) { counts in
      ascending.withUnsafeBufferPointer { ascending in
        samples.withUnsafeBufferPointer { samples in
          body(Drawing(ascending: ascending, samples: samples, counts: counts))
        }
      }
    }
  }

  /// Draws from the samples; good only inside the call that hands it out.
  struct Drawing: ~Copyable {
    fileprivate let ascending: UnsafeBufferPointer<Double>
    fileprivate let samples: UnsafeBufferPointer<Sample>
    fileprivate let counts: UnsafeMutableBufferPointer<UInt32>

    /// The quantile of one resample of a sample.
    ///
    /// - Complexity: O(size of the sample).
    @inline(__always)
    func quantile(of index: Int, using generator: inout SplitMix64) -> Double {
      let sample = samples[index]
      let rank = sample.rank
      if sample.count == 1 {
        generator.skip()
        return ascending[sample.start]
      }
      let (low, high) =
        if rank.upper == 0 {
          pair(leastPosition(of: sample.count, using: &generator))
        } else if rank.lower == sample.count - 1 {
          pair(greatestPosition(of: sample.count, using: &generator))
        } else if sample.count <= 8 {
          fewPositions(of: sample, using: &generator)
        } else {
          positions(of: sample, using: &generator)
        }
      return rank.interpolate(ascending[sample.start + low], ascending[sample.start + high])
    }

    private func pair(_ position: Int) -> (Int, Int) { (position, position) }

    @inline(__always)
    private func leastPosition(of count: Int, using generator: inout SplitMix64) -> Int {
      var least = count
      for _ in 0..<count { least = min(least, generator.position(in: count)) }
      return least
    }

    @inline(__always)
    private func greatestPosition(of count: Int, using generator: inout SplitMix64) -> Int {
      var greatest = 0
      for _ in 0..<count { greatest = max(greatest, generator.position(in: count)) }
      return greatest
    }

    /// Counting how often each position was drawn gives any order statistic of the resample in one walk:
    /// the sample is sorted once, and no resample has to be.
    @inline(__always)
    private func positions(
      of sample: Sample, using generator: inout SplitMix64
    ) -> (low: Int, high: Int) {
      for position in 0..<sample.count { counts[position] = 0 }
      for _ in 0..<sample.count { counts[generator.position(in: sample.count)] &+= 1 }
      var (low, high) = (0, 0)
      var seen = 0
      // Without a way out of the loop, which would be guessed wrong nearly each time.
      for position in 0..<(sample.count - 1) {
        seen &+= Int(truncatingIfNeeded: counts[position])
        low &+= seen <= sample.rank.lower ? 1 : 0
        high &+= seen <= sample.rank.upper ? 1 : 0
      }
      return (low, high)
    }

    /// The same with the counts of at most eight positions in the bytes of one word.
    @inline(__always)
    private func fewPositions(
      of sample: Sample, using generator: inout SplitMix64
    ) -> (low: Int, high: Int) {
      let ones: UInt64 = 0x0101_0101_0101_0101
      var counts: UInt64 = 0
      for _ in 0..<sample.count {
        counts &+= 1 &<< UInt64(truncatingIfNeeded: 8 &* generator.position(in: sample.count))
      }
      // The product has in each byte the sum of that byte and those below: at most eight, so that no sum
      // reaches the next byte.
      let seen = counts &* ones
      func position(_ rank: Int) -> Int {
        let isAtMost = ((UInt64(truncatingIfNeeded: rank) | 0x80) &* ones &- seen) & (ones &<< 7)
        return Int(truncatingIfNeeded: ((isAtMost &>> 7) &* ones) &>> 56)
      }
      return (position(sample.rank.lower), position(sample.rank.upper))
    }
  }
}

extension SplitMix64 {
  /// A position of so many, each as likely as any other.
  @inline(__always)
  mutating func position(in count: Int) -> Int {
    Int(truncatingIfNeeded: next(below: UInt64(truncatingIfNeeded: count)))
  }
}
