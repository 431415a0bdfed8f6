extension LaunchTable {
  /// Reads a gate's launches and holds them against its pairs, whose values follow from them.
  ///
  /// A value lies among those of its launch: the table does not say which quantile of them it is, or whether the mean.
  ///
  /// - Throws: ``PairTableError`` with the table and the line that contradicts the other table.
  public static func check(
    _ launches: [UInt8], file: String, against recording: PairRecording,
    pairs: (bytes: [UInt8], file: String)
  ) throws(PairTableError) {
    let check = LaunchCheck(recording)
    let rows = try read(launches, file: file)
    for (index, row) in rows.enumerated() {
      // A kill leaves the launches of the pair that was not recorded yet: they are the last ones.
      let mayLackPair = index + 2 >= rows.count
      if let problem = check.problem(with: row, mayLackPair: mayLackPair) {
        let line = PairTable.line(ofRecord: index + 2, in: launches)
        throw PairTableError(file: file, line: line, problem: problem)
      }
    }
    if let (index, problem) = check.unfounded(by: rows) {
      let record = 2 + recording.plan.cases.count + index
      throw PairTableError(
        file: pairs.file, line: PairTable.line(ofRecord: record, in: pairs.bytes), problem: problem)
    }
  }
}

/// The values that the launches of a gate's pairs should have.
private struct LaunchCheck {
  /// The values of both sides by their launches; nil for a pair that failed.
  private var values: [LaunchRow.Key: Double?] = [:]
  /// The launches without which there would be no such pair, with the pair's place in the file.
  private var needed: [(key: LaunchRow.Key, index: Int)] = []
  private var cases: Set<String> = []

  init(_ recording: PairRecording) {
    cases = Set(recording.plan.cases.map { "\($0.role.rawValue) \($0.id)" })
    var attempts: [[Int]: Int] = [:]
    for (index, row) in recording.rows.enumerated() {
      let planned = recording.plan.cases[row.caseIndex]
      let attempt = attempts[[row.caseIndex, row.pair], default: 0]
      attempts[[row.caseIndex, row.pair]] = attempt + 1
      for side in [PairSide.baseline, .candidate] {
        let key = LaunchRow.Key(
          id: planned.id, role: planned.role, pair: row.pair, attempt: attempt, side: side)
        let value = row.outcome.value(of: side)
        values[key] = .some(value)
        if value != nil { needed.append((key, index)) }
      }
    }
  }

  /// The contradiction of a launch to the pairs; nil if there is none.
  func problem(with row: LaunchRow, mayLackPair: Bool) -> String? {
    guard cases.contains("\(row.key.role.rawValue) \(row.key.id)") else {
      return "a launch of '\(row.key.id)', which the gate did not plan; \(PairReader.remedy)"
    }
    guard let value = values[row.key] else {
      if mayLackPair { return nil }
      return "a launch of pair \(row.key.pair) of '\(row.key.id)', which was not recorded; "
        + PairReader.remedy
    }
    guard let value else { return nil }
    // A mean of equal values may be off by its rounding.
    if row.operations != nil, let low = row.values.min(), let high = row.values.max(),
      low <= value * (1 + 1e-9), high >= value * (1 - 1e-9)
    {
      return nil
    }
    return "pair \(row.key.pair) has \(value), which does not follow from this launch; "
      + PairReader.remedy
  }

  /// The first pair that lacks a launch, by its place in the file, and what is wrong; nil if none does.
  func unfounded(by rows: [LaunchRow]) -> (index: Int, problem: String)? {
    let present = Set(rows.map(\.key))
    return needed.first { !present.contains($0.key) }.map {
      ($0.index, "the launches of this pair are not in launches.csv; \(PairReader.remedy)")
    }
  }
}

extension PairOutcome {
  /// The value of a side; nil if the pair failed.
  fileprivate func value(of side: PairSide) -> Double? {
    switch self {
    case .measured(let a, let b), .repeated(let a, let b, _): side == .baseline ? a : b
    case .failed: nil
    }
  }
}
