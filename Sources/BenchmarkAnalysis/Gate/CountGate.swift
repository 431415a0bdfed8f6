package import BenchmarkModel

/// The verdict of a gate of counts on one quantity of a case.
package enum CountVerdict: String, Codable, CaseIterable, Sendable {
  /// The count is within the limit.
  case pass
  /// The count is larger than the baseline's by more than the limit.
  case fail
  /// The count is smaller than the baseline's by more than the limit, so the baseline should be
  /// recorded anew.
  case improved
  /// The quantity has no usable count here or in the baseline, so it is not compared.
  case notAvailable = "not-available"
  /// The case crashed, hung or lost updates.
  case invalid
}

/// A quantity of a case, in the baseline and now.
package struct CountGateLine: Equatable, Sendable {
  package let id: CaseID
  /// The quantity; nil if the case failed as a whole.
  package let quantity: GatedCount?
  /// The baseline's count per operation; nil if there is none.
  package var baseline: Double?
  /// The count per operation now; nil if there is none.
  package var now: Double?
  package let verdict: CountVerdict
  /// The reason of the verdicts `not-available` and `invalid`; empty for other verdicts.
  package var reason = ""

  /// The growth of the count as a share of the baseline; nil if a count is missing or the baseline
  /// is 0.
  package var change: Double? {
    guard let baseline, let now, baseline > 0 else { return nil }
    return (now - baseline) / baseline
  }
}

/// The counts of an executable, and the conditions of the counting.
package struct ExecutableCounts: Equatable, Sendable {
  /// The executable's name, without its folder; nil for the running one.
  package var executable: String?
  /// The toolchain of the tool that counted.
  package var toolchain: CountToolchain
  /// The means of counting instructions; nil if instructions were not counted.
  package var instructionsBy: InstructionMeans?
  /// Valgrind's version if callgrind counted.
  package var valgrind: String?
  /// The counts of each case.
  package var cases: [CaseID: CountedCase]
  /// Every case that the executable can count, whether it was counted or not.
  package var countable: [CaseID]

  package init(
    executable: String? = nil, toolchain: CountToolchain, instructionsBy: InstructionMeans?,
    valgrind: String? = nil, cases: [CaseID: CountedCase], countable: [CaseID]
  ) {
    self.executable = executable
    self.toolchain = toolchain
    self.instructionsBy = instructionsBy
    self.valgrind = valgrind
    self.cases = cases
    self.countable = countable
  }
}

/// The counts of an executable, compared with a stored baseline.
package struct CountGate: Equatable, Sendable {
  /// The baseline of the comparison.
  package let baseline: CountBaseline
  /// The baseline's file, as the user can name it.
  package let file: String
  package let now: ExecutableCounts
  /// The limits beyond which a count differs.
  package let limits: CountLimits
  /// The compared quantities, in the order of the cases' names.
  package let lines: [CountGateLine]
  /// The cases that the baseline lacks, of suites that the baseline covers; never gated.
  package let added: [CaseID]
  /// The cases that the executable lacks; never gated.
  package let removed: [CaseID]

  /// Compares the counts of an executable with a baseline.
  ///
  /// - Parameter limit: The share by which a count may grow, in place of the baseline's limit; nil
  ///   for the baseline's limit.
  package init(baseline: CountBaseline, file: String, now: ExecutableCounts, limit: Double? = nil) {
    self.baseline = baseline
    self.file = file
    self.now = now
    var limits = baseline.limits
    limits.share = limit ?? limits.share
    self.limits = limits
    let comparing = CountComparison(
      limits: limits, then: baseline.instructionsBy, here: now.instructionsBy)
    lines = baseline.sortedCases.flatMap { id, counts in
      now.cases[id].map { comparing.lines(of: id, counts, $0) } ?? []
    }
    removed = baseline.sortedCases.map(\.id).filter { now.cases[$0] == nil }
    let suites = Set(baseline.suites)
    added = now.countable.filter { baseline.cases[$0] == nil && suites.contains($0.suite) }
  }

  /// The lines of a verdict.
  package func lines(_ verdict: CountVerdict) -> [CountGateLine] {
    lines.filter { $0.verdict == verdict }
  }

  /// The outcome of the whole gate.
  ///
  /// An invalid case decides first, then a failed one, as in a gate of times. Otherwise, if a
  /// quantity of the baseline was compared in no case, the gate is inconclusive, because a part of a
  /// gate must not pass as the whole.
  package var outcome: GateOutcome {
    if !lines(.invalid).isEmpty { return .invalid }
    if !lines(.fail).isEmpty { return .fail }
    let compared = Set(lines(.pass).map(\.quantity) + lines(.improved).map(\.quantity))
    let wanted = Set(lines.map(\.quantity))
    return compared.isEmpty || compared != wanted ? .inconclusive : .pass
  }

  /// Remarks for the reader, a line each.
  package var notes: [String] {
    var notes: [String] = []
    if let then = baseline.toolchain.libc, let here = now.toolchain.libc, then != here {
      notes.append(
        "the baseline was counted with \(then), this executable with \(here): counts include the C library"
      )
    }
    if let then = baseline.valgrind, let here = now.valgrind, then != here {
      notes.append(
        "the baseline was counted under valgrind \(then), this executable under valgrind \(here)")
    }
    if !lines(.improved).isEmpty {
      notes.append(
        "some counts fell: record the baseline anew, or a later rise to the old counts goes unseen")
    }
    return notes
  }
}

/// The comparison of one case's counts with the baseline.
private struct CountComparison {
  let limits: CountLimits
  /// The baseline's means of counting instructions.
  let then: InstructionMeans?
  /// The means of counting instructions now; nil if there was none.
  let here: InstructionMeans?

  func lines(of id: CaseID, _ counts: OperationCounts, _ now: CountedCase) -> [CountGateLine] {
    if let failure = now.failure {
      return [CountGateLine(id: id, quantity: nil, verdict: .invalid, reason: failure)]
    }
    return GatedCount.allCases.compactMap { quantity in
      if let baseline = counts[quantity] { return line(id, quantity, baseline, now[quantity]) }
      guard counts.unstable?.contains(quantity) == true else { return nil }
      return CountGateLine(
        id: id, quantity: quantity, verdict: .notAvailable,
        reason: "two tries differed when the baseline was recorded")
    }
  }

  private func line(
    _ id: CaseID, _ quantity: GatedCount, _ baseline: Double, _ reading: CountReading
  ) -> CountGateLine {
    func line(_ now: Double?, _ verdict: CountVerdict, _ reason: String = "") -> CountGateLine {
      CountGateLine(
        id: id, quantity: quantity, baseline: baseline, now: now, verdict: verdict, reason: reason)
    }
    if quantity == .instructions, let then, let here, then != here {
      return line(
        nil, .notAvailable,
        "counted by \(here.rawValue) now, and by \(then.rawValue) for the baseline")
    }
    switch reading {
    case .counted(let now): return line(now, verdict(baseline, now))
    case .unavailable(let reason): return line(nil, .notAvailable, reason)
    case .unstable(let least, let most):
      // If even the smaller of two tries exceeds the limit, the count has grown.
      if limits.exceeds(baseline, least) { return line(least, .fail) }
      return line(
        nil, .notAvailable,
        "two tries differ: \(FigureText.significant(least)) and \(FigureText.significant(most))")
    }
  }

  private func verdict(_ baseline: Double, _ now: Double) -> CountVerdict {
    if limits.exceeds(baseline, now) { return .fail }
    return limits.fallsBelow(baseline, now) ? .improved : .pass
  }
}
