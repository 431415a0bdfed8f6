/// The rules about operations that wait for a switch between threads, or that call the kernel to
/// wait and to wake.
extension VerdictRule {
  /// The fewest switches per operation at which hand-overs are usual, for `convoy` and
  /// `threadHandOff`.
  static let usualSwitches = VerdictDemand.atLeast(0.3, .perOperation)
  /// The smallest part of the cost that the switches must explain, for `convoy` and
  /// `threadHandOff`.
  ///
  /// The part is small, because on a busy machine most of the cost is the woken thread's wait for a
  /// CPU, which the assumed cost of a switch does not contain.
  static let leastSwitchShare = VerdictDemand.atLeast(0.02, .share)
  /// The fewest hand-overs through the kernel per operation that count as usual for the lock.
  static let handOvers = VerdictDemand.atLeast(0.1, .perOperation)
  /// Hand-overs fewer than ``handOvers`` count if they explain at least this part of the cost.
  static let handOverShare = VerdictDemand.atLeast(0.25, .share)
  /// Hand-overs fewer than ``handOvers`` also count if the kernel takes at least this part of
  /// processor time.
  static let handOverKernelShare = VerdictDemand.atLeast(0.2, .share)
  /// The fewest hand-overs per operation that explain anything.
  static let fewestHandOvers = VerdictDemand.atLeast(0.0005, .perOperation)

  static func kernelHandOver(_ facts: VerdictFacts) -> VerdictFinding? {
    guard facts.threads > 1 else { return nil }
    if let waits = facts[.futexPIWaits] { return countedHandOver(facts, waits: waits) }
    // Without counts of futex calls, the rule fires only if the lock's author declares hand-over by
    // priority; voluntary switches then stand for the calls.
    guard facts.order == "priority", !facts.handsOffByDesign else { return nil }
    guard let switches = facts.sleeps, isHandOver(switches, facts) else { return nil }
    return VerdictRule.kernelHandOver.found(
      "The author declares that the kernel hands the lock over by priority, and threads do sleep.",
      rank: 0.8, share: facts.explained(switches), explained: handOverPart(switches, facts),
      handOverEvidence("voluntary switches", switches, facts),
      missing: [facts.missing(.futexPIWaits), facts.missing(.voluntarySwitches)])
  }

  private static func countedHandOver(_ facts: VerdictFacts, waits: Double) -> VerdictFinding? {
    guard isHandOver(waits, facts) else { return nil }
    return VerdictRule.kernelHandOver.found(
      "Threads ask the kernel for the lock, and the kernel hands it from one thread to the next "
        + "(priority-inheriting futex). No other thread can take it meanwhile.",
      rank: 0.9, share: facts.explained(waits), explained: handOverPart(waits, facts),
      handOverEvidence("priority-inheriting futex waits", waits, facts)
        + [VerdictEvidence("voluntary switches", facts.sleeps, .perOperation)],
      missing: [facts.missing(.voluntarySwitches)])
  }

  /// The larger of two shares: the share of the cost that hand-overs explain, at 5 µs each, and the
  /// kernel's share of processor time, which counts because the kernel does the hand-overs.
  private static func handOverPart(_ rate: Double, _ facts: VerdictFacts) -> Double? {
    [facts.explained(rate), facts.kernelShare].compactMap { $0 }.max()
  }

  private static func handOverEvidence(
    _ what: String, _ rate: Double, _ facts: VerdictFacts
  ) -> [VerdictEvidence?] {
    let isMany = handOvers.isMet(by: rate)
    let share = facts.explained(rate)
    let isDear = !isMany && handOverShare.isMet(by: share ?? 0)
    return [
      VerdictEvidence(what, rate, isMany ? handOvers : fewestHandOvers),
      VerdictEvidence(
        "part of the cost, at 5 µs for each switch", share, .share,
        demand: isDear ? handOverShare.text : ""),
      VerdictEvidence(
        "kernel's part of processor time", facts.kernelShare, .share,
        demand: isMany || isDear ? "" : handOverKernelShare.text),
    ]
  }

