import BenchmarkModel
import BenchmarkStatistics
import TestSupport

@testable import BenchmarkAnalysis

/// Results whose figure lies inside, outside or across a condition's band.
struct ClaimScene {
  enum Position: CaseIterable {
    case inside
    case outside
    case across
  }

  private var cases: [String: CaseSummary] = [:]
  private var endings: [String: CaseEndings] = [:]

  /// Returns a judge's finding on a condition whose figure lies at `position`.
  static func finding(of condition: ClaimCondition, at position: Position) -> ClaimFinding {
    var scene = ClaimScene()
    scene.put(condition, at: position)
    return ClaimJudge(cases: scene.cases, endings: scene.endings, usableCPUs: 64, seed: 1)
      .evidence(condition).finding
  }

  private mutating func put(_ condition: ClaimCondition, at position: Position) {
    let values = Self.values(of: condition.band, at: position)
    switch condition.figure {
    case .metric(let name, let column):
      set(name, column, values)
    case .ratio(let name, let other, let column):
      set(name, column, values)
      set(other, column, values.map { _ in 1 })
    case .share(let name, let wanted):
      let hit = ClaimEnding.allCases.first(where: wanted.contains) ?? .returned
      let miss = ClaimEnding.allCases.first { !wanted.contains($0) } ?? .returned
      // In a band that ends below a share of 1, launches with the wanted ending are outside.
      let isHitInside = (condition.band.high ?? 1) >= 1
      // A single launch ends in exactly one way, so a share between 0 and 1 needs several launches.
      let launches: [Bool] =
        switch position {
        case .inside: Array(repeating: true, count: 5)
        case .outside: Array(repeating: false, count: 5)
        case .across: [true, false, true, false, true]
        }
      var seen = CaseEndings(
        launches.map { .init(ending: $0 == isHitInside ? hit : miss, text: "") })
      seen.isOpen = name.hasPrefix("behaviour/ends/")
      endings[name] = seen
    }
  }

  /// The values of six launches: all inside the band, all outside, or alternating.
  private static func values(of band: ClaimBand, at position: Position) -> [Double] {
    let within = band.low ?? band.high ?? 0
    let beyond = band.high.map { $0 + abs($0) + 1 } ?? (within > 0 ? within / 2 : within - 1)
    // The band `always` is a share of 1. No share is larger, so the value outside is 0.
    let outside = band == .always ? 0 : beyond
    switch position {
    case .inside: return Array(repeating: within, count: 6)
    case .outside: return Array(repeating: outside, count: 6)
    case .across: return [within, outside, within, outside, within, outside]
    }
  }

  private mutating func set(_ name: String, _ column: String, _ values: [Double]) {
    guard let id = try? CaseID(parsing: name) else { return }
    let samples = values.map { [$0] }
    let metric = MetricSummary(
      estimate: Estimate(
        value: values[0],
        interval: Interval(low: values.min() ?? 0, high: values.max() ?? 0)),
      orderInterval: nil, byBlock: values, samples: samples)
    cases[name] = CaseSummary(
      planned: .made(id), status: .valid, reason: "", launches: 6, metrics: [column: metric],
      notes: [], isCaughtControl: false)
  }
}

extension CaseEndings {
  init(_ seen: [Seen]) {
    self.init()
    for one in seen { add(one) }
  }
}
