/// One launch of a worker in a gate: what its number was summed up from.
public struct LaunchRow: Equatable, Sendable {
  /// Which of a gate's launches it is.
  public struct Key: Hashable, Sendable {
    /// The case.
    public let id: CaseID
    /// What the case is there for.
    public let role: GateRole
    /// The pair's number in its case, from 0.
    public let pair: Int
    /// 0, or 1 where the pair was measured once more.
    public let attempt: Int
    /// The side of the pair; a sham has the baseline's executable on both.
    public let side: PairSide

    /// Makes a key of its parts.
    public init(id: CaseID, role: GateRole, pair: Int, attempt: Int, side: PairSide) {
      self.id = id
      self.role = role
      self.pair = pair
      self.attempt = attempt
      self.side = side
    }
  }

  /// Which launch it is.
  public let key: Key
  /// The operations of its trials, all together; nil where it failed.
  public let operations: UInt64?
  /// The time stolen from all CPUs during its trials, in ns; nil where it failed or the kernel does not say.
  public let stealNanoseconds: UInt64?
  /// The values of the gated metric, in its unit; none where it failed.
  public let values: [Double]

  /// Makes a row of its parts.
  public init(key: Key, operations: UInt64?, stealNanoseconds: UInt64?, values: [Double]) {
    self.key = key
    self.operations = operations
    self.stealNanoseconds = stealNanoseconds
    self.values = values
  }
}

/// The table of a gate's launches: a row a launch, written before the row of its pair.
public enum LaunchTable {
  /// The header.
  public static let columns = [
    "case", "role", "pair", "try", "side", "ops", "steal_ns", "values",
  ]

  /// The header, as a CSV line.
  public static var opening: String { CSV.line(columns) }

  /// The row of a launch, as a CSV line.
  public static func line(of row: LaunchRow) -> String { CSV.line(row.fields) }

  /// Reads a table; a last line that a kill tore is left out.
  ///
  /// - Throws: ``PairTableError`` with the line, where a row is no launch or is there twice.
  public static func read(_ bytes: [UInt8], file: String) throws(PairTableError) -> [LaunchRow] {
    var rows: [LaunchRow] = []
    var keys: Set<LaunchRow.Key> = []
    var hasHeader = false
    try PairTable.forEachRecord(bytes, file: file) { record, fields in
      guard record > 1 else {
        hasHeader = fields == columns
        return hasHeader ? nil : foreign
      }
      guard let row = LaunchRow(fields: fields) else {
        return "not a launch (case, role, pair, try, side, and numbers); \(PairReader.remedy)"
      }
      guard keys.insert(row.key).inserted else {
        return "this launch of '\(row.key.id)' is there twice; \(PairReader.remedy)"
      }
      rows.append(row)
      return nil
    }
    guard hasHeader else { throw PairTableError(file: file, line: 1, problem: foreign) }
    return rows
  }

  private static let foreign =
    "not the header of a table of launches ('\(columns.prefix(4).joined(separator: ","))"
    + ",…'); give the launches.csv of a gate"
}

extension LaunchRow {
  fileprivate var fields: [String] {
    [
      key.id.description, key.role.rawValue, csvField(key.pair), csvField(key.attempt),
      key.side.rawValue, csvField(operations), csvField(stealNanoseconds),
      values.map { "\($0)" }.joined(separator: " "),
    ]
  }

  fileprivate init?(fields: [String]) {
    guard fields.count == LaunchTable.columns.count, let id = try? CaseID(parsing: fields[0]),
      let role = GateRole(rawValue: fields[1]), let pair = Int(fields[2]), pair >= 0,
      let attempt = Int(fields[3]), 0...RepeatRule.mostRepeats ~= attempt,
      let side = PairSide(rawValue: fields[4]), let operations: UInt64? = csvNumber(fields[5]),
      let steal: UInt64? = csvNumber(fields[6])
    else { return nil }
    let words = fields[7].split(separator: " ")
    let values = words.compactMap { Double($0) }
    guard values.count == words.count else { return nil }
    self.init(
      key: Key(id: id, role: role, pair: pair, attempt: attempt, side: side),
      operations: operations, stealNanoseconds: steal, values: values)
  }
}
