import BenchmarkAnalysis
import BenchmarkModel
import TestSupport

/// A gate on a simulated machine, with the plan, schedule, tally and evaluation of a real gate.
struct GateSimulation {
  /// The verdicts of the gated cases.
  let evaluation: GateEvaluation

  static func cases(_ count: Int) -> [GateCase] {
    let gated = (0..<count).map {
      GateCase(
        id: MadeRun.id("contended/lock-\($0)"), metric: "ns_per_op", polarity: .lowerIsBetter)
    }
    return gated + gated.prefix(1).map(\.sham)
  }

  /// Measures cases in which the candidate takes `slowdown` times as long as the baseline.
  init(_ noise: MachineNoise, cases: [GateCase], slowdown: Double = 1, seed: UInt64) {
    let plan = GatePlan(seed: seed, cases: cases)
    // With the plan's random numbers, the noise would depend on the order of the sides.
    var machine = SimulatedMachine(noise, seed: seed ^ 0x5851_F42D_4C95_7F2D)
    var tally = GateTally(plan: plan)
    // The schedule lists the pairs of a sham (the baseline against itself) again after each look;
    // pairs that were measured are skipped.
    var next = cases.map { _ in 0 }
    for slot in plan.schedule()
    where slot.pair >= next[slot.caseIndex] && !tally.isSettled(slot.caseIndex) {
      next[slot.caseIndex] = slot.pair + 1
      let isSham = cases[slot.caseIndex].role == .sham
      let usual = 20.0 + Double(slot.caseIndex)
      let changed = isSham ? usual : usual * slowdown
      let values: (a: Double, b: Double)
      if slot.order == .baselineFirst {
        let first = machine.launch(usual)
        values = (first, machine.launch(changed))
      } else {
        let first = machine.launch(changed)
        values = (machine.launch(usual), first)
      }
      tally.add(PairRow(slot, .values(a: values.a, b: values.b)))
    }
    evaluation = tally.evaluation()
  }

  /// The number of gated cases that have this verdict.
  func count(_ verdict: GateVerdict) -> Int {
    evaluation.cases.count { $0.verdict == verdict }
  }
}
