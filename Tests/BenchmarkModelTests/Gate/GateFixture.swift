import BenchmarkModel

/// A gate's plan of a few cases.
enum GateFixture {
  static func id(_ primitive: String) -> CaseID {
    CaseID(
      suite: "locks", workload: "contended", primitive: primitive,
      parameters: [Parameter("threads", 2)])
  }

  static let plan = GatePlan(
    seed: .max,
    cases: [
      GateCase(id: id("mcs"), metric: "ns_per_op", polarity: .lowerIsBetter),
      GateCase(
        id: id("ticket"), metric: "ops_per_s", polarity: .higherIsBetter,
        limits: CaseLimits(
          effect: 0.02, tolerance: 0.3, expectedRegression: "slower, \"on purpose\",\nsince June")),
      GateCase(id: id("mcs"), metric: "ns_per_op", polarity: .lowerIsBetter).sham,
    ])
}
