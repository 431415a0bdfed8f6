import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkStatistics
import Glibc

// Measures the time and memory that the verdicts on 100,000 pairs take, in a process that does
// nothing else.

/// A plan of 1100 cases whose pairs have only noise, so every look (a decision after a planned
/// number of pairs) is taken.
let plan = GatePlan(
  seed: 1,
  cases: (0..<1100).map { number in
    GateCase(
      id: CaseID(
        suite: "locks", workload: "contended", primitive: "lock-\(number)",
        parameters: [Parameter("threads", 2), Parameter("inside", 0), Parameter("outside", 0)]),
      metric: "ns_per_op", polarity: .lowerIsBetter)
  })
var random = SplitMix64(seed: 2)
// The number of pairs is fixed, so it does not change with the number of looks.
let rows = plan.schedule().prefix(100_000).map { slot in
  let a = 20 + Double(random.next(below: 1_000_000_007)) / 1e8
  let b = 20 + Double(random.next(below: 1_000_000_007)) / 1e8
  return PairRow(slot, .values(a: a, b: b))
}
let start = ContinuousClock.now
let evaluation = GateEvaluation(PairRecording(plan: plan, rows: rows))
let elapsed = ContinuousClock.now - start
var usage = rusage()
getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
print(
  "\(rows.count) pairs of \(evaluation.cases.count) cases,",
  "\(evaluation.cases.count { $0.verdict == .inconclusive }) inconclusive:",
  "\(elapsed), \(usage.ru_maxrss / 1024) MB at most")
