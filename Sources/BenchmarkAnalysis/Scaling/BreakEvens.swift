import BenchmarkModel
import BenchmarkStatistics
import Glibc

extension ScaledCases {
  /// The size of an iteration from which each loop beats its reference, for each width above 1; on
  /// one CPU, a loop wins only by luck.
  func breakEvens() -> [BreakEven] {
    BreakEven.Measure.allCases.flatMap { breakEvens(over: $0) }
  }

  private func breakEvens(over measure: BreakEven.Measure) -> [BreakEven] {
    let key = measure.parameter
    let wide = loopCases.filter { $0.planned.width > 1 && ($0.id[key] ?? 0) > 0 }
    return wide.grouped { $0.id.without([key, iterationsKey]) }.flatMap { group in
      // If each size has one number of iterations, the name leaves that number out; otherwise the
      // number stays in the name.
      Set(group.map { $0.id[key] }).count == group.count
        ? [breakEven(group, measure, name: group[0].id.without([key, iterationsKey]))]
        : group.grouped { $0.id.without([key]) }
          .map { breakEven($0, measure, name: $0[0].id.without([key])) }
    }.filter { $0.sizes.count > 1 }
  }

  private func breakEven(
    _ loops: [CaseSummary], _ measure: BreakEven.Measure, name: CaseID
  ) -> BreakEven {
    let sorted = loops.sorted(byParameter: measure.parameter)
    let sizes = sorted.compactMap { $0.id[measure.parameter] }
    let positions = sizes.map { log(Double($0)) }
    let curve = PolygonalCurve(
      positions: positions,
      values: sorted.map { (metric(.speedup, of: $0)?.estimate.value ?? 1) - 1 })
    let rise = curve.firstRise
    let interval = LoopSamples(sorted, among: self).flatMap {
      riseInterval(
        $0, positions: positions, around: rise, seed: seed(name.description, "break-even"))
    }
    return BreakEven(
      id: name, width: sorted[0].planned.width, measure: measure, sizes: sizes,
      size: Estimate(
        value: size(at: rise),
        interval: interval.map { Interval(low: size(at: $0.low), high: size(at: $0.high)) }),
      reason: remarks(curve, rise: rise, interval: interval, measure, sizes: sizes))
  }

  private func riseInterval(
    _ samples: LoopSamples, positions: [Double], around rise: Double, seed: UInt64
  ) -> Interval? {
    guard samples.hasIntervals else { return nil }
    var rises: [Double] = []
    samples.blocks.forEachResample(resamples, seed: seed) { summaries in
      let speedups = samples.speedups(in: summaries).compactMap { median($0) }
      guard speedups.count == positions.count else { return }
      rises.append(PolygonalCurve(positions: positions, values: speedups.map { $0 - 1 }).firstRise)
    }
    return resampledInterval(rises, around: rise)
  }

  /// The size whose logarithm is `position`; a position beyond the measured sizes stays infinite.
  private func size(at position: Double) -> Double {
    position.isFinite ? exp(position) : position
  }

  private func remarks(
    _ curve: PolygonalCurve, rise: Double, interval: Interval?, _ measure: BreakEven.Measure,
    sizes: [Int]
  ) -> String {
    let (smallest, largest) = (sizes.first ?? 0, sizes.last ?? 0)
    var remarks: [String] = []
    if rise == -.infinity {
      remarks.append("below the smallest \(measure.noun) measured, \(smallest) \(measure.unit)")
    } else if rise == .infinity {
      remarks.append("above the largest \(measure.noun) measured, \(largest) \(measure.unit)")
    }
    if curve.crossings.contains(where: { !$0.isRising }) {
      remarks.append("the loop loses again at a larger \(measure.noun)")
    }
    if interval == nil { remarks.append(Self.tooFewLaunches) }
    if let interval, rise.isFinite {
      if interval.low == -.infinity {
        remarks.append("the interval reaches below the smallest \(measure.noun) measured")
      }
      if interval.high == .infinity {
        remarks.append("the interval reaches above the largest \(measure.noun) measured")
      }
    }
    return remarks.joined(separator: "; ")
  }
}

extension BreakEven.Measure {
  /// The parameter that holds the size.
  fileprivate var parameter: String {
    switch self {
    case .grain: "grain"
    case .elements: "elements"
    }
  }

  fileprivate var noun: String {
    switch self {
    case .grain: "grain"
    case .elements: "number of elements"
    }
  }

  fileprivate var unit: String {
    switch self {
    case .grain: "ns"
    case .elements: "elements"
    }
  }
}

/// The parameter for the number of iterations of a loop.
private let iterationsKey = "iterations"
