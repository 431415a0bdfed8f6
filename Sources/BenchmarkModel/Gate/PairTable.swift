/// The table of a gate's pairs: one file from which the same verdicts follow again.
///
/// It begins with a row a planned case, whose `pair` is empty: a case that was cut off before its first
/// pair is in the file too. Then comes a row a pair.
public enum PairTable {
  /// The header.
  public static let columns = [
    "case", "role", "metric", "polarity", "effect", "tolerance", "expected_regression", "alpha",
    "beta", "seed", "pair", "order", "status", "value_a", "value_b", "padding_a", "padding_b",
    "reason",
  ]

  /// The header and the plan's rows, as CSV lines.
  public static func opening(of plan: GatePlan) -> String {
    CSV.line(columns) + plan.cases.map { CSV.line($0.fields(in: plan)) }.joined()
  }

  /// The row of a pair, as a CSV line.
  public static func line(of row: PairRow, in plan: GatePlan) -> String {
    let id = plan.cases[row.caseIndex]
    return CSV.line(
      [id.id.description, id.role.rawValue] + [String](repeating: "", count: 8) + row.fields)
  }

  /// Reads a table; a last line that a kill tore is left out, and said.
  ///
  /// - Throws: ``PairTableError`` with the line, where a row is not a row of a gate, or contradicts another.
  public static func read(
    _ bytes: [UInt8], file: String
  ) throws(PairTableError) -> PairRecording {
    var reader = PairReader()
    try forEachRecord(bytes, file: file) { record, fields in
      record == 1 ? PairReader.problem(ofHeader: fields) : reader.add(fields)
    }
    let whole = CSV.completeLength(bytes)
    let isTorn = whole < bytes.count
    // What a kill cuts is one line; a quote that is never closed takes all lines after it.
    if bytes[whole...].dropLast().contains(UInt8(ascii: "\n")) {
      throw PairTableError(
        file: file, line: bytes[..<whole].count { $0 == UInt8(ascii: "\n") } + 1,
        problem: "a quote is opened and never closed; all that follows would be lost")
    }
    guard let recording = reader.recording(isTorn: isTorn) else {
      throw PairTableError(
        file: file, line: 1,
        problem: "no gated case was planned in it; give the pairs.csv of a gate")
    }
    return recording
  }

  /// Hands each record to `take` with its number from 1, until that says what is wrong with one.
  static func forEachRecord(
    _ bytes: [UInt8], file: String, _ take: (_ record: Int, _ fields: [String]) -> String?
  ) throws(PairTableError) {
    var record = 0
    var problem: String?
    CSV.forEachRecord(bytes) { fields in
      guard problem == nil else { return }
      record += 1
      problem = take(record, fields)
    }
    if let problem {
      throw PairTableError(file: file, line: line(ofRecord: record, in: bytes), problem: problem)
    }
  }

  /// The line on which a record begins: quoted fields may hold line feeds, so lines are not records.
  static func line(ofRecord record: Int, in bytes: [UInt8]) -> Int {
    var line = 1
    var seen = 1
    CSV.forEachRecord(bytes) { fields in
      guard seen < record else { return }
      seen += 1
      line += 1
      for field in fields { line += field.utf8.count { $0 == UInt8(ascii: "\n") } }
    }
    return line
  }
}

/// A gate as it was recorded.
public struct PairRecording: Equatable, Sendable {
  /// What was planned.
  public let plan: GatePlan
  /// The pairs, in the order of the file.
  public let rows: [PairRow]
  /// Whether the last line was cut short, and left out.
  public let isTorn: Bool

  /// Makes a recording of its parts.
  public init(plan: GatePlan, rows: [PairRow], isTorn: Bool = false) {
    self.plan = plan
    self.rows = rows
    self.isTorn = isTorn
  }
}

/// A file that is not the table of a gate's pairs, or of its launches.
public struct PairTableError: Error, Equatable, CustomStringConvertible {
  /// The file, as it was named.
  public let file: String
  /// The line, from 1.
  public let line: Int
  /// What is wrong, and the remedy.
  public let problem: String

  /// One line: where, what and the remedy.
  public var description: String { "'\(file)' line \(line): \(problem)" }
}
