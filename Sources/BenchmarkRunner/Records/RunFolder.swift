package import BenchmarkModel
import FoundationEssentials
import Glibc
package import SystemPackage

/// A run's folder, from which documents and tables are read and to which they are written.
package struct RunFolder: Sendable {
  package let path: FilePath

  private let held: FolderHandle

  /// Names a folder, which need not exist.
  package init(_ path: FilePath) {
    self.path = path
    held = FolderHandle(path)
  }

  /// Returns the folder, opened for writing.
  func opened() throws(Errno) -> OpenFolder { try held.opened() }

  /// The path of the run's document.
  package var documentPath: FilePath { path.appending("run.json") }

  /// The calibrations' table, which is read before any other.
  static let calibrationFile = "raw/calibration.csv"
  static let calibrationColumns = ["name", "value"]

  /// The paths of a run's tables of measured rows, in its folder.
  static func rowTables(of plan: Plan) -> [String] {
    RawTable.allCases.map(\.path) + (plan.counting == nil ? [] : [CounterTable.path])
  }

  /// Makes the folder of a new run.
  ///
  /// - Throws: ``RunFolderError/occupied(_:)`` if the folder has a run,
  ///   ``RunFolderError/notEmpty(_:)`` if it has other files, ``RunFolderError/orphaned(_:lost:)``
  ///   if it has only rows of a run.
  package func create() throws(RunFolderError) {
    if !FileAccess.exists(documentPath) { (try? OpenFolder(path))?.removeLeftOvers() }
    try checkIsFree()
    try FileAccess.makeFolder(path)
    try makeRawFolder()
    if hasRows { throw .orphaned(path.string, lost: "run.json") }
  }

  /// Checks that the folder has nothing but `raw`, and changes nothing.
  ///
  /// - Throws: ``RunFolderError/occupied(_:)`` or ``RunFolderError/notEmpty(_:)``.
  package func checkIsFree() throws(RunFolderError) {
    if FileAccess.exists(documentPath) { throw .occupied(path.string) }
    // The run's tables would replace files of the same names.
    guard FileAccess.names(in: path).allSatisfy({ $0 == "raw" }) else {
      throw .notEmpty(path.string)
    }
  }

  private func makeRawFolder() throws(RunFolderError) {
    let raw = path.appending("raw")
    do throws(RunFolderError) {
      _ = try FileAccess.writing(raw) { try opened().makeFolder("raw") }
    } catch {
      throw error == .cannotWrite(raw.string, .notDirectory) ? .notAFolder(raw.string) : error
    }
  }

  /// Whether a raw table has a row or can't be read; a kill before run.json is written leaves only
  /// headers.
  private var hasRows: Bool {
    let tables = RawTable.allCases.map(\.path) + [CounterTable.path, Self.calibrationFile]
    return tables.map { path.appending($0) }.contains { table in
      TableFile.exists(table) && (try? TableFile.forEachRow(table, headers: nil) { _ in "" }) == nil
    }
  }

  /// Writes run.json anew.
  package func write(_ document: RunDocument) throws(RunFolderError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let bytes: Data
    do {
      bytes = try encoder.encode(document)
    } catch {
      throw .foreign(documentPath.string, detail: "\(error)")
    }
    try held.replace("run.json", with: bytes + [UInt8(ascii: "\n")])
  }

  /// Writes a file of the folder, such as a suite's table.
  package func write(_ text: String, as name: String) throws(RunFolderError) {
    try held.replace(name, with: text.utf8)
  }

  /// Reads run.json.
  package func readDocument() throws(RunFolderError) -> RunDocument {
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

  /// Reads a run like ``read(_:)``, and refuses a complete run that has lost rows, because tables
  /// made of the remaining rows would pass for tables of the whole run.
  package func readWhole(
    _ tables: [RawTable] = RawTable.allCases
  ) throws(RunFolderError) -> Run {
    let run = try read(tables)
    let missing = run.missingLaunches
    guard run.document.state != .complete || missing == 0 else {
      throw .rowsMissing(path.string, launches: missing)
    }
    return run
  }

  /// Reads a run, with the launches that were recorded to the end.
  ///
  /// - Parameter tables: The raw tables to read beside the counts; the returned run has no rows of
  ///   the other tables.
  /// - Throws: ``RunFolderError/isGate(_:)`` for a gate, which measures two executables.
  package func read(_ tables: [RawTable] = RawTable.allCases) throws(RunFolderError) -> Run {
    let run = try readRecorded(tables).run
    guard run.document.plan.gate == nil else { throw .isGate(path.string) }
    return run
  }

  /// Reads a gate, with the launches that were recorded to the end.
  ///
  /// - Throws: ``RunFolderError/noGate(_:)`` for a run.
  package func readGate(_ tables: [RawTable] = RawTable.allCases) throws(RunFolderError) -> Run {
    let run = try readRecorded(tables).run
    guard run.document.plan.gate != nil else { throw .noGate(path.string) }
    return run
  }

  /// Reads a gate like ``readGate(_:)``, and refuses an ended gate that has lost rows, because
  /// verdicts on the remaining rows would pass for verdicts on the whole gate.
  package func readWholeGate() throws(RunFolderError) -> Run {
    let run = try readRecorded(isWhole: true).run
    guard run.document.plan.gate != nil else { throw .noGate(path.string) }
    return run
  }

  /// Reads a run; the rows of launches that a kill cut short are kept apart.
  ///
  /// - Parameter isWhole: Whether a gate that was ended early must have all rows that it had at its
  ///   end.
  func readRecorded(
    _ tables: [RawTable] = RawTable.allCases, isWhole: Bool = false
  ) throws(RunFolderError) -> RecordedRun {
    let document = try readDocument()
    let calibrations = try readCalibrations()
    try check(calibrations.count, of: Self.calibrationFile, by: document)
    var reader = RawRowReader(document)
    var tornLines: [String: String] = [:]
    for table in tables {
      var count = 0
      tornLines[table.path] = try TableFile.forEachRow(
        path.appending(table.path), headers: [table.columns(of: document.plan)]
      ) {
        count += 1
        return reader.add($0, of: table)
      }
      // Rows of trials and failures are counted only in an ended gate, whose plan does not say how
      // many launches it has. Elsewhere a launch that lost its trials or failure is measured again.
      let isCounted =
        document.plan.gate != nil && (isWhole || document.state == .complete)
      if isCounted || (table != .trials && table != .failures) {
        try check(count, of: table.path, by: document)
      }
    }
    if document.plan.counting != nil {
      tornLines[CounterTable.path] = try TableFile.forEachRow(
        path.appending(CounterTable.path), headers: [CounterTable.columns(of: document.plan)]
      ) { reader.addCounts($0) }
    }
    var recorded = reader.run(document, calibrations: calibrations)
    recorded.tornLines = tornLines
    return recorded
  }

  private func check(
    _ count: Int, of table: String, by document: RunDocument
  ) throws(RunFolderError) {
    guard let recorded = document.rows?[table], recorded != count else { return }
    throw .rowsLost(path.appending(table).string, found: count, recorded: recorded)
  }

  private func readCalibrations() throws(RunFolderError) -> [String: Double] {
    var values: [String: Double] = [:]
    try TableFile.forEachRow(path.appending(Self.calibrationFile), headers: nil) { fields in
      guard fields.count == 2, let value = fields.double(1), value.isCalibrated else {
        return "not a row of that table"
      }
      values[fields[0]] = value
      return nil
    }
    return values
  }
}
