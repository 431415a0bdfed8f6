import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkStatistics
import TestSupport
import Testing

@Suite struct GateEvaluationTests {
  private func gated(
    _ primitive: String = "mcs", polarity: Polarity = .lowerIsBetter, expected: String? = nil
  ) -> GateCase {
    GateCase(
      id: MadeRun.id("contended/\(primitive)"), metric: "ns_per_op", polarity: polarity,
      limits: CaseLimits(expectedRegression: expected))
  }

  /// Pairs of a case in which the candidate's value is `ratio` times the baseline's.
  private func rows(_ index: Int, ratio: Double, pairs: Range<Int> = 0..<240) -> [PairRow] {
    pairs.map {
      PairRow(
        caseIndex: index, pair: $0, order: .baselineFirst, outcome: .measured(a: 20, b: 20 * ratio))
    }
  }

  private func failure(_ index: Int, pair: Int, _ side: PairSide, _ why: String) -> PairRow {
    PairRow(
      caseIndex: index, pair: pair, order: .candidateFirst, outcome: .failed(side, reason: why))
  }

  private func evaluate(_ cases: [GateCase], _ rows: [PairRow]) -> GateEvaluation {
    GateEvaluation(PairRecording(plan: GatePlan(seed: 1, cases: cases), rows: rows))
  }

  @Test func `each verdict has its ratio, its number of pairs and its look`() throws {
    let evaluation = evaluate(
      [gated("a"), gated("b"), gated("c")],
      rows(0, ratio: 1) + rows(1, ratio: 1.2) + rows(2, ratio: 0.8))
    #expect(evaluation.cases.map(\.verdict) == [.pass, .fail, .improved])
    for (result, ratio) in zip(evaluation.cases, [1, 1.2, 0.8]) {
      let estimate = try #require(result.ratio)
      #expect(abs(estimate.value - ratio) < 1e-12)
      #expect(estimate.interval != nil)
      #expect(result.pairs == 16)
      #expect(result.look == 1)
      #expect(result.reason == "")
    }
    #expect(evaluation.outcome == .fail)
    #expect(evaluation.exitStatus == 2)
  }

  @Test func `a lower value is worse if higher is better`() throws {
    let evaluation = evaluate(
      [gated("a", polarity: .higherIsBetter), gated("b", polarity: .higherIsBetter)],
      rows(0, ratio: 0.8) + rows(1, ratio: 1.25))
    #expect(evaluation.cases.map(\.verdict) == [.fail, .improved])
    #expect(abs(try #require(evaluation.cases[0].ratio).value - 1.25) < 1e-12)
  }

  @Test func `a case that was cut off after a look is inconclusive, with the ratio so far`() throws
  {
    let evaluation = evaluate(
      [gated("a"), gated("b")],
      rows(0, ratio: 0.97, pairs: 0..<8)
        + rows(0, ratio: 1.2, pairs: 8..<20))
    #expect(evaluation.cases.map(\.verdict) == [.inconclusive, .notGated])
    #expect(evaluation.cases.map(\.pairs) == [20, 0])
    #expect(evaluation.cases[0].reason == "cut off after 20 of up to 240 pairs")
    #expect(abs(try #require(evaluation.cases[0].ratio).value - 1.2) < 1e-12)
    #expect(evaluation.cases[1].ratio == nil)
    #expect(evaluation.cases.allSatisfy { $0.look == nil })
    #expect(evaluation.outcome == .inconclusive)
    #expect(evaluation.exitStatus == 7)
  }

  @Test func `a case whose pairs disagree to the end is inconclusive`() {
    let wild = (0..<240).flatMap { rows(0, ratio: $0 % 2 == 0 ? 2 : 0.5, pairs: $0..<$0 + 1) }
    let evaluation = evaluate([gated()], wild)
    #expect(evaluation.cases[0].verdict == .inconclusive)
    #expect(evaluation.cases[0].reason == "undecided after all of the 240 pairs")
    #expect(evaluation.cases[0].pairs == 240)
  }

