extension Plan {
  /// What makes the plan one that this tool can't have written; nil for a sound plan.
  ///
  /// A run may come from anywhere: its suites become file names, its counts loops.
  public var defect: String? {
    if !(1...Self.mostBlocks).contains(blocks) { return "its plan has \(blocks) blocks" }
    if cases.isEmpty { return "its plan has no case" }
    var seen: Set<CaseID> = []
    if let planned = cases.first(where: { !seen.insert($0.id).inserted }) {
      return "its plan has \(planned.id) twice"
    }
    let suites = tables.map(\.suite)
    if Set(suites).count != suites.count { return "its plan names a table twice" }
    if let name = suites.first(where: { !CaseID.isKebabCase($0) || $0 == "summary" }) {
      return "its plan has a table of the name '\(name)'"
    }
    if let planned = cases.first(where: { !suites.contains($0.id.suite) }) {
      return "its plan has no table for the case '\(planned.id)'"
    }
    return cases.lazy.compactMap(\.defect).first
  }

  private static let mostBlocks = 100_000
}

extension PlannedCase {
  fileprivate var defect: String? {
    let limits = [
      (sampling.trials, 1...100_000), (sampling.warmups, 0...100_000), (width, 1...65_536),
      (invocationLimit ?? 1, 1...100_000),
    ]
    guard limits.allSatisfy({ $0.1.contains($0.0) }),
      sampling.trialNanoseconds <= 3_600_000_000_000,
      (0...1).contains(summaryLevel), placement.cpus.allSatisfy({ (0..<65_536).contains($0) })
    else { return "its plan has counts out of range for the case '\(id)'" }
    return nil
  }
}
