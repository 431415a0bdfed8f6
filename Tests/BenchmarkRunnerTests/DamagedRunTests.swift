import BenchmarkModel
import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing

@testable import BenchmarkRunner

/// A damaged run is refused with the damaged line, and never read as a run with fewer rows.
@Suite struct DamagedRunTests {
  private let document = RunFixture.document(
    [RunFixture.plannedCase("ticket"), RunFixture.plannedCase("mutex")], blocks: 2)

  private let tree: FixtureTree
  /// A complete run that has a record of every planned launch.
  private let folder: RunFolder

  init() throws {
    tree = try FixtureTree()
    folder = tree.runFolder()
    try folder.create()
    let recorder = try RunRecorder(creatingIn: folder, for: document)
    for (number, launch) in document.plan.schedule().enumerated() {
      try recorder.record(
        RunFixture.record(number), case: document.plan.cases[launch.caseIndex].id,
        launch: launch.block)
    }
    var document = document
    document.state = .complete
    try folder.write(document)
  }

  private func path(_ table: RawTable) -> String { folder.path.appending(table.path).string }

  private func lines(_ table: RawTable) throws -> [String] { try folder.lines(table.path) }

  private func write(_ lines: some Sequence<String>, _ table: RawTable) throws {
    try folder.replace(table.path, with: lines)
  }

