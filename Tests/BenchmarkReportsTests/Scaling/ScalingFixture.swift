import BenchmarkModel
import BenchmarkStatistics
import TestSupport

@testable import BenchmarkAnalysis

/// The hand-made scaling results of two suites.
enum ScalingFixture {
  static let loops = SuiteScaling(
    table: SuiteTable(
      suite: "loops",
      parameters: [
        ParameterColumn(key: "width", name: "width"),
        ParameterColumn(key: "grain", name: "grain_ns"),
        ParameterColumn(key: "iterations", name: "iterations"),
      ], columns: []),
    loops: [
      LoopScaling(
        id: id("compute/engine", width: 1, grain: 1000), width: 1, speedup: Estimate(value: 0.9),
        efficiency: Estimate(value: 0.9), serialFraction: nil,
        reason: "one CPU has no serial fraction"),
      LoopScaling(
        id: id("compute/engine", width: 2, grain: 1000), width: 2,
        speedup: estimate(1.6, 1.5, 1.7), efficiency: estimate(0.8, 0.75, 0.85),
        serialFraction: estimate(0.25, 0.2, 0.3), reason: ""),
    ],
    fits: [
      ScalabilityFinding(
        kind: .speedup, id: id("compute/engine", grain: 1000), widths: [1, 2], fit: nil,
        reason: "not fitted: 2 widths, 4 needed")
    ],
    breakEvens: [
      BreakEven(
        id: id("compute/engine", width: 2), width: 2, measure: .grain, sizes: [10, 1000],
        size: estimate(31.6228, -.infinity, 120),
        reason: "the interval reaches below the smallest grain measured"),
      BreakEven(
        id: id("compute/other", width: 2), width: 2, measure: .grain, sizes: [10, 1000],
        size: Estimate(value: .infinity), reason: "above the largest grain measured, 1000 ns"),
    ], crossovers: [])

  static var fitted: SuiteScaling {
    SuiteScaling(
      table: loops.table, loops: [],
      fits: [
        fit(grain: 10, peak: nil), fit(grain: 1000, peak: estimate(14.1421, 9, .infinity)),
      ], breakEvens: [], crossovers: [])
  }

  static let crossovers = SuiteScaling(
    table: SuiteTable(
      suite: "barrier",
      parameters: [
        ParameterColumn(key: "threads", name: "threads"),
        ParameterColumn(key: "read-permille", name: "read_permille"),
      ], columns: []),
    loops: [], fits: [], breakEvens: [],
    crossovers: [
      crossover("a", "b", 1, Interval(low: 99, high: 99.9), "a", "b"),
      crossover("a", "c", 1, Interval(low: 0, high: .infinity), "c", "a", "the share is unknown"),
      crossover("b", "c", 0, nil, "b", "b", "b costs less at every share measured"),
      crossover("a", "d", 2, Interval(low: 0, high: 50), "a", "d", "they cross 2 times"),
      crossover("a", "d", 2, Interval(low: 50, high: 50), "d", "a", "they cross 2 times"),
      crossover("b", "d", nil, nil, "", "", "too few shares"),
    ])

  private static func id(_ name: String, width: Int? = nil, grain: Int? = nil) -> CaseID {
    let parameters = [width.map { "/width=\($0)" }, grain.map { "/grain=\($0)" }]
    return MadeRun.id(name + parameters.compactMap(\.self).joined(), suite: "loops")
  }

  private static func fit(grain: Int, peak: Estimate?) -> ScalabilityFinding {
    ScalabilityFinding(
      kind: .speedup, id: id("compute/engine", grain: grain), widths: [1, 2, 4, 8],
      fit: ScalabilityEstimate(
        scale: estimate(0.9, 0.8, 1), contention: estimate(0.05, 0.04, 0.06),
        coherency: estimate(0.00475, 0, 0.006), peakWidth: peak, largestMiss: 0.021),
      reason: peak == nil ? "no peak: beta is 0" : "")
  }

  private static func crossover(
    _ first: String, _ second: String, _ count: Int?, _ shares: Interval?, _ below: String,
    _ above: String, _ reason: String = ""
  ) -> Crossover {
    Crossover(
      workload: "read-mix", parameters: [Parameter("threads", 2)], primitives: [first, second],
      crossings: count, readShares: shares, hasInterval: count == 1, cheaperBelow: below,
      cheaperAbove: above, reason: reason)
  }
}
