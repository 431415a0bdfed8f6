import BenchmarkModel
import BenchmarkStatistics

extension ScaledCases {
  /// The shares of reads at which the costs of each two primitives cross, in cases that differ only
  /// in the primitive and the share of reads.
  func crossovers() -> [Crossover] {
    cases.filter { sharesData($0) && $0.id.readPercent != nil }
      .filter { costs(of: $0) != nil }
      .grouped { $0.id.without(readShareKeys).situation }
      .flatMap { MixedSituation($0, among: self).crossovers() }
  }
}

/// Cases of readers and writers that differ only in the primitive and the share of reads.
private struct MixedSituation {
  /// A primitive's shares of reads, ascending, with its cost and its case's index at each share.
  ///
  /// The index is the position among the cases of all primitives, sorted by share of reads.
  private struct Entry {
    let primitive: String
    let shares: [Double]
    let costs: [Double]
    let indices: [Int]
    let hasIntervals: Bool
  }

  private let workload: String
  private let parameters: [Parameter]
  private let entries: [Entry]
  /// The median cost of each case in each resample; NaN if no block of the case was drawn.
  private let resampled: [[Double]]

  init(_ members: [CaseSummary], among cases: ScaledCases) {
    let sorted = members.sorted { ($0.id.readPercent ?? 0) < ($1.id.readPercent ?? 0) }
    workload = members[0].id.workload
    parameters = members[0].id.without(readShareKeys).parameters
    let trials = sorted.map { cases.costs(of: $0) ?? BlockedTrials([], level: 0.5) }
    var medians: [[Double]] = []
    if trials.contains(where: \.hasInterval) {
      let name = members[0].id.without(readShareKeys).situation
      BlockResampling(trials).forEachResample(
        cases.resamples, seed: cases.seed(name, "crossover")
      ) { summaries in
        medians.append(summaries.map { median($0.compactMap { $0 }) ?? .nan })
      }
    }
    resampled = medians
    // The entries keep the plan's order of primitives.
    entries = members.grouped { $0.id.primitive }.map { group in
      let indices = sorted.indices.filter { sorted[$0].id.primitive == group[0].id.primitive }
      return Entry(
        primitive: group[0].id.primitive,
        shares: indices.compactMap { sorted[$0].id.readPercent },
        costs: indices.map {
          cases.metric(.elapsedPerOperation, of: sorted[$0])?.estimate.value ?? .nan
        },
        indices: indices, hasIntervals: indices.allSatisfy { trials[$0].hasInterval })
    }
  }

  func crossovers() -> [Crossover] {
    entries.indices.flatMap { first in
      entries[(first + 1)...].flatMap { rows(entries[first], $0) }
    }
  }

  /// The rows of two primitives: one for each crossing, or one row that reports no crossing.
  private func rows(_ a: Entry, _ b: Entry) -> [Crossover] {
    let pair = Pair(a, b)
    guard pair.shares.count > 1 else {
      return [row(a, b, nil, "", "", "fewer than two shares of reads were measured of both")]
    }
    let curve = PolygonalCurve(positions: pair.shares, values: pair.differences)
    let crossings = curve.crossings
    if crossings.isEmpty { return [none(a, b, curve)] }
    return crossings.map { crossing in
      let (interval, reason) =
        crossings.count == 1 ? self.interval(of: crossing, pair) : (nil, severalTimes(crossings))
      return row(
        a, b, crossings.count, crossing.isRising ? a.primitive : b.primitive,
        crossing.isRising ? b.primitive : a.primitive, reason,
        pair.measuredShares(
          around: interval ?? Interval(low: crossing.position, high: crossing.position)),
        hasInterval: interval != nil)
    }
  }

  private func none(_ a: Entry, _ b: Entry, _ curve: PolygonalCurve) -> Crossover {
    guard let sign = curve.values.first(where: { $0 != 0 }) else {
      return row(a, b, 0, "", "", "they cost the same at every share measured")
    }
    let cheaper = sign < 0 ? a.primitive : b.primitive
    return row(a, b, 0, cheaper, cheaper, "\(cheaper) costs less at every share measured")
  }

  private func row(
    _ a: Entry, _ b: Entry, _ crossings: Int?, _ below: String, _ above: String, _ reason: String,
    _ shares: Interval? = nil, hasInterval: Bool = false
  ) -> Crossover {
    Crossover(
      workload: workload, parameters: parameters, primitives: [a.primitive, b.primitive],
      crossings: crossings, readShares: shares, hasInterval: hasInterval, cheaperBelow: below,
      cheaperAbove: above, reason: reason)
  }

  private func severalTimes(_ crossings: [Crossing]) -> String {
    "they cross \(crossings.count) times, so no crossing has an interval"
  }

  private func interval(of crossing: Crossing, _ pair: Pair) -> (Interval?, String) {
    guard pair.hasIntervals, !resampled.isEmpty else { return (nil, ScaledCases.tooFewLaunches) }
    let positions = resampled.compactMap { costs -> Double? in
      let differences = pair.indices.map { costs[$0.first] - costs[$0.second] }
      guard !differences.contains(where: \.isNaN) else { return nil }
      return PolygonalCurve(positions: pair.shares, values: differences).counterpart(of: crossing)
    }
    guard let interval = resampledInterval(positions, around: crossing.position) else {
      return (nil, ScaledCases.tooFewLaunches)
    }
    let isWithin = interval.low.isFinite && interval.high.isFinite
    return (
      interval,
      isWithin ? "" : "the interval reaches past the shares measured: perhaps they do not cross"
    )
  }

  /// Two primitives at the shares of reads that were measured for both.
  private struct Pair {
    let shares: [Double]
    /// The first primitive's cost minus the second's, at each share.
    let differences: [Double]
    let indices: [(first: Int, second: Int)]
    let hasIntervals: Bool

    init(_ a: Entry, _ b: Entry) {
      var (shares, differences): ([Double], [Double]) = ([], [])
      var indices: [(first: Int, second: Int)] = []
      for (index, share) in a.shares.enumerated() {
        guard let other = b.shares.firstIndex(of: share) else { continue }
        shares.append(share)
        differences.append(a.costs[index] - b.costs[other])
        indices.append((a.indices[index], b.indices[other]))
      }
      self.shares = shares
      self.differences = differences
      self.indices = indices
      hasIntervals = a.hasIntervals && b.hasIntervals
    }

    /// The nearest measured shares between which an interval lies; an end that reaches past them is
    /// infinite.
    func measuredShares(around interval: Interval) -> Interval {
      // Rounding may move an interpolated crossing away from the measured share at which the costs
      // are equal.
      let rounding = 1e-6
      return Interval(
        low: shares.last { $0 <= interval.low + rounding } ?? -.infinity,
        high: interval.high.isFinite
          ? shares.first { $0 >= interval.high - rounding } ?? .infinity : .infinity)
    }
  }
}

/// The parameters that may hold the share of reads.
private let readShareKeys: Set = ["read-permille", "read-percent"]

extension CaseID {
  /// The share of reads in percent, from either parameter; older runs have whole percents only.
  var readPercent: Double? {
    self["read-permille"].map { Double($0) / 10 } ?? self["read-percent"].map { Double($0) }
  }
}