  private static func isHandOver(_ rate: Double, _ facts: VerdictFacts) -> Bool {
    if handOvers.isMet(by: rate) { return true }
    return fewestHandOvers.isMet(by: rate)
      && (handOverShare.isMet(by: facts.explained(rate) ?? 0)
        || handOverKernelShare.isMet(by: facts.kernelShare ?? 0))
  }

  static func convoy(_ facts: VerdictFacts) -> VerdictFinding? {
    guard facts.threads > 1, !facts.handsOffByDesign, !facts.neverSleeps else { return nil }
    guard
      let slow = facts.slowLaunches(usualSwitches.bound)
        ?? facts.slowTiming(usualSwitches.bound)
    else { return partialConvoy(facts) }
    // A priority-inheriting futex causes as many switches as a convoy, but only the futex has calls
    // of its own.
    if let calls = facts[.futexPIWaits] {
      guard calls < slow.rate / 2 else { return nil }
    } else if facts.order == "priority" {
      return nil
    }
    let share = facts.slowShare(slow.rate)
    let times = facts.dearestOverTwin
    guard leastSwitchShare.isMet(by: share ?? 1), times.map(severalTimes.isMet) ?? true else {
      return nil
    }
    let some =
      slow.count == 0
      ? " The timed launches had these switches; the counted processes did not."
      : slow.count < slow.total
        ? " It was so in \(slow.count) of \(slow.total) counted launches." : ""
    return VerdictRule.convoy.found(
      convoySentence(facts) + some,
      rank: 0.6 + 0.2 * Double(slow.count) / Double(max(1, slow.total)),
      share: share, explained: [share, facts.allAsleep].compactMap { $0 }.max(),
      isOfTimedCost: true,
      seen: slow.count == 0 ? 1 : Double(slow.count) / Double(max(1, slow.total)),
      [
        VerdictEvidence(
          slow.count == 0
            ? "switches when it was timed"
            : slow.count < slow.total
              ? "voluntary switches in those launches" : "voluntary switches",
          slow.rate, usualSwitches),
        VerdictEvidence("part of the cost, at 5 µs for each switch", share, leastSwitchShare),
        VerdictEvidence(
          "cost (timed or counted, whichever is larger) over the uncontended cost", times,
          severalTimes),
        VerdictEvidence("futex waits", facts[.futexWaits], .perOperation),
        VerdictEvidence(
          "priority-inheriting futex waits", facts[.futexPIWaits], .perOperation,
          demand: "under half of the switches"),
        VerdictEvidence("asleep", facts.asleep, .share),
        VerdictEvidence("smallest share of a thread", facts.smallestShare, .share),
      ],
      missing: [
        facts.missing(.voluntarySwitches),
        facts.missing(.futexPIWaits).map {
          $0 + ", so it may be the kernel's hand-over"
        }, times == nil ? "the uncontended cost" : nil,
      ])
  }

  /// The fewest switches per operation at which `convoy` believes a lock's declaration that it
  /// serves sleeping threads in order.
  ///
  /// Switches can be few on a busy machine: most of the time, one of two threads has no CPU, and the
  /// other acquires alone.
  static let partialConvoySwitches = VerdictDemand.atLeast(0.02, .perOperation)
  /// The least ratio of the cost to the uncontended cost at which `convoy` believes the declaration
  /// that a lock serves sleeping threads in order.
  static let partialConvoyTimes = VerdictDemand.atLeast(3, .ratio)

