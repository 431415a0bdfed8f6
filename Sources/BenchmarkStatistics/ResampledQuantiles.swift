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

  /// Calls `body` with what draws from the samples, which begins where `generator` is and leaves it where
  /// it ends.
  func withDrawing<Result>(
    using generator: inout SplitMix64, _ body: (inout Drawing) -> Result
  ) -> Result {
    let largest = samples.reduce(0) { max($0, $1.count) }
    return withUnsafeTemporaryAllocation(of: UInt32.self, capacity: largest) { counts in
      ascending.withUnsafeBufferPointer { ascending in
        samples.withUnsafeBufferPointer { samples in
          Drawing.withAOneAmongZeros { aOneAmongZeros in
            var drawing = Drawing(
              ascending: ascending, samples: samples, aOneAmongZeros: aOneAmongZeros,
              counts: counts, generator: generator)
            defer { generator = drawing.generator }
            return body(&drawing)
          }
        }
      }
    }
  }

  /// Draws from the samples; good only inside the call that hands it out.
  ///
  /// All of it is inlined where it is used, so that the generator stays in a register.
  struct Drawing {
    fileprivate let ascending: UnsafeBufferPointer<Double>
    fileprivate let samples: UnsafeBufferPointer<Sample>
    fileprivate let aOneAmongZeros: UnsafeRawBufferPointer
    fileprivate let counts: UnsafeMutableBufferPointer<UInt32>
    fileprivate var generator: SplitMix64

    /// A position of so many, each as likely as any other.
    @inline(__always)
    mutating func position(in count: Int) -> Int {
      Int(truncatingIfNeeded: generator.next(below: UInt64(truncatingIfNeeded: count)))
    }

    /// The quantile of one resample of a sample.
    ///
    /// - Complexity: O(size of the sample).
    @inline(__always)
    mutating func quantile(of index: Int) -> Double {
      let sample = samples[index]
      if sample.count == 1 {
        generator.skip()
        return ascending[sample.start]
      }
      var positions: (low: Int, high: Int)
      if sample.rank.upper == 0 {
        let least = leastPosition(of: sample.count)
        positions = (least, least)
      } else if sample.rank.lower == sample.count &- 1 {
        let greatest = greatestPosition(of: sample.count)
        positions = (greatest, greatest)
      } else if sample.count <= 8 {
        positions = positionsOfFew(sample)
      } else if sample.count <= Self.vectorLength {
        positions = positionsOfSome(sample)
      } else {
        positions = positionsOfMany(sample)
      }
      return sample.rank.interpolate(
        ascending[sample.start &+ positions.low], ascending[sample.start &+ positions.high])
    }

    @inline(__always)
    private mutating func leastPosition(of count: Int) -> Int {
      var least = count
      for _ in 0..<count { least = min(least, position(in: count)) }
      return least
    }

    @inline(__always)
    private mutating func greatestPosition(of count: Int) -> Int {
      var greatest = 0
      for _ in 0..<count { greatest = max(greatest, position(in: count)) }
      return greatest
    }

    /// Counting how often each position was drawn gives any order statistic of the resample in one walk:
    /// the sample is sorted once, and no resample has to be.
    @inline(__always)
    private mutating func positionsOfMany(_ sample: Sample) -> (low: Int, high: Int) {
      for position in 0..<sample.count { counts[position] = 0 }
      for _ in 0..<sample.count { counts[position(in: sample.count)] &+= 1 }
      var (low, high) = (0, 0)
      var seen = 0
      // Without a way out of the loop, which would be guessed wrong nearly each time.
      for position in 0..<(sample.count &- 1) {
        seen &+= Int(truncatingIfNeeded: counts[position])
        low &+= seen <= sample.rank.lower ? 1 : 0
        high &+= seen <= sample.rank.upper ? 1 : 0
      }
      return (low, high)
    }

    /// The same with the counts of at most eight positions in the bytes of one word.
    @inline(__always)
    private mutating func positionsOfFew(_ sample: Sample) -> (low: Int, high: Int) {
      var counts: UInt64 = 0
      for _ in 0..<sample.count {
        counts &+= 1 &<< UInt64(truncatingIfNeeded: 8 &* position(in: sample.count))
      }
      let seen = Self.sums(of: counts, above: 0)
      return (
        Self.sum(Self.bytes(of: seen, atMost: sample.rank.lower)),
        Self.sum(Self.bytes(of: seen, atMost: sample.rank.upper))
      )
    }

    /// The same with the counts of at most 32 positions in the bytes of a vector.
    ///
    /// Nothing is stored: a count that is raised in memory just after it was raised waits for that.
    @inline(__always)
    private mutating func positionsOfSome(_ sample: Sample) -> (low: Int, high: Int) {
      var counts = SIMD32<UInt8>()
      for _ in 0..<sample.count {
        counts &+= aOneAmongZeros.loadUnaligned(
          fromByteOffset: Self.vectorLength &- position(in: sample.count), as: SIMD32<UInt8>.self)
      }
      let words = unsafeBitCast(counts, to: SIMD4<UInt64>.self)
      var (low, high, seen): (UInt64, UInt64, UInt64) = (0, 0, 0)
      for index in 0..<4 {
        seen = Self.sums(of: words[index], above: seen &>> 56)
        low &+= Self.bytes(of: seen, atMost: sample.rank.lower)
        high &+= Self.bytes(of: seen, atMost: sample.rank.upper)
      }
      return (Self.sum(low), Self.sum(high))
    }

    /// In each byte the sum of that byte and those below, and of what is below them all; no sum is above
    /// 127, so that none reaches the next byte.
    @inline(__always)
    private static func sums(of word: UInt64, above below: UInt64) -> UInt64 {
      (word &+ below) &* ones
    }

    /// A one in each byte that is at most a limit.
    @inline(__always)
    private static func bytes(of word: UInt64, atMost limit: Int) -> UInt64 {
      let limits = (UInt64(truncatingIfNeeded: limit) | 0x80) &* ones
      return ((limits &- word) &>> 7) & ones
    }

    /// The sum of all bytes.
    @inline(__always)
    private static func sum(_ word: UInt64) -> Int {
      Int(truncatingIfNeeded: (word &* ones) &>> 56)
    }

    private static var ones: UInt64 { 0x0101_0101_0101_0101 }

    private static var vectorLength: Int { 32 }

    /// Hands on bytes that hold, read from the right place, a one at any place of a vector.
    ///
    /// They fill a line of the cache and never two, of which every other read would touch both.
    fileprivate static func withAOneAmongZeros<Result>(
      _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result {
      withUnsafeTemporaryAllocation(
        byteCount: 2 * vectorLength, alignment: 2 * vectorLength
      ) { bytes in
        for index in bytes.indices { bytes[index] = index == vectorLength ? 1 : 0 }
        return body(UnsafeRawBufferPointer(bytes))
      }
    }
  }
}
