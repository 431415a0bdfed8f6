public import BenchmarkModel
import FoundationEssentials
import Glibc
public import SystemPackage

/// A run's folder: reads it whole, and writes its documents and tables.
public struct RunFolder: Sendable {
  /// The folder.
  public let path: FilePath

  /// Names a folder; it need not exist.
  public init(_ path: FilePath) { self.path = path }

  /// Where the run's document is.
  public var documentPath: FilePath { path.appending("run.json") }

  /// The calibrations' table, which is read before any other.
  static let calibrationFile = "raw/calibration.csv"
  static let calibrationColumns = ["name", "value"]

  /// Makes the folder of a new run.
  ///
  /// - Throws: ``RunFolderError/occupied(_:)`` where a run is, ``RunFolderError/notEmpty(_:)`` where
  ///   other files are.
  public func create() throws(RunFolderError) {
    if FileAccess.exists(documentPath) { throw .occupied(path.string) }
    // Its tables would replace files of the same names.
    guard FileAccess.names(in: path).allSatisfy({ $0 == "raw" }) else {
      throw .notEmpty(path.string)
    }
    try FileAccess.makeFolder(path.appending("raw"))
  }

  /// Writes run.json anew.
  public func write(_ document: RunDocument) throws(RunFolderError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let bytes: Data
    do {
      bytes = try encoder.encode(document)
    } catch {
      throw .foreign(documentPath.string, detail: "\(error)")
    }
    try FileAccess.replace(documentPath, with: bytes + [UInt8(ascii: "\n")])
  }

  /// Writes a file of the folder, such as a suite's table.
  public func write(_ text: String, as name: String) throws(RunFolderError) {
    try FileAccess.replace(path.appending(name), with: text.utf8)
  }

  /// Reads run.json.
  public func readDocument() throws(RunFolderError) -> RunDocument {
    guard FileAccess.exists(path) else { throw .missing(path.string) }
    guard FileAccess.isFolder(path) else { throw .notAFolder(path.string) }
    guard let bytes = try FileAccess.read(documentPath) else { throw .noRun(path.string) }
    struct Version: Decodable { let schemaVersion: Int }
    let decoder = JSONDecoder()
    do {
      let found = try decoder.decode(Version.self, from: Data(bytes)).schemaVersion
      guard found == runSchemaVersion else {
        throw RunFolderError.otherSchema(
          documentPath.string, found: found, known: runSchemaVersion)
      }
      let document = try decoder.decode(RunDocument.self, from: Data(bytes))
      if let defect = document.plan.defect {
        throw RunFolderError.foreign(documentPath.string, detail: defect)
      }
      return document
    } catch let error as RunFolderError {
      throw error
    } catch let error as DecodingError {
      throw .foreign(documentPath.string, detail: Self.detail(error))
    } catch {
      throw .foreign(documentPath.string, detail: "\(error)")
    }
  }

  private static func detail(_ error: DecodingError) -> String {
    switch error {
    case .dataCorrupted(let context): context.debugDescription
    case .keyNotFound(let key, _): "it has no '\(key.stringValue)'"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      "'\(context.codingPath.map(\.stringValue).joined(separator: "."))' is not what it should be"
    @unknown default: "it does not decode"
    }
  }

  /// Reads the whole run: only invocations that were recorded to the end.
  public func read() throws(RunFolderError) -> Run {
    var run = Run(document: try readDocument())
    run.calibrations = try readCalibrations()
    let places = Dictionary(
      uniqueKeysWithValues: run.document.plan.cases.enumerated().map { ($1.id.description, $0) })
    for table in RawTable.allCases { try read(table, into: &run, places: places) }
    if run.document.plan.counting != nil { try readCounters(into: &run, places: places) }
    run.records = run.records.filter { invocation, record in
      let planned = run.document.plan.cases[invocation.caseIndex]
      return record.failure != nil || record.trials.count == planned.sampling.trials
    }
    return run
  }

  private func readCalibrations() throws(RunFolderError) -> [String: Double] {
    let file = path.appending(Self.calibrationFile)
    guard let bytes = try FileAccess.read(file) else { return [:] }
    var values: [String: Double] = [:]
    var line = 0
    var bad: Int?
    CSV.forEachRecord(bytes) { fields in
      line += 1
      if line == 1 { return }
      guard fields.count == 2, let value = Double(fields[1]), value.isCalibrated else {
        bad = bad ?? line
        return
      }
      values[fields[0]] = value
    }
    if let bad { throw .badRow(file: file.string, line: bad) }
    return values
  }

  private func read(
    _ table: RawTable, into run: inout Run, places: [String: Int]
  ) throws(RunFolderError) {
    let file = path.appending(table.path)
    guard let bytes = try FileAccess.read(file) else { return }
    let blocks = 0..<run.document.plan.blocks
    var line = 0
    var bad: Int?
    CSV.forEachRecord(bytes) { fields in
      line += 1
      if line == 1 {
        if fields != table.columns { bad = 1 }
        return
      }
      guard fields.count > 2, let place = places[fields[0]], let block = Int(fields[1]),
        blocks.contains(block),
        table.add(
          fields[2...],
          to: &run.records[Invocation(caseIndex: place, block: block), default: .init()])
      else {
        bad = bad ?? line
        return
      }
    }
    if let bad { throw .badRow(file: file.string, line: bad) }
  }

  /// Reads what was counted: only invocations that have their closing row.
  private func readCounters(
    into run: inout Run, places: [String: Int]
  ) throws(RunFolderError) {
    let file = path.appending(CounterTable.path)
    guard let bytes = try FileAccess.read(file) else { return }
    let planned = Set(run.document.plan.countedSchedule())
    var line = 0
    var bad: Int?
    CSV.forEachRecord(bytes) { fields in
      line += 1
      if line == 1 {
        if fields != CounterTable.columns { bad = 1 }
        return
      }
      guard let (id, number, row) = CounterTable.row(fields), let place = places[id],
        case let invocation = CountedInvocation(
          caseIndex: place, pass: row.pass, number: number), planned.contains(invocation)
      else {
        bad = bad ?? line
        return
      }
      run.counted[invocation, default: CountedRecord()].rows.append(row)
    }
    if let bad { throw .badRow(file: file.string, line: bad) }
    run.counted = run.counted.filter { $0.value.closing != nil }
  }
}
