import BenchmarkModel
import BenchmarkStatistics
import TestSupport

@testable import BenchmarkAnalysis

/// Hand-made claims with their verdicts.
enum ClaimFixture {
  static func claim(_ id: String, topic: ClaimTopic = .costs, _ rule: ClaimRule) -> Claim {
    Claim(
      id: id, topic: topic, statement: "A free lock costs <10 ns.", guide: "cost tables",
      rule: rule,
      meaning: ClaimMeaning(
        supported: "Count on it.", refuted: "Measure it.", depends: "It is at the edge."))
  }

  private static let lock = ClaimCondition(
    "ticket", .cost("locks/uncontended/ticket/inside=0"), .within(5...10))
  private static let rival = ClaimCondition(
    "ticket over mutex",
    .costRatio("locks/uncontended/ticket/inside=0", over: "locks/uncontended/mutex/inside=0"),
    .atMost(1))
  private static let end = ClaimCondition(
    "twice", .share(of: "behaviour/ends/mutex-twice", ending: [.hung, .crashed]), .always)

  static let results = [
    ClaimResult(
      claim: claim("lock-cost", .all([lock])), verdict: .supported, reason: "",
      evidence: [
        ClaimEvidence(condition: lock, estimate: estimate(5.42, 5.3, 5.51), finding: .inside)
      ]),
    ClaimResult(
      claim: claim("order", .each(of: "the section", [rival])), verdict: .depends,
      reason: "on the section — holds at: a — fails at: b",
      evidence: [
        ClaimEvidence(condition: rival, estimate: estimate(1.25, 0.9, 1.5), finding: .across)
      ]),
    ClaimResult(
      claim: claim("recursion", topic: .locks, .all([end])), verdict: .refuted, reason: "",
      evidence: [
        ClaimEvidence(
          condition: end, estimate: estimate(0, 0, 0), finding: .outside, seen: "returned")
      ]),
    ClaimResult(
      claim: claim("missing", topic: .locks, .all([lock])), verdict: .cannotTell,
      reason: "it takes 2 CPUs, and the run could use 1",
      evidence: [
        ClaimEvidence(
          condition: lock, estimate: nil, finding: .unknown(reason: "it was not measured"))
      ]),
  ]
}
