import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics

/// A sentence for each kind of surprise.
extension FindingText {
  static func fault(_ finding: FaultFinding) -> String {
    let place = "\(finding.cases[0])\(also(finding.cases.count))"
    return switch finding.kind {
    case .invalid: ended("\(finding.primitive) is INVALID in \(place): \(finding.reason)")
    case .failed: ended("\(finding.primitive) FAILED in \(place): \(finding.reason)")
    case .missedControl:
      "The negative control \(place) was not caught: the checks of \(finding.suite) prove nothing here."
    }
  }

  static func collapse(_ finding: CollapseFinding) -> String {
    let worst = finding.primitives[0]
    let rest = finding.primitives.dropFirst().map { "\($0.id.primitive) (\(part($0.fall)))" }
    let median =
      worst.medianFall > evenFall
      ? "the median primitive there does \(part(worst.medianFall))"
      : "the median primitive there loses nothing"
    return
      "\(worst.id.primitive) collapses in \(worst.id.situation): \(part(worst.fall)) of what it does with "
      + "\(threads(worst.threadsBefore)), \(Quantity.duration.text(worst.cost)) an operation for "
      + "\(Quantity.duration.text(worst.costBefore))\(others(rest)); \(median)."
  }

  static func unfairness(_ finding: UnfairnessFinding) -> String {
    let worst = finding.primitives[0]
    let rest = finding.primitives.dropFirst().map {
      "\($0.id.primitive) (\(Quantity.share.text($0.share.value)))"
    }
    let share = Quantity.share.text(worst.share)
    let what =
      switch finding.kind {
      case .smallestShare:
        "A thread gets \(share) of an even share of \(worst.id.primitive)"
      case .starvedShare:
        "A thread is kept out by \(worst.id.primitive) for the last \(share) of a trial"
      }
    return "\(what) in \(worst.id)\(also(worst.cases))\(others(rest))."
  }

  static func waitTail(_ finding: WaitTailFinding) -> String {
    let worst = finding.primitives[0]
    let rest = finding.primitives.dropFirst().map {
      "\($0.id.primitive) (\(Quantity.number.text($0.times)) times)"
    }
    return
      "One wait in a hundred for \(worst.id.primitive) is \(Quantity.number.text(worst.times)) times the usual "
      + "one or longer, \(Quantity.duration.text(worst.percentile99)) for "
      + "\(Quantity.duration.text(worst.median)), in \(worst.id)\(also(worst.cases))\(others(rest))."
  }

  static func slowLoop(_ finding: SlowLoopFinding) -> String {
    let worst = finding.loops[0]
    let rest = finding.loops.dropFirst().map {
      "\($0.id.primitive) (\(Quantity.number.text($0.speedup.value)))"
    }
    let speedup = Quantity.number.text(worst.speedup)
    let rival = Quantity.number.text(worst.rivalSpeedup)
    let what =
      switch finding.kind {
      case .plainLoop:
        "\(worst.id.primitive) is slower than a plain loop, by a speed-up of \(speedup) where "
          + "\(worst.rival.primitive) has \(rival)"
      case .fewerCPUs:
        "\(worst.id.primitive) is slower on more CPUs, by a speed-up of \(speedup) where "
          + "\(worst.rival[width] ?? 1) of them give \(rival)"
      }
    return "\(what), in \(worst.id)\(also(worst.cases))\(others(rest))."
  }

  static func prediction(_ finding: PredictionFinding) -> String {
    let worst = finding.figures[0]
    let rest = finding.figures.dropFirst().map { "\($0.column.name) (\(deviation($0.error)))" }
    let measured = Quantity(worst.column).text(worst.measured)
    let predicted = Quantity(worst.column).text(worst.predicted)
    return
      "\(worst.column.name) is \(deviation(worst.error)) of its prediction off, \(measured) for "
      + "\(predicted), in \(worst.id)\(others(rest))."
  }

  static func regimes(_ finding: RegimesFinding) -> String {
    let counts = Dictionary(grouping: finding.cases, by: \.primitive).mapValues(\.count)
    // By name among equals: a dictionary has no order, and the same run must give the same text.
    let most = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let names = list(most.map { "\($0.key) (\($0.value))" })
    return
      "Caution: the launches of \(finding.cases.count) of \(finding.examined) cases fall into two regimes, "
      + "and their medians stand for neither: \(names)."
  }

  static func disturbance(_ finding: DisturbanceFinding) -> String {
    var parts: [String] = []
    if let state = finding.unfinished {
      parts.append("the run is not complete (\(state.rawValue))")
    }
    parts += finding.warnings
    let of = "of \(finding.measured) cases"
    if finding.stolen > 0 {
      parts.append("the hypervisor took more than 5 % of the time in \(finding.stolen) \(of)")
    }
    if finding.sharedCPU > 0 {
      parts.append("two threads ended on one CPU in \(finding.sharedCPU) \(of)")
    }
    return ended("Caution: " + parts.joined(separator: "; "))
  }

  private static func threads(_ count: Int) -> String {
    "\(count) thread\(count == 1 ? "" : "s")"
  }

  private static func deviation(_ error: Double) -> String {
    (error < 0 ? "−" : "+") + Quantity.share.text(error.magnitude)
  }

  /// Below this the median primitive's fall would read as 1.0 and a little noise.
  private static let evenFall = 1.05

  private static let width = "width"
}
