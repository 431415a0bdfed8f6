extension Plan {
  /// The reason why this tool can't have written the plan; nil for a sound plan.
  ///
  /// The plan is checked because a run may come from anywhere. The names of its suites become file
  /// names, and its counts become the lengths of loops.
  package var defect: String? {
    if !(isTimed ? 1...Self.mostBlocks : 0...0).contains(blocks) {
      return "its plan has \(blocks) blocks"
    }
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
    return cases.lazy.compactMap(\.defect).first ?? counting?.defect(ofCases: cases.count)
      ?? further?.defect ?? decided?.defect(ofCases: cases.count) ?? gate?.defect(of: self)
      ?? repeats?.defect(ofBlocks: blocks)
      ?? defectOfLaunches
  }

  /// The defect of a plan with so many launches that a list of them would fill the memory.
  private var defectOfLaunches: String? {
    let launches = launchCount + countedCount
    return launches <= Self.mostLaunches ? nil : "its plan has \(launches) launches"
  }

  private static let mostLaunches = 2_000_000

  private static let mostBlocks = 100_000
}

extension CountingPlan {
  fileprivate func defect(ofCases count: Int) -> String? {
    if ![launches, instructionLaunches ?? 1].allSatisfy((1...1000).contains) {
      return "its plan has a number of counted launches out of range"
    }
    if let index = cases.first(where: { !(0..<count).contains($0) }) {
      return "its plan counts the case with index \(index) of \(count), from 0"
    }
    let columns = events.map(\.column)
    if columns.contains("") || Set(columns).count != columns.count {
      return "its plan has an event without a column, or two events in one column"
    }
    if Set(cases).count != cases.count { return "its plan counts a case twice" }
    if Set(passes).count != passes.count { return "its plan has a counting pass twice" }
    return sampling?.isInRange == false ? "its plan has numbers out of range for counting" : nil
  }
}

extension FurtherRounds {
  fileprivate var defect: String? {
    precision > 0 && precision.isFinite && (0...100_000).contains(mostLaunches)
      ? nil : "its plan has numbers out of range for further launches"
  }
}

extension DecidedRounds {
  fileprivate func defect(ofCases count: Int) -> String? {
    let counts = launches + forPrecision + [rounds]
    guard launches.count == count, forPrecision.count == count,
      counts.allSatisfy({ (0...100_000).contains($0) })
    else { return "its further launches do not fit its number of cases, \(count)" }
    return nil
  }
}

extension Sampling {
  fileprivate var isInRange: Bool {
    (1...100_000).contains(trials) && (0...100_000).contains(warmups)
      && trialNanoseconds <= 3_600_000_000_000
  }
}

extension PlannedCase {
  fileprivate var defect: String? {
    guard sampling.isInRange, (1...65_536).contains(width),
      (1...100_000).contains(launchLimit ?? 1), (0...1).contains(summaryLevel),
      (placement.cpus + [memoryCPU].compactMap(\.self)).allSatisfy({ (0..<65_536).contains($0) }),
      kernel?.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) ?? true
    else { return "its plan has numbers out of range for the case '\(id)'" }
    return nil
  }
}
