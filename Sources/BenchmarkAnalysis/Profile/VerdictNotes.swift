import BenchmarkModel

/// The text beside the verdict.
extension VerdictFacts {
  /// The suggestions for a case without a verdict: where the time went, and which counts are
  /// missing.
  var nextSteps: [String] {
    guard evidence.summary.status == .valid else {
      return ["mend it first: a case that fails its check, or does not run, has no cost to explain"]
    }
    var steps: [String] = []
    if let step = largestPart { steps.append(step) }
    if timesTwin == nil, threads > 1 {
      steps.append(
        "measure it with one thread as well: without it, the cost added by contention is unknown")
    }
    // Without a PMU, instructions are counted for cases of one thread only.
    let wanted = [CountedQuantity.futexWaits, .voluntarySwitches, .allocations]
    let absent = (wanted + (threads == 1 ? [.instructions] : []))
      .filter { missing($0) != nil }.map(\.name)
    if !absent.isEmpty {
      steps.append(
        "get what was not counted: " + absent.joined(separator: ", ") + " (see `doctor`)")
    }
    return steps
  }

  private var largestPart: String? {
    guard let wall, let part = wall.parts.max(by: { $0.share < $1.share }) else { return nil }
    let share = ProfileText.percent(part.share)
    return switch part.state {
    case .running: "its threads run for \(share) of the time: --flamegraph shows where"
    case .user:
      "its threads run in user mode for \(share) of the time: --flamegraph shows where"
    case .kernel:
      "its threads run in the kernel for \(share) of the time: --flamegraph shows by which calls"
    case .notRunning:
      "its threads don't run for \(share) of the time: --off-cpu shows what they wait for"
    case .asleep:
      "its threads sleep for \(share) of the time: --off-cpu shows what for"
    case .runnable where isOversubscribed:
      "its threads wait for a CPU for \(share) of the time: use no more threads than CPUs"
    case .runnable:
      "its threads wait for a CPU for \(share) of the time: measure when no other program uses the CPUs"
    case .unaccounted: "\(share) of the time is unaccounted for: try a machine without neighbours"
    }
  }

  /// The notes for the reader beside the figures.
  var notes: [String] {
    [regimes, perturbation, busyCPUs, lateTurns].compactMap { $0 } + evidence.summary.notes
      + rivalsElsewhere
  }

  /// The notes on rivals that are not compared, because they were measured in another place or all
  /// their launches were disturbed.
  private var rivalsElsewhere: [String] {
    evidence.rivals.compactMap { rival in
      if rival.status == .disturbed {
        return "not compared with \(rival.id.primitive): \(rival.reason)"
      }
      guard rival.status == .valid, let place = rival.place,
        !rival.isInPlace(of: evidence.summary)
      else { return nil }
      return "not compared with \(rival.id.primitive), which was measured in another place: "
        + place.text
    }
  }

  private var regimes: String? {
    guard let values = figures(.voluntarySwitches)?.values, let low = values.min(),
      let high = values.max(), high >= 0.01, high >= 10 * low, values.count > 1
    else { return nil }
    return "the counted launches differ: from \(ProfileText.digits(low)) to "
      + "\(ProfileText.digits(high)) voluntary switches per operation; the case has two regimes"
  }

  private var perturbation: String? {
    guard let timed, let counted = wall?.costNanoseconds, !evidence.runsOnPool, timed > 0,
      counted > timed * 1.25 || counted < timed / 1.25
    else { return nil }
    return "an operation cost \(ProfileText.duration(counted)) while it was counted and "
      + "\(ProfileText.duration(timed)) when it was timed: the counts explain the first cost"
  }

  /// With more threads than CPUs, waits for a CPU are normal.
  private var busyCPUs: String? {
    guard !evidence.cpus.isEmpty, !isOversubscribed, let runnable, runnable > 0.2 else {
      return nil
    }
    return "the threads waited for a CPU for \(ProfileText.percent(runnable)) of their time while "
      + "events were counted: other programs used the CPUs"
  }

  private var lateTurns: String? {
    guard evidence.role == .settles else { return nil }
    return
      "counts cover whole trials, but operations are counted only after each thread has had a turn: if "
      + "turns come late, the counts per operation are too high"
  }
}