  private static func partialConvoy(_ facts: VerdictFacts) -> VerdictFinding? {
    guard facts.order == "fifo", facts.waiting == "sleeps", let switches = facts.sleeps,
      partialConvoySwitches.isMet(by: switches), let times = facts.dearestOverTwin,
      partialConvoyTimes.isMet(by: times)
    else { return nil }
    return VerdictRule.convoy.found(
      "In some operations the lock goes to the next thread in line, which sleeps, and all other "
        + "threads wait until that thread is awake. In the other operations the threads did not meet.",
      rank: 0.55,
      share: facts.explained(switches),
      explained: [facts.explained(switches), facts.allAsleep].compactMap { $0 }.max(),
      [
        VerdictEvidence("voluntary switches", switches, partialConvoySwitches),
        VerdictEvidence(
          "cost (timed or counted, whichever is larger) over the uncontended cost", times,
          partialConvoyTimes),
        VerdictEvidence("futex waits", facts[.futexWaits], .perOperation),
        VerdictEvidence("waiting for a CPU", facts.runnable, .share),
      ],
      missing: [facts.missing(.voluntarySwitches), facts.missing(.futexWaits)])
  }

  private static func convoySentence(_ facts: VerdictFacts) -> String {
    switch facts.order {
    case "fifo":
      "The lock goes to the next thread in line, which sleeps (first come, first served). That takes about "
        + "a switch per operation, and all threads behind it wait."
    case .some:
      "About a switch per operation: a thread that waits falls asleep and has to be woken before the "
        + "next section begins."
    case nil:
      "About a switch per operation: the next thread in line sleeps and has to be woken (a strict FIFO "
        + "hand-off does that), and all behind it wait."
    }
  }

  static func threadHandOff(_ facts: VerdictFacts) -> VerdictFinding? {
    guard facts.handsOffByDesign, let switches = facts.sleeps, usualSwitches.isMet(by: switches)
    else {
      return nil
    }
    let share = facts.explained(switches)
    guard leastSwitchShare.isMet(by: share ?? 1) else { return nil }
    return VerdictRule.threadHandOff.found(
      "An operation wakes another thread and waits for it. It does so by design, not because of "
        + "contention.", rank: 0.7, share: share, explained: share,
      [
        VerdictEvidence("voluntary switches", switches, usualSwitches),
        VerdictEvidence("part of the cost, at 5 µs for each switch", share, leastSwitchShare),
      ], missing: [facts.missing(.voluntarySwitches)])
  }

  /// The smallest part of processor time that the kernel must take for futex calls to matter.
  static let trafficKernelShare = VerdictDemand.atLeast(0.25, .share)
  /// The fewest futex calls per operation that count as usual.
  static let trafficCalls = VerdictDemand.atLeast(0.05, .perOperation)
  /// The largest number of sleeps per futex call at which most calls return without a sleep.
  static let trafficSleeps = 0.25

  static func futexTraffic(_ facts: VerdictFacts) -> VerdictFinding? {
    guard facts.threads > 1, !facts.evidence.runsOnPool, facts.waiting != "spins",
      facts.waiting != "yields", kernelHandOver(facts) == nil,
      let kernel = facts.kernelShare, trafficKernelShare.isMet(by: kernel),
      let switches = facts.sleeps
    else { return nil }
    if let calls = facts.futexCalls {
      guard trafficCalls.isMet(by: calls), switches <= calls * trafficSleeps else { return nil }
    } else if facts.waiting == nil || trafficCalls.isMet(by: switches) {
      return nil
    }
    return VerdictRule.futexTraffic.found(
      "Threads call the kernel to wait and to wake, and mostly return without having slept. The calls "
        + "cost, not the switches.", rank: 0.5, share: kernel,
      [
        VerdictEvidence("futex calls", facts.futexCalls, trafficCalls),
        VerdictEvidence("kernel's part of processor time", kernel, trafficKernelShare),
        VerdictEvidence(
          "voluntary switches", switches, .perOperation,
          demand: facts.futexCalls == nil
            ? VerdictDemand.under(trafficCalls.bound, .perOperation).text
            : "a quarter of the calls or fewer"),
      ],
      missing: [
        facts.futexCalls == nil ? facts.missing(.futexWaits) : nil,
        facts.missing(.voluntarySwitches),
      ])
  }
}
