import BenchmarkModel
import BenchmarkStatistics
import TestSupport
import Testing

@testable import BenchmarkAnalysis

struct ClaimJudgeTests {
  private var run = MadeRun()

  private func judge(_ rule: ClaimRule, requirements: [ClaimRequirement] = []) -> ClaimResult {
    let claim = Claim(
      id: "one", topic: .locks, statement: "One.", guide: "some", rule: rule,
      requirements: requirements,
      meaning: ClaimMeaning(supported: "Yes.", refuted: "No.", depends: "It depends."))
    return ClaimJudge(run.run, run.summary).judge(claim)
  }

  /// The result of one condition on the share of launches whose ending is in `ending`.
  private func judge(_ name: String, _ ending: Set<ClaimEnding>, _ band: ClaimBand) -> ClaimResult {
    judge(.all([ClaimCondition("a", .share(of: name, ending: ending), band)]))
  }

  /// The result of one condition on a case's cost.
  private func judge(
    _ name: String, _ band: ClaimBand, requirements: [ClaimRequirement] = []
  ) -> ClaimResult {
    judge(.all([ClaimCondition("a", .cost(name), band)]), requirements: requirements)
  }

  private func launches(_ nanoseconds: [Double]) -> [LaunchRecord?] {
    nanoseconds.map { costs($0, $0 + 1, $0 + 2) }
  }

  private let name = "locks/contended/ticket/threads=2"
  private let other = "locks/contended/mutex/threads=2"

  @Test mutating func `a cost is judged by its interval`() {
    run.add("contended/ticket/2", launches([10, 11, 12, 11, 10, 11]))
    func verdict(_ band: ClaimBand) -> ClaimVerdict { judge(name, band).verdict }
    #expect(verdict(.within(5...20)) == .supported)
    #expect(verdict(.within(20...40)) == .refuted)
    #expect(verdict(.within(1...5)) == .refuted)
    #expect(verdict(.within(11...20)) == .depends)
    #expect(verdict(.atMost(12)) == .supported)
    #expect(verdict(.atLeast(13)) == .refuted)
  }

  @Test mutating func `a claim on a figure without an interval can't be judged`() {
    run.add("contended/ticket/2", launches([10, 11, 12, 11]))
    let result = judge(name, .within(5...20))
    #expect(result.verdict == .cannotTell)
    #expect(result.reason == "it was launched too few times for an interval")
    #expect(result.evidence[0].estimate?.value == 11)
  }

  @Test
  mutating func `a spent budget cuts off a claim whose case lacks launches, and no other claim`() {
    run.add("contended/ticket/2", launches([10, 11, 12, 11, 10, 11]))
    run.add("contended/mutex/2", launches([10, 11]) + [nil, nil, nil, nil])
    run.state = .budgetSpent
    #expect(judge(name, .within(5...20)).verdict == .supported)
    let cut = judge(other, .within(5...20))
    #expect(cut.verdict == .cannotTell && cut.wasCutOff)
    #expect(cut.reason == "the time budget was spent before all launches of its cases were made")
    run.state = .complete
    #expect(!judge(other, .within(5...20)).wasCutOff)
  }

  @Test
  mutating func `a claim is cut off if its requirement was not measured, but not if it is unmet`() {
    run.add("contended/ticket/2", launches([10, 11, 12, 11, 10, 11]))
    run.add("contended/mutex/2", [nil, nil, nil, nil, nil, nil])
    run.state = .budgetSpent
    func result(_ requirement: ClaimRequirement) -> ClaimResult {
      judge(name, .within(5...20), requirements: [requirement])
    }
    func condition(_ name: String, _ band: ClaimBand) -> ClaimRequirement {
      .condition(ClaimCondition("before", .cost(name), band), otherwise: "it is not so")
    }
    #expect(result(condition(name, .atMost(20))).verdict == .supported)
    #expect(result(condition(other, .atMost(20))).wasCutOff)
    let unmet = result(condition(name, .atMost(5)))
    #expect(unmet.verdict == .cannotTell && !unmet.wasCutOff && unmet.reason == "it is not so")
    #expect(!result(.cpus(99)).wasCutOff)
  }

  @Test mutating func `a ratio is the cost of one case over that of another`() throws {
    run.add("contended/ticket/2", launches([20, 20, 20, 20, 20, 20]))
    run.add("contended/mutex/2", launches([10, 10, 10, 10, 10, 10]))
    let condition = ClaimCondition("ticket", .costRatio(name, over: other), .within(1.5...2.5))
    let result = judge(.all([condition]))
    #expect(result.verdict == .supported)
    #expect(try #require(result.evidence[0].estimate).value == 2)
    #expect(judge(.all([condition])).evidence == result.evidence)
  }

  @Test mutating func `one unmet condition refutes a claim that needs all conditions`() {
    run.add("contended/ticket/2", launches([10, 10, 10, 10, 10, 10]))
    let result = judge(
      .all([
        ClaimCondition("a", .cost(name), .atMost(20)),
        ClaimCondition("b", .cost("locks/contended/none/threads=2"), .atMost(20)),
        ClaimCondition("c", .cost(name), .atMost(5)),
      ]))
    #expect(result.verdict == .refuted)
    #expect(result.reason == "")
  }

