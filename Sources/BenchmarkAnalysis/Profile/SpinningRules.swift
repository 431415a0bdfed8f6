/// The rules about threads that stay awake while they wait: for a lock, or for its cache line.
extension VerdictRule {
  /// The least ratio of the cost to the uncontended cost at which a case is said to cost several
  /// times as much.
  static let severalTimes = VerdictDemand.atLeast(2, .ratio)
  /// The least ratio of processor time to the uncontended cost at which threads are said to spin.
  static let spunTimes = VerdictDemand.atLeast(1.5, .ratio)
  /// The threshold in place of ``spunTimes`` with more threads than CPUs, because preemption then
  /// costs processor time too.
  static let spunTimesOversubscribed = VerdictDemand.atLeast(4, .ratio)
  /// The least ratio of the cost to the uncontended cost at which a lock counts as a spinner
  /// although its author does not declare how threads wait.
  static let undeclaredTimes = VerdictDemand.atLeast(20, .ratio)

  static func oversubscribedSpinner(_ facts: VerdictFacts) -> VerdictFinding? {
    let dear = facts.isUndeclared ? undeclaredTimes : severalTimes
    guard facts.isOversubscribed, !facts.evidence.runsOnPool,
      facts.neverSleeps || facts.isUndeclared,
      dear.isMet(by: facts.timesTwin ?? severalTimes.bound)
    else { return nil }
    // At any time, as many threads run as there are CPUs. All other threads of a spinner wait for a
    // CPU, and at least half of that waiting time must have been seen.
    let fit = Double(facts.evidence.cpus.count) / Double(facts.threads)
    let demanded = VerdictDemand.atLeast((1 - fit) / 2, .share)
    if let runnable = facts.runnable {
      guard demanded.isMet(by: runnable) else { return nil }
    } else if facts.isUndeclared {
      return nil
    }
    let voluntary = facts[.voluntarySwitches]
    let involuntary = facts[.involuntarySwitches]
    if let voluntary, let involuntary, voluntary > involuntary { return nil }
    return VerdictRule.oversubscribedSpinner.found(
      "More threads spin than there are CPUs: they spin their time slices away while the thread that "
        + "could proceed has no CPU.", rank: 0.8, share: facts.runnable, explained: facts.runnable,
      [
        VerdictEvidence(
          "threads", Double(facts.threads), .count,
          demand: "more than \(facts.evidence.cpus.count) CPUs"),
        VerdictEvidence("waiting for a CPU", facts.runnable, demanded),
        VerdictEvidence("involuntary switches", involuntary, .perOperation),
        VerdictEvidence(
          "voluntary switches", voluntary, .perOperation, demand: "no more than involuntary"),
        VerdictEvidence("cost over the uncontended", facts.timesTwin, dear),
        VerdictEvidence("smallest share of a thread", facts.smallestShare, .share),
      ],
      missing: [
        facts.runnable == nil ? "time spent waiting for a CPU (schedstat)" : nil,
        facts.missing(.voluntarySwitches), facts.missing(.involuntarySwitches),
        facts.timesTwin == nil ? "the uncontended cost" : nil,
      ])
  }

  static func spinningBurnsCPU(_ facts: VerdictFacts) -> VerdictFinding? {
    guard facts.threads > 1, facts.canSpin, !facts.evidence.runsOnPool, let twin = facts.twin,
      let processor = facts.processor, let times = facts.timesTwin
    else { return nil }
    return facts.isOversubscribed
      ? spinningWithoutCPUs(facts, spent: processor / twin, times: times)
      : spinningBeside(facts, spent: processor / twin, times: times)
  }

  /// The finding if each thread has a CPU: the holder runs as if alone, and the waiting threads
  /// burn their CPUs.
  private static func spinningBeside(
    _ facts: VerdictFacts, spent: Double, times: Double
  ) -> VerdictFinding? {
    let inKernel = VerdictDemand.atMost(0.4, .share)
    let sleeps = VerdictDemand.under(0.1, .perOperation)
    let cheap = VerdictDemand.under(severalTimes.bound, .ratio)
    guard cheap.isMet(by: times), spunTimes.isMet(by: spent),
      inKernel.isMet(by: facts.kernelShare ?? 0), sleeps.isMet(by: facts.sleeps ?? 0)
    else { return nil }
    return VerdictRule.spinningBurnsCPU.found(
      "The lock costs little more wall time than without contention, but the waiting threads spin: "
        + "they burn the processor time of their CPUs, which the holder or others could use.",
      rank: 0.5, share: 1 - 1 / spent,
      [
        VerdictEvidence("processor time over the uncontended cost", spent, spunTimes),
        VerdictEvidence("cost over the uncontended", times, cheap),
        VerdictEvidence("kernel's part of processor time", facts.kernelShare, inKernel),
        VerdictEvidence("voluntary switches", facts.sleeps, sleeps),
      ],
      missing: [
        facts.kernelShare == nil ? "user and kernel time" : nil, facts.missing(.voluntarySwitches),
      ])
  }

