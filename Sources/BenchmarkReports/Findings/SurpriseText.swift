import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics

/// A sentence for each kind of surprise.
extension FindingText {
  static func fault(_ finding: FaultFinding) -> String {
    let cases = "\(finding.cases[0])\(also(finding.cases.count))"
    return switch finding.kind {
    case .invalid: ended("\(finding.primitive) is INVALID in \(cases): \(finding.reason)")
    case .failed: ended("\(finding.primitive) FAILED in \(cases): \(finding.reason)")
    case .missedControl:
      "The negative control \(cases) was not caught: the checks of \(finding.suite) prove nothing here."
    }
  }

  static func removed(_ finding: RemovedFinding) -> String {
    let first = finding.closures[0]
    let rest = others(finding.closures) { ("\($0.id)", Quantity.duration.text($0.cost.value)) }
    return
      "\(first.id) costs no more than a closure that does nothing, \(Quantity.duration.text(first.cost.value)) "
      + "against \(Quantity.duration.text(first.floor.value))\(rest): the optimiser removed the work, or there is "
      + "none. Return the result, and take the input from set-up."
  }

  static func collapse(_ finding: CollapseFinding) -> String {
    let worst = finding.primitives[0]
    let rest = others(finding.primitives) { ($0.id.primitive, times($0.fall)) }
    let median =
      worst.medianFall > evenFall
      ? "costs \(times(worst.medianFall)) as much" : "costs no more"
    return
      "\(worst.id.primitive) collapses in \(worst.id.situation): an operation costs "
      + "\(times(worst.fall)) as much as with \(Words.count(worst.threadsBefore, "thread")), "
      + "\(Quantity.duration.text(worst.cost)) instead of "
      + "\(Quantity.duration.text(worst.costBefore))\(rest). The median primitive \(median)."
  }

  static func unfairness(_ finding: UnfairnessFinding) -> String {
    let worst = finding.primitives[0]
    let rest = others(finding.primitives) {
      ($0.id.primitive, Quantity.share.text($0.share.value))
    }
    let share = Quantity.share.text(worst.share)
    let what =
      switch finding.kind {
      case .smallestShare:
        "A thread gets \(share) of an even share of \(worst.id.primitive)"
      case .starvedShare:
        "A thread is kept out by \(worst.id.primitive) for the last \(share) of a trial"
      }
    return "\(what) in \(worst.id)\(also(worst.cases))\(rest)."
  }

  static func waitTail(_ finding: WaitTailFinding) -> String {
    let worst = finding.primitives[0]
    let rest = others(finding.primitives) { ($0.id.primitive, times($0.times)) }
    return
      "One wait in a hundred for \(worst.id.primitive) takes \(times(worst.times)) as long as the median one, or "
      + "longer: \(Quantity.duration.text(worst.percentile99)) instead of "
      + "\(Quantity.duration.text(worst.median)), in \(worst.id)\(also(worst.cases))\(rest)."
  }

  static func slowLoop(_ finding: SlowLoopFinding) -> String {
    let worst = finding.loops[0]
    let rest = others(finding.loops) {
      ($0.id.primitive, Quantity.number.text($0.speedup.value))
    }
    let speedup = Quantity.number.text(worst.speedup)
    let rival = Quantity.number.text(worst.rivalSpeedup)
    let what =
      switch finding.kind {
      case .plainLoop:
        "\(worst.id.primitive) is slower than a plain loop: its speed-up is \(speedup), and "
          + "\(worst.rival.primitive)'s is \(rival)"
      case .fewerCPUs:
        "\(worst.id.primitive) is slower on more CPUs: its speed-up is \(speedup), and on "
          + "\(Words.count(worst.rival[width] ?? 1, "CPU")) it is \(rival)"
      }
    return "\(what), in \(worst.id)\(also(worst.cases))\(rest)."
  }

  static func prediction(_ finding: PredictionFinding) -> String {
    let worst = finding.figures[0]
    let rest = others(finding.figures) { ($0.column.name, deviation($0.error)) }
    let measured = Quantity(worst.column).text(worst.measured)
    let predicted = Quantity(worst.column).text(worst.predicted)
    return
      "\(worst.column.name) differs from its prediction by \(deviation(worst.error)), \(measured) instead "
      + "of \(predicted), in \(worst.id)\(rest)."
  }

  static func regimes(_ finding: RegimesFinding) -> String {
    let counts = Dictionary(grouping: finding.cases, by: \.primitive).mapValues(\.count)
    // Equal counts are sorted by name: a dictionary has no order, and the same run must give the
    // same text.
    let most = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let names = list(most.map { "\($0.key) (\($0.value))" })
    return
      "Caution: the launches of \(finding.cases.count) of \(finding.examined) cases fall into two regimes, "
      + "and the medians of these cases describe neither: \(names)."
  }

  static func disturbance(_ finding: DisturbanceFinding) -> String {
    var parts: [String] = []
    if let state = finding.unfinished {
      parts.append("the run is not complete (\(state.words))")
    }
    parts += finding.warnings
    let of = "of \(finding.measured) cases"
    if finding.stolen > 0 {
      parts.append("the hypervisor took more than 5 % of the time in \(finding.stolen) \(of)")
    }
    if finding.sharedCPU > 0 {
      parts.append(
        "in \(finding.sharedCPU) \(of), a launch had all of its contending threads on one CPU")
    }
    return ended("Caution: " + parts.joined(separator: "; "))
  }

  private static func deviation(_ error: Double) -> String {
    (error < 0 ? "−" : "+") + Quantity.share.text(error.magnitude)
  }

  /// The largest `medianFall` (the cost divided by the cost with fewer threads) that is reported as
  /// no change, because noise alone can cause it.
  private static let evenFall = 1.05

  private static let width = "width"
}