  @Test mutating func `a claim that holds at some of its settings depends on the setting`() {
    run.add("contended/ticket/2", launches([10, 10, 10, 10, 10, 10]))
    run.add("contended/mutex/2", launches([30, 30, 30, 30, 30, 30]))
    let conditions = [
      ClaimCondition("2 threads", .cost(name), .atMost(20)),
      ClaimCondition("4 threads", .cost(other), .atMost(20)),
    ]
    let result = judge(.each(of: "the number of threads", conditions))
    #expect(result.verdict == .depends)
    #expect(result.reason == "on the number of threads — holds at: 2 threads — fails at: 4 threads")
    #expect(judge(.each(of: "the number", Array(conditions.prefix(1)))).verdict == .supported)
    #expect(judge(.each(of: "the number", Array(conditions.suffix(1)))).verdict == .refuted)
  }

  @Test mutating func `a claim can't be judged if one of its settings was not measured`() {
    run.add("contended/ticket/2", launches([10, 10, 10, 10, 10, 10]))
    let result = judge(
      .each(
        of: "threads",
        [
          ClaimCondition("2", .cost(name), .atMost(20)),
          ClaimCondition("4", .cost(other), .atMost(20)),
        ]))
    #expect(result.verdict == .cannotTell)
    #expect(result.reason == "\(other) was not measured")
  }

  @Test mutating func `a case that broke its promise has no figures, and its ending is evidence`() {
    let broken = costs(10, 11, 12).broken("lost 3 of 1000 updates")
    run.add("contended/ticket/2", Array(repeating: broken, count: 5))
    let cost = judge(name, .atMost(20))
    #expect(cost.verdict == .cannotTell)
    #expect(cost.reason.hasPrefix("\(name) is invalid: lost 3 of 1000 updates"))
    let ends = judge(name, [.brokeItsPromise], .always)
    #expect(ends.verdict == .supported)
    #expect(ends.evidence[0].seen == "5 of 5 launches: lost 3 of 1000 updates")
  }

  @Test mutating func `launches that end differently support neither 'always' nor 'never'`() {
    let crashed = failure("killed by SIGILL", status: 4)
    run.add("contended/ticket/2", expectation: .open(reason: "its end"), [crashed, 10])
    for band in [ClaimBand.always, .never] {
      let result = judge(name, [.crashed], band)
      #expect(result.verdict == .depends)
      #expect(result.evidence[0].seen == "1 of 2 launches: killed by SIGILL; returned")
    }
    #expect(run.summary.unexpected.isEmpty && run.summary.missed.isEmpty)
  }

  @Test mutating func `a launch that did not start is no ending of the case`() {
    run.add("contended/ticket/2", [failure(.notLaunched)])
    let result = judge(name, [.returned], .always)
    #expect(result.verdict == .cannotTell)
    #expect(result.reason == "\(name): not-launched")
  }

  @Test mutating func `the share of broken promises is unknown after a crash or too few launches`()
  {
    run.add("contended/ticket/2", Array(repeating: 10, count: 4))
    run.add("contended/mutex/2", [failure("killed by SIGSEGV")] + launches([1, 2, 3, 4, 5]))
    for (name, reason) in [
      (name, "it was launched too few times"), (other, "killed by SIGSEGV"),
    ] {
      let result = judge(name, [.brokeItsPromise], .never)
      #expect(result.verdict == .cannotTell)
      #expect(result.reason == "\(name): \(reason)")
    }
  }

  @Test
  mutating func `a launch that stood still counts as hung, but not a launch past its deadline`() {
    let stoodStill = failure("killed by SIGALRM", status: 14)
    run.add("contended/ticket/2", expectation: .open(reason: "its end"), [stoodStill, stoodStill])
    run.add(
      "contended/mutex/2", expectation: .open(reason: "its end"), [failure(.timedOut), stoodStill])
    #expect(judge(name, [.hung], .always).verdict == .supported)
    #expect(judge(other, [.hung], .always).verdict == .cannotTell)
  }

  @Test mutating func `an exact claim must hold in every trial`() {
    run.add("contended/ticket/2", launches([10, 10, 10, 10, 10, 10]))
    let result = judge(name, .within(10...10))
    #expect(result.verdict == .depends)
    #expect(result.evidence[0].estimate?.interval == Interval(low: 10, high: 12))
  }

  @Test mutating func `the requirements of a claim come before its rule`() {
    run.add("contended/ticket/2", launches([10, 10, 10, 10, 10, 10]))
    let wide = judge(name, .atMost(20), requirements: [.cpus(2)])
    #expect(wide.verdict == .cannotTell)
    #expect(wide.reason == "it takes 2 CPUs, and the run could use 1")
    #expect(judge(name, .atMost(20), requirements: [.cpus(1)]).verdict == .supported)
    let condition = ClaimCondition("b", .cost(name), .atMost(5))
    let unmet = judge(
      name, .atMost(20), requirements: [.condition(condition, otherwise: "it is slow")])
    #expect(unmet.verdict == .cannotTell)
    #expect(unmet.reason == "it is slow")
    #expect(unmet.claim.cases == [name])
  }
}
