import BenchmarkModel

/// A fact about one run or both that a reader must know before reading any ratio.
package struct RunCaution: Equatable, Sendable {
  /// The runs that the caution is about.
  package let sides: [RunSide]
  /// The fact, in one line.
  package let text: String

  private static func both(_ text: String) -> RunCaution {
    RunCaution(sides: RunSide.allCases, text: text)
  }
}

extension RunCaution {
  /// The cautions about two runs: first about the two together, then about each.
  static func all(_ a: RunDocument, _ b: RunDocument) -> [RunCaution] {
    let own = [(RunSide.a, a), (.b, b)].compactMap { side, run in
      unfinished(run).map { RunCaution(sides: [side], text: $0) }
    }
    return together(a, b) + own + warnings(a, b)
  }

  private static func together(_ a: RunDocument, _ b: RunDocument) -> [RunCaution] {
    if a == b { return [both("both are the same run")] }
    guard a.host == b.host, let endA = a.endNanoseconds, let endB = b.endNanoseconds,
      a.startNanoseconds < endB, b.startNanoseconds < endA
    else { return [] }
    return [both("they ran at the same time, and disturbed each other")]
  }

  private static func unfinished(_ run: RunDocument) -> String? {
    switch run.state {
    case .complete: nil
    case .measuring: "it is not finished"
    case .interrupted: "it was interrupted"
    case .budgetSpent: "its budget ended it before all blocks were measured"
    }
  }

  /// The runs' own warnings, each once: load, steal, the governor and other disturbances.
  private static func warnings(_ a: RunDocument, _ b: RunDocument) -> [RunCaution] {
    a.warnings.map { b.warnings.contains($0) ? both($0) : RunCaution(sides: [.a], text: $0) }
      + b.warnings.filter { !a.warnings.contains($0) }.map { RunCaution(sides: [.b], text: $0) }
  }
}
