import BenchmarkModel
import BenchmarkStatistics

/// The rules about the cost of an operation itself, apart from contention.
extension VerdictRule {
  /// The fewest allocations per operation that count as part of the operation.
  static let fewestAllocations = VerdictDemand.atLeast(0.5, .perOperation)
  /// The smallest part of the cost that the allocations must explain.
  static let allocationShare = VerdictDemand.atLeast(0.25, .share)

  static func allocationBound(_ facts: VerdictFacts) -> VerdictFinding? {
    guard let allocations = facts[.allocations], fewestAllocations.isMet(by: allocations),
      let share = facts.allocationShare, allocationShare.isMet(by: share)
    else { return nil }
    let measured = facts.evidence.mallocPairNanoseconds
    let pair = measured ?? VerdictFacts.assumedMallocPair
    return VerdictRule.allocationBound.found(
      "An operation allocates and frees memory, and that makes up a good part of its cost.",
      rank: 0.5, share: share, explained: share, isOfTimedCost: true,
      [
        VerdictEvidence("allocations", allocations, fewestAllocations),
        VerdictEvidence(
          measured == nil ? "malloc and free, assumed" : "malloc and free, measured here", pair,
          .nanoseconds),
        VerdictEvidence("part of the cost", min(1, share), allocationShare),
      ], missing: [measured == nil ? "the cost of malloc and free here" : nil])
  }

  /// The rate below which switches, futex calls or allocations are accidents.
  static let accidents = VerdictDemand.under(0.01, .perOperation)

  static func uncontendedFastPath(_ facts: VerdictFacts) -> VerdictFinding? {
    guard let switches = facts.sleeps, accidents.isMet(by: switches),
      accidents.isMet(by: facts.futexCalls ?? 0), (facts.kernelShare ?? 0) <= 0.3,
      awakeTime.isMet(by: facts.awake ?? 1), asleep(facts) == nil, starved(facts) == nil,
      hogged(facts) == nil, allocationBound(facts) == nil, cacheLineTransfer(facts) == nil,
      isAlone(facts)
    else { return nil }
    let counted = facts[.allocations] ?? 0
    let allocations = accidents.isMet(by: counted) ? 0 : counted
    let together =
      facts.threads > 1 ? "The threads are not in each other's way" : "No thread waits for another"
    return VerdictRule.uncontendedFastPath.found(
      "\(together): an operation costs its own instructions and no time in the kernel.",
      rank: 0.2,
      [
        VerdictEvidence("threads", Double(facts.threads), .count),
        VerdictEvidence("futex calls", facts.futexCalls, accidents),
        VerdictEvidence("voluntary switches", switches, accidents),
        VerdictEvidence("running or waiting for a CPU", facts.awake, awakeTime),
        VerdictEvidence(
          "processor time over the uncontended cost",
          facts.threads > 1 ? facts.processorOverTwin : nil, asOneThread),
        VerdictEvidence("instructions", facts[.instructions], .perOperation),
        VerdictEvidence("allocations", allocations > 0 ? allocations : nil, .perOperation),
        VerdictEvidence(
          "their part of the cost", allocations > 0 ? facts.allocationShare : nil,
          .under(allocationShare.bound, .share)),
      ],
      missing: [
        facts.futexCalls == nil ? facts.missing(.futexWaits) : nil,
        facts.missing(.voluntarySwitches), facts.missing(.allocations),
        facts.missing(.instructions),
      ])
  }

  /// The largest ratio of processor time to the uncontended cost at which threads are not in each
  /// other's way.
  static let asOneThread = VerdictDemand.atMost(1.25, .ratio)

  /// Whether one thread runs alone, or several threads hardly raise an operation's processor time.
  private static func isAlone(_ facts: VerdictFacts) -> Bool {
    // If only some threads are timed, the operations of the other threads keep the cost low,
    // however long the timed threads wait.
    if facts.threads > 1, let operation = facts.operation,
      let wait = facts.evidence.summary.metrics["wait_p50_ns"]?.estimate.value,
      wait > 10 * operation * Double(facts.threads)
    {
      return false
    }
    // Several threads of a pool may work on the case, but no row shows how many.
    if ["tasks", "width"].contains(where: { (facts.evidence.id[$0] ?? 1) > 1 }) { return false }
    if facts.threads > 1 { return facts.processorOverTwin.map(asOneThread.isMet) ?? false }
    // If a pool's threads work at the same time as the submitter, an operation's processor time
    // exceeds its wall time.
    guard facts.evidence.runsOnPool else { return true }
    guard let processor = facts.processor, let operation = facts.operation else { return false }
    return processor <= 1.5 * operation
  }
}