  @Test func `the order of the rows changes nothing`() {
    let cases = GateSimulation.cases(3)
    var random = SplitMix64(seed: 8)
    let recorded = cases.indices.flatMap { index in
      (0..<240).map { pair in
        PairRow(
          caseIndex: index, pair: pair, order: .baselineFirst,
          outcome: .measured(a: 20, b: 19 + Double(random.next(below: 1000)) / 250))
      }
    }
    let evaluation = evaluate(cases, recorded)
    for _ in 0..<5 { #expect(evaluate(cases, random.shuffled(recorded)) == evaluation) }
  }

  @Test func `a look waits for a missing pair`() {
    let gap = rows(0, ratio: 1, pairs: 0..<7) + rows(0, ratio: 1, pairs: 8..<240)
    #expect(evaluate([gated()], gap).cases[0].verdict == .notGated)
    #expect(evaluate([gated()], gap).cases[0].pairs == 7)
    #expect(evaluate([gated()], gap + rows(0, ratio: 1, pairs: 7..<8)).cases[0].verdict == .pass)
  }

  @Test func `a disturbed pair that was repeated counts by its repetition alone`() {
    let disturbed = PairRow(
      caseIndex: 0, pair: 3, order: .baselineFirst,
      outcome: .repeated(a: 1, b: 100, reason: "steal"))
    let evaluation = evaluate([gated()], [disturbed] + rows(0, ratio: 1))
    #expect(evaluation == evaluate([gated()], rows(0, ratio: 1)))
  }

  @Test func `a crash of the candidate is invalid, and a crash of the baseline an error`() {
    let cases = [gated("a"), gated("b"), gated("c")]
    let slower = rows(2, ratio: 2)
    let crash = evaluate(
      cases, [failure(0, pair: 2, .candidate, "SIGSEGV")] + rows(1, ratio: 1) + slower)
    #expect(crash.cases.map(\.verdict) == [.invalid, .pass, .fail])
    #expect(crash.cases[0].reason == "pair 2: SIGSEGV")
    #expect(crash.exitStatus == 3)

    let broken = evaluate(
      cases, [failure(0, pair: 2, .baseline, "exit 64")] + rows(1, ratio: 1) + rows(2, ratio: 1))
    #expect(broken.cases.map(\.verdict) == [.error, .pass, .pass])
    #expect(broken.exitStatus == 1)
  }

  @Test func `the first failed pair decides, with the baseline's failure if both sides failed`() {
    let first = failure(0, pair: 1, .candidate, "B")
    let later = failure(0, pair: 5, .baseline, "A")
    #expect(evaluate([gated()], [later, first]).cases[0].verdict == .invalid)
    #expect(evaluate([gated()], [first, later]).cases[0].verdict == .invalid)
    let same = failure(0, pair: 1, .baseline, "A")
    #expect(evaluate([gated()], [first, same]).cases[0].verdict == .error)
    #expect(evaluate([gated()], [same, first]).cases[0].verdict == .error)
  }

  @Test(arguments: [1.3, 0.7])
  func `a sham whose two sides are told apart makes the gate inconclusive`(ratio: Double) {
    let cases = [gated("a"), gated("b", expected: "why"), gated("a").sham]
    let measured = rows(0, ratio: 1.3) + rows(1, ratio: 1)
    let calm = evaluate(cases, measured + rows(2, ratio: 1))
    #expect(calm.alarmedShams.isEmpty)
    #expect(calm.outcome == .fail)
    let alarmed = evaluate(cases, measured + rows(2, ratio: ratio))
    #expect(alarmed.alarmedShams.map(\.planned.role) == [.sham])
    #expect(alarmed.cases == calm.cases)
    #expect(alarmed.outcome == .inconclusive)
    let lost = evaluate(
      cases, rows(2, ratio: ratio) + [failure(0, pair: 0, .candidate, "lost 3 updates")])
    #expect(lost.outcome == .invalid)
  }

  @Test func `a gate passes even if its sham has no pairs, and a sham that crashes is an error`() {
    let cases = [gated("a"), gated("a").sham]
    #expect(evaluate(cases, rows(0, ratio: 1)).outcome == .pass)
    for side in [PairSide.baseline, .candidate] {
      let crash = evaluate(cases, rows(0, ratio: 1) + [failure(1, pair: 0, side, "SIGSEGV")])
      #expect(crash.shams[0].verdict == .error)
      #expect(crash.outcome == .error)
    }
  }

  @Test func `an expected regression passes while it lasts, and is an error if it is gone`() {
    let cases = [gated("a", expected: "fair now"), gated("b")]
    let there = evaluate(cases, rows(0, ratio: 1.3) + rows(1, ratio: 1))
    #expect(there.cases[0].verdict == .fail)
    #expect(there.cases[0].expectation == .met(reason: "fair now"))
    #expect(there.exitStatus == 0)

    for ratio in [1, 0.7] {
      let gone = evaluate(cases, rows(0, ratio: ratio) + rows(1, ratio: 1))
      #expect(gone.cases[0].expectation == .gone(reason: "fair now"))
      #expect(gone.cases[0].isStale)
      #expect(gone.exitStatus == 1)
    }

    let unclear = evaluate(cases, rows(1, ratio: 1))
    #expect(unclear.cases[0].expectation == .unclear(reason: "fair now"))
    #expect(unclear.exitStatus == 7)

    let other = evaluate(cases, rows(0, ratio: 1) + rows(1, ratio: 1.3))
    #expect(other.exitStatus == 2)
  }

  @Test func `an improvement passes the gate`() {
    #expect(evaluate([gated()], rows(0, ratio: 0.5)).exitStatus == 0)
  }

  @Test func `the looks depend on the planned cases, not on the measured ones`() {
    let cases = (0..<110).map { gated("lock-\($0)") }
    let evaluation = evaluate(cases, rows(0, ratio: 1.3, pairs: 0..<16))
    #expect(evaluation.cases[0].verdict == .notGated)
    #expect(evaluate(cases, rows(0, ratio: 1.3, pairs: 0..<17)).cases[0].verdict == .fail)
    // A sham (the baseline against itself) takes no share of alpha.
    #expect(GatePlan(seed: 1, cases: GateSimulation.cases(109)).looks[0].pairs == 16)
  }

  @Test func `a tally settles a case as soon as a look or a failure decides it`() {
    let cases = GateSimulation.cases(2)
    var tally = GateTally(plan: GatePlan(seed: 1, cases: cases))
    #expect(tally.settled == 0)
    for row in rows(0, ratio: 1, pairs: 0..<15) { tally.add(row) }
    #expect(!tally.isSettled(0))
    for row in rows(0, ratio: 1, pairs: 15..<16) { tally.add(row) }
    #expect(tally.isSettled(0))
    #expect(tally.decision(ofCase: 0) == .pass(look: 0))
    tally.add(failure(1, pair: 0, .candidate, "hung"))
    #expect(tally.isSettled(1))
    #expect(tally.settled == 2)
    #expect(tally.evaluation().cases.map(\.verdict) == [.pass, .invalid])
  }

  @Test func `a case without a look is not gated, and a gate that would pass is then partial`() {
    let cases = [gated("a"), gated("b")]
    let partial = evaluate(cases, rows(0, ratio: 1) + rows(1, ratio: 1.3, pairs: 0..<15))
    #expect(partial.cases.map(\.verdict) == [.pass, .notGated])
    #expect(partial.cases[1].reason == "15 of the 16 pairs of its first look")
    #expect(partial.outcome == .partial)
    #expect(partial.exitStatus == 7)

    let failed = evaluate(cases, rows(0, ratio: 1.3))
    #expect(failed.outcome == .fail)
    #expect(evaluate(cases, []).outcome == .inconclusive)
    let undecided = rows(0, ratio: 1.3).enumerated().map {
      $0 % 2 == 0 ? $1 : rows(0, ratio: 0.8)[$0]
    }
    #expect(evaluate(cases, undecided).outcome == .inconclusive)
  }

  @Test func `a sham needs as many pairs as the verdict with the most pairs, and no more`() {
    var tally = GateTally(
      plan: GatePlan(seed: 1, cases: [gated("a"), gated("b"), gated("a").sham]))
    // Adds pairs that disagree, so that no look decides the case.
    func disagree(_ index: Int, _ period: Int, _ pairs: Range<Int>) {
      for pair in pairs {
        let ratio = pair % period == 0 ? 1.5 : 0.7
        tally.add(rows(index, ratio: ratio, pairs: pair..<pair + 1)[0])
      }
    }
    func sham(_ pairs: Range<Int>) { disagree(2, 2, pairs) }
    #expect(!tally.isSettled(2))
    for row in rows(0, ratio: 1, pairs: 0..<16) { tally.add(row) }
    sham(0..<16)
    #expect(tally.isSettled(2))
    // An undecided case goes on without the sham.
    disagree(1, 3, 0..<16)
    #expect(tally.isSettled(2))
    for row in rows(1, ratio: 1, pairs: 16..<28) { tally.add(row) }
    #expect(tally.decision(ofCase: 1).look == 1)
    #expect(!tally.isSettled(2))
    sham(16..<27)
    #expect(!tally.isSettled(2))
    sham(27..<28)
    #expect(tally.isSettled(2))
    let result = tally.evaluation().shams[0]
    #expect(result.verdict == .inconclusive)
    #expect(result.reason == "not told apart in its first 28 pairs")
  }
}
