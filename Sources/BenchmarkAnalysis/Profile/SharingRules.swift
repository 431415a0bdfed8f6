import BenchmarkModel
import BenchmarkStatistics

/// The rules about threads that share the primitive unevenly, or that sleep beside an idle CPU.
extension VerdictRule {
  /// The least part of the CPUs that must idle while threads sleep.
  static let idleCPUs = VerdictDemand.atLeast(0.4, .share)
  /// The least part of the threads' wall time that they must sleep while CPUs idle.
  static let sleepTime = VerdictDemand.atLeast(0.4, .share)
  /// The share of the operations, relative to an even share, below which a thread is starved.
  static let starvedShare = VerdictDemand.under(0.02, .share)
  /// The least part of a trial that a starved thread spends in a wait that lasts until the trial's
  /// end.
  static let starvedWait = VerdictDemand.atLeast(UnfairnessRule.starvedShare, .share)
  /// The largest share, relative to an even share, of a thread that another thread keeps out:
  /// threads that take turns by time slices reach 0.3 or more.
  static let hoggedShare = VerdictDemand.atMost(0.25, .share)

  /// The finding if threads sleep and no hand-over explains it: they switch rarely, and sleep long
  /// each time.
  static func asleep(_ facts: VerdictFacts) -> VerdictFinding? {
    guard facts.threads > 1, !facts.handsOffByDesign, let asleep = facts.asleep,
      sleepTime.isMet(by: asleep), let idle = facts.idleCPUs, idleCPUs.isMet(by: idle),
      kernelHandOver(facts) == nil, convoy(facts) == nil
    else { return nil }
    return VerdictRule.asleep.found(
      "Threads sleep while CPUs idle: a thread that has to wait sleeps for long, and the others do not "
        + "use its CPU.", rank: 0.45, share: idle, explained: idle,
      [
        VerdictEvidence("asleep", asleep, sleepTime),
        VerdictEvidence("CPUs without one of its threads", idle, idleCPUs),
        VerdictEvidence("voluntary switches", facts.sleeps, .perOperation),
        VerdictEvidence("smallest share of a thread", facts.smallestShare, .share),
      ], missing: [facts.missing(.voluntarySwitches)])
  }

  static func starved(_ facts: VerdictFacts) -> VerdictFinding? {
    guard facts.threads > 1, isStarved(facts) else { return nil }
    return VerdictRule.starved.found(
      "A thread gets next to nothing: the others take the primitive before it does, again and again.",
      rank: 0.43, share: facts.smallestShare.map { 1 - $0 },
      [
        VerdictEvidence("smallest share of a thread", facts.smallestShare, starvedShare),
        VerdictEvidence("part of a trial kept out until its end", facts.starvedWait, starvedWait),
      ])
  }

  private static func isStarved(_ facts: VerdictFacts) -> Bool {
    facts.smallestShare.map(starvedShare.isMet) ?? false
      || facts.starvedWait.map(starvedWait.isMet) ?? false
  }

  static func hogged(_ facts: VerdictFacts) -> VerdictFinding? {
    guard facts.threads > 1, !isStarved(facts), let share = facts.smallestShare,
      hoggedShare.isMet(by: share)
    else { return nil }
    return VerdictRule.hogged.found(
      "One thread takes the primitive again before another gets it. The cost is mostly that thread's, and says "
        + "little about contention.", rank: 0.42, share: 1 - share,
      [
        VerdictEvidence("smallest share of a thread", share, hoggedShare),
        VerdictEvidence("cost over the uncontended", facts.timesTwin, .ratio),
      ], missing: [facts.timesTwin == nil ? "the uncontended cost" : nil])
  }
}
