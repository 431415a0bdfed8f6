import BenchmarkModel
import BenchmarkStatistics
import TestSupport
import Testing

@testable import BenchmarkAnalysis
@testable import BenchmarkReports

@Suite struct FindingTextTests {
  private static func id(_ primitive: String, _ parameters: Parameter...) -> CaseID {
    CaseID(suite: "locks", workload: "contended", primitive: primitive, parameters: parameters)
  }

  // MARK: The fastest

  private func ranked(_ primitive: String, _ rank: Int, _ value: Double) -> RankedCase {
    let metric = MetricSummary(
      estimate: estimate(value, value - 1, value + 1), orderInterval: nil, byBlock: [])
    return RankedCase(
      summary: CaseSummary(
        planned: .made(Self.id(primitive)), status: .valid, reason: "", launches: 7,
        metrics: ["ns_per_op": metric], notes: [], isCaughtControl: false),
      metric: metric, rank: rank, ratioToBest: 1, role: .contender)
  }

  private func finding(
    _ best: [RankedCase], next: RankedCase? = nil, isTellingApart: Bool = true,
    column: MetricColumn = .cost
  ) -> String {
    FindingText.sentence(
      FastestFinding(
        situation: "locks/contended", suite: "locks", column: column, best: best, next: next,
        contenders: 9, isTellingApart: isTellingApart, floors: []))
  }