  /// The finding if there are fewer CPUs than threads: a spinning thread has the CPU that the
  /// holder waits for.
  private static func spinningWithoutCPUs(
    _ facts: VerdictFacts, spent: Double, times: Double
  ) -> VerdictFinding? {
    let inUser = VerdictDemand.atLeast(0.5, .share)
    guard !facts.spinsOnly, severalTimes.isMet(by: times), spunTimesOversubscribed.isMet(by: spent),
      let kernel = facts.kernelShare, inUser.isMet(by: 1 - kernel)
    else { return nil }
    return VerdictRule.spinningBurnsCPU.found(
      "There are more threads than CPUs, and they spin before they sleep. They spin away most of the "
        + "processor time, on CPUs that the holder could use.", rank: 0.6, share: 1 - kernel,
      [
        VerdictEvidence("user part of processor time", 1 - kernel, inUser),
        VerdictEvidence("processor time over the uncontended cost", spent, spunTimesOversubscribed),
        VerdictEvidence("waiting for a CPU", facts.runnable, .share),
      ])
  }

  /// The largest cost beyond the uncontended cost, in ns, that a transfer of a cache line explains.
  static let longestTransfers = VerdictDemand.atMost(1000, .nanoseconds)

  /// The least part of the threads' wall time in which they run or wait for a CPU if nothing makes
  /// them sleep.
  static let awakeTime = VerdictDemand.atLeast(0.8, .share)

  /// Whether the threads ran side by side, as far as the CPUs allow.
  ///
  /// With a CPU for each thread, threads that waited for a CPU more than half of the time did not.
  /// With more threads than CPUs, waiting is normal, and tells nothing.
  private static func isSideBySide(_ facts: VerdictFacts) -> Bool {
    facts.isOversubscribed || (facts.runnable ?? 0) <= 0.5
  }

  static func cacheLineTransfer(_ facts: VerdictFacts) -> VerdictFinding? {
    let inKernel = VerdictDemand.atMost(0.15, .share)
    let sleeps = VerdictDemand.under(0.01, .perOperation)
    guard facts.threads > 1, !facts.evidence.runsOnPool, let times = facts.timesTwin,
      let twin = facts.twin, severalTimes.isMet(by: times),
      longestTransfers.isMet(by: twin * (times - 1)), inKernel.isMet(by: facts.kernelShare ?? 0),
      let switches = facts.sleeps, sleeps.isMet(by: switches),
      awakeTime.isMet(by: facts.awake ?? 1), isSideBySide(facts),
      oversubscribedSpinner(facts) == nil,
      spinningBurnsCPU(facts) == nil
    else { return nil }
    return VerdictRule.cacheLineTransfer.found(
      "The threads hardly ever sleep. They wait for the lock's cache line and the data behind it, which "
        + "travel between CPUs.",
      rank: 0.4, share: 1 - 1 / times, explained: 1 - 1 / times,
      [
        VerdictEvidence("cost over the uncontended", times, severalTimes),
        VerdictEvidence("cost beyond the uncontended cost", twin * (times - 1), longestTransfers),
        VerdictEvidence("running or waiting for a CPU", facts.awake, awakeTime),
        VerdictEvidence("kernel's part of processor time", facts.kernelShare, inKernel),
        VerdictEvidence("voluntary switches", switches, sleeps),
        VerdictEvidence("cache misses", facts[CountedQuantity("cache-misses")], .perOperation),
      ],
      missing: [
        facts.missing(CountedQuantity("cache-misses")), facts.missing(.voluntarySwitches),
        facts.kernelShare == nil ? "user and kernel time" : nil,
        facts.awake == nil ? "the threads' wall time" : nil,
      ])
  }
}
