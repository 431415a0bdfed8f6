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

  static let rows = [
    PairRow(
      caseIndex: 0, pair: 3, order: .baselineFirst, paddingA: 0, paddingB: 4095,
      outcome: .repeated(a: 1.5, b: 0.1, reason: "9 % steal, above 5 %")),
    PairRow(
      caseIndex: 0, pair: 3, order: .candidateFirst, paddingA: 7, paddingB: 8,
      outcome: .measured(a: 0.1, b: 1e17)),
    PairRow(
      caseIndex: 2, pair: 3, order: .baselineFirst, outcome: .measured(a: 18, b: 18.25)),
    PairRow(
      caseIndex: 1, pair: 0, order: .candidateFirst,
      outcome: .failed(.candidate, reason: "lost 3, \"all\" of 4\nupdates")),
    PairRow(
      caseIndex: 1, pair: 1, order: .baselineFirst,
      outcome: .failed(.baseline, reason: "killed by SIGSEGV")),
  ]

  static var text: String {
    PairTable.opening(of: plan) + rows.map { PairTable.line(of: $0, in: plan) }.joined()
  }
}