  @Test
  func `the fastest primitive is shown with its interval, the next with its ratio to the best`() {
    #expect(
      finding([ranked("a", 1, 20)], next: ranked("b", 2, 50))
        == "locks/contended: a is the fastest of 9, 20.0 ns (19.0 ns to 21.0 ns); next is b at 2.50 "
        + "times the best.")
  }

  @Test func `best primitives that are not told apart are named, with the range of their figures`()
  {
    let best = [ranked("a", 1, 20), ranked("b", 1, 30)]
    #expect(
      finding(best)
        == "locks/contended: a and b are the fastest of 9 and not told apart, 20.0 ns (19.0 ns to "
        + "21.0 ns) to 30.0 ns.")
  }

  @Test
  func `the most efficient primitive is called the best, and the next is at a share of its figure`()
  {
    let column = MetricColumn("efficiency", .higherIsBetter, .efficiency)
    #expect(
      finding([ranked("a", 1, 4)], next: ranked("b", 2, 2), column: column)
        == "locks/contended: a is the best of 9, 4.00 (3.00 to 5.00); next is b at 50.0 % of the best."
    )
  }

  @Test
  func `if the best figure is 0, the next primitive is shown with its figure instead of a ratio`() {
    #expect(
      finding([ranked("a", 1, 0)], next: ranked("b", 2, 50))
        .hasSuffix("; next is b, 50.0 ns (49.0 ns to 51.0 ns)."))
  }

  @Test func `no primitive is called the fastest if there are too few launches`() {
    #expect(
      finding([ranked("a", 1, 20), ranked("b", 1, 30)], isTellingApart: false)
        == "locks/contended: a has the best figure of 9, 20.0 ns (19.0 ns to 21.0 ns); telling them apart "
        + "needs six launches.")
  }

  @Test(arguments: [
    (1, "p1"), (2, "p1 and p2"), (4, "p1, p2, p3 and p4"), (5, "p1, p2, p3 and 2 more"),
  ])
  func `a list of more than four names is cut to three`(count: Int, text: String) {
    #expect(FindingText.list((1...count).map { "p\($0)" }) == text)
  }

  // MARK: Surprises

  @Test(arguments: [
    (FaultFinding.Kind.invalid, "x is INVALID in locks/contended/x and 1 more: lost 3."),
    (.failed, "x FAILED in locks/contended/x and 1 more: lost 3."),
    (
      .missedControl,
      "The negative control locks/contended/x and 1 more was not caught: the checks of locks prove "
        + "nothing here."
    ),
  ])
  func `the sentence about a fault has its kind, its first case and the number of further cases`(
    kind: FaultFinding.Kind, text: String
  ) {
    let finding = FaultFinding(
      kind: kind, suite: "locks", primitive: "x", cases: [Self.id("x"), Self.id("x")],
      reason: "lost 3")
    #expect(FindingText.sentence(.fault(finding)) == text)
  }

  private func collapse(_ primitive: String, fall: Double, median: Double) -> Collapse {
    Collapse(
      id: Self.id(primitive, Parameter("threads", 8)), cost: estimate(7.5e6, 7e6, 11e6),
      before: Self.id(primitive, Parameter("threads", 2)), costBefore: estimate(189, 145, 300),
      fall: fall, medianFall: median)
  }

  @Test
  func `the sentence about a collapse has both costs, and names other primitives that collapse`() {
    let finding = CollapseFinding(
      suite: "locks", workload: "contended",
      primitives: [
        collapse("ticket", fall: 39_649, median: 1.2), collapse("mcs", fall: 346, median: 1.2),
      ])
    #expect(
      FindingText.sentence(.collapse(finding))
        == "ticket collapses in locks/contended/threads=8: an operation costs 39649 times as much as with 2 "
        + "threads, 7.50 ms (7.00 ms to 11.0 ms) instead of 189 ns (145 ns to 300 ns); likewise mcs (346 "
        + "times). The median primitive costs 1.20 times as much.")
  }

  @Test func `a median primitive that costs less on more threads is said to cost no more`() {
    let finding = CollapseFinding(
      suite: "locks", workload: "contended",
      primitives: [collapse("ticket", fall: 20, median: 0.8)])
    #expect(
      FindingText.sentence(.collapse(finding)).hasSuffix(
        "(145 ns to 300 ns). The median primitive costs no more."))
  }

  @Test func `the sentence about unfairness has shares in percent`() {
    let share = UnfairCase(id: Self.id("a"), share: estimate(0.00002, 0.0001, 0.46), cases: 3)
    let other = UnfairCase(id: Self.id("b"), share: Estimate(value: 0.05), cases: 1)
    let primitives = [share, other]
    #expect(
      FindingText.sentence(
        .unfairness(UnfairnessFinding(kind: .smallestShare, primitives: primitives)))
        == "A thread gets under 0.01 % (0.01 % to 46.0 %) of an even share of a in locks/contended/a and 2 "
        + "more; likewise b (5.00 %).")
    #expect(
      FindingText.sentence(.unfairness(UnfairnessFinding(kind: .starvedShare, primitives: [other])))
        == "A thread is kept out by b for the last 5.00 % of a trial in locks/contended/b.")
  }

  @Test func `the sentence about long waits has the median wait too`() {
    let tail = WaitTail(
      id: Self.id("a"), median: Estimate(value: 5), percentile99: estimate(30_000, 29_000, 31_000),
      times: 6000, cases: 1)
    #expect(
      FindingText.sentence(.waitTail(WaitTailFinding(primitives: [tail])))
        == "One wait in a hundred for a takes 6000 times as long as the median one, or longer: 30.0 µs "
        + "(29.0 µs to 31.0 µs) instead of 5.00 ns, in locks/contended/a.")
  }

  @Test func `the sentence about a slow loop names the faster loop, or the width that is faster`() {
    let loop = SlowLoop(
      id: Self.id("a", Parameter("width", 4)), speedup: estimate(0.5, 0.4, 0.6),
      rival: Self.id("b", Parameter("width", 2)), rivalSpeedup: Estimate(value: 1.8), cases: 2)
    let plain = FindingText.sentence(.slowLoop(SlowLoopFinding(kind: .plainLoop, loops: [loop])))
    #expect(
      plain
        == "a is slower than a plain loop: its speed-up is 0.50 (0.40 to 0.60), and b's is 1.80, in "
        + "locks/contended/a/width=4 and 1 more.")
    let wide = FindingText.sentence(.slowLoop(SlowLoopFinding(kind: .fewerCPUs, loops: [loop])))
    #expect(
      wide
        == "a is slower on more CPUs: its speed-up is 0.50 (0.40 to 0.60), and on 2 CPUs it "
        + "is 1.80, in "
        + "locks/contended/a/width=4 and 1 more.")
  }

  @Test func `the sentence about a missed prediction says how far it is off`() {
    func missed(_ name: String, _ value: Double) -> MissedPrediction {
      MissedPrediction(
        id: Self.id("four"), column: MetricColumn(name, .neutral, .observation(name)),
        measured: Estimate(value: value), predicted: 0.5)
    }
    let finding = PredictionFinding(figures: [missed("share_a", 0.25), missed("share_b", 0.6)])
    #expect(
      FindingText.sentence(.prediction(finding))
        == "share_a differs from its prediction by −50.0 %, 0.25 instead of 0.50, in locks/contended/four; "
        + "likewise share_b (+20.0 %).")
  }

  @Test func `the sentence about regimes lists the primitives with the most cases first`() {
    let finding = RegimesFinding(
      cases: [Self.id("b"), Self.id("a"), Self.id("c"), Self.id("c")], examined: 40)
    #expect(
      FindingText.sentence(.regimes(finding))
        == "Caution: the launches of 4 of 40 cases fall into two regimes, and the medians of "
        + "these cases describe neither: c (2), a (1) and b (1).")
  }

  @Test func `all that disturbed a run is in one sentence`() {
    let finding = DisturbanceFinding(
      unfinished: .budgetSpent, warnings: ["the load average is 3.1"], stolen: 3, sharedCPU: 2,
      measured: 9)
    #expect(
      FindingText.sentence(.disturbance(finding))
        == "Caution: the run is not complete (ended by its budget); the load average is 3.1; the hypervisor took "
        + "more than 5 % of the time in 3 of 9 cases; in 2 of 9 cases, a launch had all of its contending threads on "
        + "one CPU."
    )
  }

  @Test
  func `the sentences leave a run's texts unescaped, because each output format escapes them`() {
    let finding = FaultFinding(
      kind: .failed, suite: "locks", primitive: "x", cases: [Self.id("x")], reason: "<b>|`@.")
    #expect(FindingText.sentence(.fault(finding)) == "x FAILED in locks/contended/x: <b>|`@.")
  }
}