  /// Expects that the run is refused with this line, and that resuming it cuts nothing.
  private func expectRefused(
    _ table: RawTable, line: Int, _ comment: Comment? = nil
  ) throws {
    let before = try lines(table)
    let error = #expect(throws: RunFolderError.self, comment) { try folder.readWhole() }
    #expect(error?.badLine == line, "\(error.map { $0.description } ?? "")")
    #expect(throws: RunFolderError.self) {
      _ = try RunRecorder(resuming: Run(document: document), in: folder)
    }
    #expect(try lines(table) == before)
  }

  @Test(arguments: [RawTable.trials, .threads, .latency, .observations])
  func `a table that has every row twice is refused at its first duplicate`(
    table: RawTable
  ) throws {
    let rows = try lines(table)
    try write(rows + rows.dropFirst(), table)
    try expectRefused(table, line: rows.count + 1)
    // A merge that keeps both sides doubles each line.
    try write([rows[0]] + rows.dropFirst().flatMap { [$0, $0] }, table)
    try expectRefused(table, line: 3)
  }

  @Test(arguments: [
    (column: 1, value: "2"), (1, "-1"), (2, "1"), (2, "5"), (2, "-1"), (4, "99999999999999999"),
    (5, "0"), (14, "-1"), (15, "0"),
  ])
  func `a row with an impossible value is refused`(column: Int, value: String) throws {
    var rows = try lines(.trials)
    var fields = rows[1].split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    fields[16] = "quiet"
    fields[column] = value
    rows[1] = fields.joined(separator: ",")
    try write(rows, .trials)
    try expectRefused(.trials, line: 2, "\(rows[1])")
  }

  @Test(arguments: RawTable.allCases)
  func `a missing table is an error, for reading and for resuming`(
    table: RawTable
  ) throws {
    unlink(path(table))
    let error = RunFolderError.missingTable(path(table))
    #expect(throws: error) { try folder.readWhole() }
    #expect(throws: error) { _ = try RunRecorder(resuming: Run(document: document), in: folder) }
  }

  @Test(arguments: RawTable.allCases)
  func `a table of no bytes is damaged, not empty`(table: RawTable) throws {
    try tree.data("/run/\(table.path)", Data())
    let error = #expect(throws: RunFolderError.self) { try folder.readWhole() }
    #expect(error?.badLine == 1)
  }

  @Test(arguments: ["threads", "latency", "observations", "calibration"])
  func `a table that lost rows after the run ended is refused`(
    table: String
  ) throws {
    var document = try folder.readDocument()
    document.rows = try folder.read().rowCounts
    document.rows?["raw/calibration.csv"] = 1
    try tree.file("/run/raw/calibration.csv", "name,value\nwork,1")
    try folder.write(document)
    #expect(try folder.readWhole().records.count == 4)
    let path = folder.path.appending("raw/\(table).csv").string
    let rows = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    try tree.file("/run/raw/\(table).csv", rows.dropLast().joined(separator: "\n"))
    #expect(
      throws: RunFolderError.rowsLost(path, found: rows.count - 2, recorded: rows.count - 1)
    ) { try folder.read() }
  }

  @Test func `a quote that swallows the rest of a table is an error, not a torn line`() throws {
    var rows = try lines(.trials)
    rows[3] = "\"" + rows[3]
    try write(rows, .trials)
    let error = #expect(throws: RunFolderError.self) { try folder.readWhole() }
    #expect(error?.badLine == 4, "\(error.map { $0.description } ?? "")")
  }

  @Test func `the error for a complete run that lost rows gives the number of lost launches`()
    throws
  {
    try write(try lines(.trials).dropLast(2), .trials)
    #expect(throws: RunFolderError.rowsMissing(folder.path.string, launches: 1)) {
      try folder.readWhole()
    }
    #expect(try folder.read().records.count == 3)
  }

  @Test func `the rows that resuming cuts away are kept beside their tables`() throws {
    var interrupted = document
    interrupted.state = .interrupted
    try folder.write(interrupted)
    let (trials, threads) = (try lines(.trials), try lines(.threads))
    // The last launch lacks a trial, and a torn row follows.
    try tree.data(
      "/run/raw/trials.csv",
      Data((trials.dropLast().joined(separator: "\n") + "\n" + trials[1].prefix(40)).utf8))
    for round in 1...2 {
      do {
        let recorder = try RunRecorder(resuming: try folder.read(), in: folder)
        #expect(
          recorder.cutFiles
            == (round == 1
              ? ["trials", "threads", "latency", "observations"].map {
                folder.path.appending("raw/\($0).csv.cut-1").string
              } : []))
      }
      let cut = try String(contentsOfFile: path(.trials) + ".cut-1", encoding: .utf8)
      #expect(cut == trials[0] + "\n" + trials[trials.count - 2] + "\n" + trials[1].prefix(40))
      #expect(try Set(lines(.threads)) == Set(threads.dropLast(2)))
    }
  }

  @Test func `a file of a terabyte is refused before a byte of it is read`() throws {
    truncate(folder.documentPath.string, 1 << 40)
    #expect(
      throws: RunFolderError.tooLarge(folder.documentPath.string, limit: 128 << 20)
    ) { try folder.readDocument() }
  }

  @Test func `a table whose last line is a terabyte without an end is refused`() throws {
    let rows = try lines(.trials)
    truncate(path(.trials), 1 << 40)
    let error = #expect(throws: RunFolderError.self) { try folder.readWhole() }
    #expect(error?.badLine == rows.count + 1)
  }

  @Test func `a plan of 200 million launches is refused before its schedule is made`() throws {
    let folder = tree.runFolder("other")
    try folder.create()
    try folder.write(
      RunFixture.document((0..<2000).map { RunFixture.plannedCase("lock-\($0)") }, blocks: 100_000))
    #expect(
      throws: RunFolderError.foreign(
        folder.documentPath.string, detail: "its plan has 200000000 launches")
    ) { try folder.read() }
  }

  @Test func `a pipe, a folder or a device in a table's place is refused as what it is`() throws {
    let file = path(.threads)
    unlink(file)
    mkfifo(file, 0o600)
    #expect(throws: RunFolderError.notAFile(file, kind: "a pipe")) { try folder.read() }
    unlink(file)
    mkdir(file, 0o700)
    #expect(throws: RunFolderError.notAFile(file, kind: "a folder")) { try folder.read() }
    rmdir(file)
    symlink("/dev/null", file)
    #expect(throws: RunFolderError.notAFile(file, kind: "a device")) { try folder.read() }
  }

  @Test func `a new run removes no packed table that is not its own`() throws {
    try tree.file("/other/raw/theirs.csv.gz", "theirs")
    let folder = tree.runFolder("other")
    try folder.begin(document)
    #expect(FileAccess.exists(folder.path.appending("raw/theirs.csv.gz")))
  }
}
