import BenchmarkReports
import TestSupport

@testable import BenchmarkAnalysis
@testable import BenchmarkModel

/// Hand-made gates, in which each case is given by its pairs.
enum GateFixture {
  /// A case of a gate, with the outcome of each pair.
  struct Scene {
    var name: String
    var role = GateRole.gated
    var metric = "ns_per_op"
    var polarity = Polarity.lowerIsBetter
    var limits = CaseLimits.usual
    var rows: [PairOutcome]
    /// The case's id, if it is not `locks/contended/<name>/threads=2`.
    var other: CaseID?

    var id: CaseID { other ?? GateFixture.id(name) }
  }

  static func id(_ primitive: String) -> CaseID { MadeRun.id("contended/\(primitive)/2") }

  /// Pairs whose ratios, candidate over baseline, lie within 2 % of a given ratio.
  static func pairs(_ ratio: Double, _ count: Int = 240) -> [PairOutcome] {
    (0..<count).map { .measured(a: 20, b: 20 * ratio * (1 + 0.01 * Double($0 % 5 - 2))) }
  }

  static func slower(_ name: String = "ticket", by ratio: Double = 1.2) -> Scene {
    Scene(name: name, rows: pairs(ratio))
  }
  static func same(_ name: String = "mcs") -> Scene { Scene(name: name, rows: pairs(1)) }
  static func faster(_ name: String = "clh") -> Scene { Scene(name: name, rows: pairs(0.8)) }
  static func undecided(_ name: String = "ttas", after count: Int = 240) -> Scene {
    Scene(name: name, rows: (0..<count).map { .measured(a: 20, b: $0 % 2 == 0 ? 30 : 14) })
  }
  /// A case that was cut off after its first look.
  static func cut(_ name: String = "mutex") -> Scene { undecided(name, after: 20) }
  /// A case that was cut off before its first look.
  static func early(_ name: String = "clh", after count: Int = 9) -> Scene {
    Scene(name: name, rows: pairs(1.1, count))
  }
  static func crashed(_ name: String = "broken", _ side: PairSide = .candidate) -> Scene {
    Scene(name: name, rows: pairs(1, 2) + [.failed(side, reason: "killed by SIGSEGV")])
  }
  static func expected(_ name: String, ratio: Double) -> Scene {
    Scene(
      name: name, limits: CaseLimits(expectedRegression: "checks its owner"), rows: pairs(ratio))
  }
  static func sham(_ ratio: Double = 1) -> Scene {
    Scene(name: "ticket", role: .sham, rows: pairs(ratio))
  }

  static func evaluation(_ scenes: [Scene]) -> GateEvaluation { GateEvaluation(recording(scenes)) }

  static func recording(
    _ scenes: [Scene], order: PairOrder = .baselineFirst
  ) -> PairRecording {
    let plan = GatePlan(
      seed: 42,
      cases: scenes.map {
        GateCase(
          id: $0.id, role: $0.role, metric: $0.metric, polarity: $0.polarity, limits: $0.limits)
      })
    let rows = scenes.enumerated().flatMap { index, scene in
      scene.rows.enumerated().map { pair, outcome in
        PairRow(caseIndex: index, pair: pair, order: order, outcome: outcome)
      }
    }
    return PairRecording(plan: plan, rows: rows)
  }

  /// A complete gate of two executables.
  static func live(_ scenes: Scene...) -> GateReport {
    var report = GateReport(recording(scenes))
    report.end = .complete
    report.sides = GateSides(
      baseline: GateExecutable(
        name: "bench-old",
        tool: ToolVersion(version: "0.3.0", commit: "1a2b3c4d5e6f", executable: "f1")),
      candidate: GateExecutable(
        name: "bench-new",
        tool: ToolVersion(version: "0.4.0", commit: "5d6e7f8a9b0c-dirty", executable: "f2")))
    report.machine = "host-1: 2 CPUs, Linux 6.18"
    report.elapsedNanoseconds = 250_000_000_000
    report.folder = "results/gate"
    return report
  }

  /// A gate replayed from recorded pairs.
  static func replay(_ scenes: Scene...) -> GateReport {
    var report = GateReport(recording(scenes))
    report.folder = "fleet"
    return report
  }

  static func cause(
    _ quantity: String, _ a: Double, _ b: Double, event: String? = nil, gaps: [String] = []
  ) -> GateCause {
    GateCause(
      counts: [ComparedCount(quantity, event: event ?? quantity, a: [a], b: [b])], gaps: gaps)
  }

  /// A gate with a case of every verdict, and all other content that a report can have.
  static var everything: GateReport {
    var report = live(
      same(), slower(), faster(), undecided(), crashed(), crashed("lost", .baseline),
      expected("owner", ratio: 1.3), expected("fixed", ratio: 1), expected("unsure", ratio: 1.2),
      sham())
    report.warnings = ["the load average is 3.1"]
    report.causes = [id("ticket"): cause("allocations", 2, 4)]
    report.sides?.added = [id("futex-mutex")]
    report.sides?.removed = [id("old-mutex")]
    report.sides?.ungated = [
      UngatedCase(id: id("odd"), reason: "the suites measure it in two ways")
    ]
    report.repeatedPairs = 2
    return report
  }
}
