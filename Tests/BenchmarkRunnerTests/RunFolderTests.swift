import BenchmarkModel
import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing

@testable import BenchmarkRunner

@Suite struct RunFolderTests {
  private let document = RunFixture.document(
    [RunFixture.plannedCase("ticket"), RunFixture.plannedCase("mutex")], blocks: 2)

  private let tree: FixtureTree
  /// A folder that holds a new run.
  private let folder: RunFolder

  init() throws {
    tree = try FixtureTree()
    folder = tree.runFolder("results/deep/run")
    try folder.begin(document)
  }

  private func expectBadRow(_ table: String, _ line: Int, in folder: RunFolder) {
    let error = #expect(throws: RunFolderError.self) { try folder.read() }
    #expect(error?.badLine == line, "\(error.map { $0.description } ?? "")")
    #expect(error?.description.contains(folder.path.appending(table).string) == true)
  }

  /// Expects that an error is one or two lines, with a colon or a semicolon before the remedy.
  private func expectMessage(_ error: RunFolderError) {
    let lines = error.description.split(separator: "\n", omittingEmptySubsequences: false)
    #expect((1...2).contains(lines.count), "\(error)")
    #expect(error.description.contains(";") || error.description.contains(":"), "\(error)")
  }

  @Test func `a run's document is read as it was written`() throws {
    #expect(try folder.readDocument() == document)
    #expect(try folder.read() == Run(document: document))
  }

  @Test func `a document does not contain the path of its folder`() throws {
    let text = try folder.text("run.json")
    #expect(!text.contains(tree.root))
    #expect(text.hasSuffix("}\n"))
  }

  @Test func `a document is replaced whole`() throws {
    var ended = document
    ended.state = .complete
    ended.endNanoseconds = 5
    try folder.write(ended)
    #expect(try folder.readDocument() == ended)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path.string).sorted()
        == ["raw", "run.json"])
  }

  @Test func `a link that takes the place of a run's opened folder is not followed`() throws {
    try tree.file("/outside/run.json", "theirs")
    let moved = tree.root + "/moved"
    try FileManager.default.moveItem(atPath: folder.path.string, toPath: moved)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path.string, withDestinationPath: tree.root + "/outside")
    var ended = document
    ended.state = .complete
    try folder.write(ended)
    try folder.write("table", as: "locks.csv")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: tree.root + "/outside") == ["run.json"])
    #expect(try folder.text("run.json") == "theirs\n")
    #expect(try RunFolder(FilePath(moved)).readDocument() == ended)
  }

  @Test func `the error for a write to a removed folder names the run's document`() throws {
    try FileManager.default.removeItem(atPath: folder.path.string)
    #expect(throws: RunFolderError.cannotWrite(folder.documentPath.string, .noSuchFileOrDirectory))
    {
      try folder.write(document)
    }
  }

  @Test func `a missing folder, or a folder without a document, is no run`() throws {
    let nothing = tree.runFolder("nothing")
    #expect(throws: RunFolderError.missing(nothing.path.string)) { try nothing.read() }
    try tree.file("/run/notes.txt", "hello")
    let notes = tree.runFolder()
    #expect(throws: RunFolderError.noRun(notes.path.string)) { try notes.read() }
  }

  @Test func `the error for a file in the folder's place names the path`() throws {
    try tree.file("/run", "I was here first")
    let folder = tree.runFolder()
    #expect(throws: RunFolderError.notAFolder(folder.path.string)) { try folder.create() }
    #expect(throws: RunFolderError.notAFolder(folder.path.string)) { try folder.read() }
    #expect(throws: RunFolderError.notAFolder(folder.path.string)) {
      try tree.runFolder("run/a/b").create()
    }
  }

  @Test func `a folder that holds a run is refused for another run`() throws {
    #expect(throws: RunFolderError.occupied(folder.path.string)) { try folder.create() }
    #expect(throws: RunFolderError.occupied(folder.path.string)) { try folder.checkIsFree() }
    #expect(try folder.readDocument() == document)
  }

  @Test func `a folder with other files is refused for a run, and its files stay`() throws {
    try tree.file("/run/locks.csv", "hello")
    let folder = tree.runFolder()
    #expect(throws: RunFolderError.notEmpty(folder.path.string)) { try folder.create() }
    #expect(throws: RunFolderError.notEmpty(folder.path.string)) { try folder.checkIsFree() }
    #expect(try folder.text("locks.csv") == "hello\n")
  }

  @Test(arguments: [RawTable.trials.path, "raw/counters.csv", "raw/calibration.csv"])
  func `tables without a run document are refused and left as they are`(table: String) throws {
    try tree.file("/run/\(table)", "name,value\nwork,1")
    let folder = tree.runFolder()
    let error = RunFolderError.orphaned(folder.path.string, lost: "run.json")
    #expect(throws: error) { try folder.create() }
    #expect(try folder.text(table) == "name,value\nwork,1\n")
    expectMessage(error)
  }

  @Test func `a folder that a kill left before the plan was written can hold a new run`() throws {
    for table in RawTable.allCases {
      try tree.data("/run/\(table.path)", Data(CSV.line(table.columns(of: nil)).utf8))
    }
    try tree.file("/run/.syncbench-new-0123456789abcdef", "{")
    let folder = tree.runFolder()
    try folder.create()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path.string) == ["raw"])
  }

  @Test(arguments: [
    "", " ", "hello", "[]", "{}", "null", "{\"schemaVersion\": \"one\"}", "{\"schemaVersion\": 1}",
    "{\"name\": \"a package.json\", \"version\": \"1.0.0\"}", "\u{0}\u{0}\u{0}",
  ])
  func `a document that syncbench did not write is foreign`(text: String) throws {
    try tree.data("/run/run.json", Data(text.utf8))
    let error = try #require(throws: RunFolderError.self) { try tree.runFolder().read() }
    guard case .foreign(let path, _) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(path.hasSuffix("/run/run.json"))
    expectMessage(error)
  }

  @Test func `a document cut short anywhere is foreign`() throws {
    let whole = Array(try folder.text("run.json").utf8)
    for length in stride(from: 0, to: whole.count - 2, by: 61) {
      try tree.data("/cut/run.json", Data(whole[..<length]))
      let error = try #require(throws: RunFolderError.self) { try tree.runFolder("cut").read() }
      guard case .foreign = error else {
        Issue.record("\(length) bytes: \(error)")
        return
      }
      expectMessage(error)
    }
  }

  @Test(arguments: [
    (0, "measure again"), (2, "newer syncbench"), (-1, "measure again"), (99, "newer"),
  ])
  func `the error for another schema gives both versions, whatever else the document holds`(
    version: Int, remedy: String
  ) throws {
    try tree.file("/run/run.json", "{\"schemaVersion\": \(version), \"unheard\": [1]}")
    let folder = tree.runFolder()
    let error = RunFolderError.otherSchema(
      folder.documentPath.string, found: version, known: runSchemaVersion)
    #expect(throws: error) { try folder.read() }
    #expect(error.description.contains(remedy))
    expectMessage(error)
  }

  @Test func `a plan that names a case twice is an error, not a crash`() throws {
    let folder = tree.runFolder()
    try folder.create()
    try folder.write(
      RunFixture.document(
        [RunFixture.plannedCase("ticket"), RunFixture.plannedCase("ticket")], blocks: 1))
    let error = try #require(throws: RunFolderError.self) { try folder.read() }
    expectMessage(error)
  }

  @Test(arguments: [
    "something else\n", "case,launch\n", "case,launch,value_ns,count\n",
    "case,launch,latencies\nlocks/contended/ticket/threads=2,zero,1\n",
    "case,launch,latencies\nlocks/contended/ticket/threads=2,2,1\n",
    "case,launch,latencies\nlocks/contended/ticket/threads=2,-1,1\n",
    "case,launch,latencies\nx,0,1\n",
    // Two rows of one launch.
    "case,launch,latencies\nlocks/contended/ticket/threads=2,0,1\n"
      + "locks/contended/ticket/threads=2,0,1\n",
    "case,launch,latencies\nlocks/contended/ticket/threads=2,0,1 2*3\n"
      + "locks/contended/ticket/threads=2,1,1 2*0\n",
    "case,launch,latencies\nlocks/contended/ticket/threads=2,0,\n",
    "case,launch,latencies\nlocks/contended/ticket/threads=2,0\n",
    "case,launch,latencies\nlocks/contended/ticket/threads=2,0,1,1\n",
  ])
  func `a row that does not fit the plan or the table is named by its line`(text: String) throws {
    try tree.data("/results/deep/run/raw/latency.csv", Data(text.utf8))
    let line = text.split(separator: "\n").count
    expectBadRow("raw/latency.csv", line, in: folder)
  }

  @Test func `a bad row is named by its first line, even if reasons hold line feeds`() throws {
    let row = "locks/contended/ticket/threads=2,0,exited,1,"
    try tree.data(
      "/results/deep/run/raw/failures.csv",
      Data(
        ("case,launch,kind,status,reason\r\n" + row + "\"one\n\"\"two\"\"\nthree\"\r\n"
          + "locks/contended/mutex/threads=2,0,exited,1,"
          + "fine\nlocks/contended/ticket/threads=2,1,vanished,1,\"four\n\"\n" + row + "\n").utf8))
    expectBadRow("raw/failures.csv", 6, in: folder)
  }

  @Test func `tables of many rows, and rows of megabytes, are read whole, except for a torn end`()
    throws
  {
    let values = (1..<100_000).map { LatencyRow(valueNanoseconds: $0 * 1_000_003, count: $0) }
    let seen = (0..<40_000).map {
      ObservationRow(trial: $0 / 20_000, name: "reads \($0)", value: Double($0))
    }
    let reason = String(repeating: "why, \"oh\" why? ", count: 80_000)
    let trials = (0..<2).map {
      TrialRow(
        trial: $0, startNanoseconds: 1, operations: 2, elapsedNanoseconds: 3, isVerified: false,
        reason: reason)
    }
    let record = LaunchRecord(trials: trials, latencies: values, observations: seen)
    let id = document.plan.cases[1].id
    for table in [RawTable.latency, .observations, .trials] {
      let text =
        CSV.line(table.columns(of: nil)) + table.lines(of: record, case: id, launch: 1)
        + "\(id),0,\"torn\n"
      try tree.data("/results/deep/run/\(table.path)", Data(text.utf8))
    }
    let records = try folder.read().records
    // Compared outside `#expect`, which would print megabytes on failure.
    let isRead = records == [Launch(caseIndex: 1, block: 1): record]
    #expect(isRead)
  }

  private static let packed =
    "case,launch,latencies\nlocks/contended/ticket/threads=2,0,12 30*4 1\n"
    + "locks/contended/mutex/threads=2,1,0*7\n"

  /// Writes a table of latencies, and the trials without which the launches would not count.
  private func write(latencies: String, in tree: FixtureTree) throws {
    let trials = ["ticket/threads=2,0", "mutex/threads=2,1"].flatMap { launch in
      (0..<2).map { "locks/contended/\(launch),\($0),0,1,1,0,0,0,0,,,,,,,,,,true,\n" }
    }
    try tree.data(
      "/results/deep/run/raw/trials.csv",
      Data((CSV.line(RawTable.trials.columns(of: nil)) + trials.joined()).utf8))
    try tree.data("/results/deep/run/raw/latency.csv", Data(latencies.utf8))
  }

  @Test func `the latencies of a launch are read from one row`() throws {
    try write(latencies: Self.packed, in: tree)
    let records = try folder.read().records
    #expect(
      records.mapValues(\.latencies) == [
        Launch(caseIndex: 0, block: 0): [
          LatencyRow(valueNanoseconds: 12, count: 1), LatencyRow(valueNanoseconds: 42, count: 4),
          LatencyRow(valueNanoseconds: 43, count: 1),
        ],
        Launch(caseIndex: 1, block: 1): [LatencyRow(valueNanoseconds: 0, count: 7)],
      ])
  }

  @Test func `a row of latencies that a kill tore anywhere is left out`() throws {
    let lines = Self.packed.split(separator: "\n", omittingEmptySubsequences: false)
    let before = lines[..<2].joined(separator: "\n").utf8.count + 1
    for length in before..<Self.packed.utf8.count {
      try write(latencies: String(Self.packed.prefix(length)), in: tree)
      let records = try folder.read().records
      #expect(records[Launch(caseIndex: 0, block: 0)]?.latencies.count == 3)
      #expect(records[Launch(caseIndex: 1, block: 1)]?.latencies == [])
    }
  }

  @Test func `rows of a launch that are not adjacent are put together`() throws {
    let text = { (primitive: String, trial: Int) in
      "locks/contended/\(primitive)/threads=2,0,\(trial),0,1,1,0,0,0,0,,,,,,,,,,true,\n"
    }
    try tree.data(
      "/results/deep/run/raw/trials.csv",
      Data(
        (CSV.line(RawTable.trials.columns(of: nil)) + text("ticket", 0) + text("mutex", 0)
          + text("ticket", 1) + text("mutex", 1)).utf8))
    let records = try folder.read().records
    #expect(records.count == 2)
    for record in records.values { #expect(record.trials.map(\.trial) == [0, 1]) }
  }

  @Test(arguments: ["name,value\nwork\n", "name,value\nwork,fast\n", "name,value\nwork,nan\n"])
  func `a calibration that is no number is named by its line`(text: String) throws {
    try tree.data("/results/deep/run/raw/calibration.csv", Data(text.utf8))
    expectBadRow("raw/calibration.csv", 2, in: folder)
  }

  @Test func `a folder that can't be made is an error, not a hang`() throws {
    // Not even root can make a folder in /proc; the kernel's answer is ENOENT.
    let folder = RunFolder("/proc/syncbench-test/run")
    let error = try #require(throws: RunFolderError.self) { try folder.create() }
    guard case .cannotWrite = error else {
      Issue.record("\(error)")
      return
    }
    expectMessage(error)
  }

  @Test(.enabled(if: geteuid() != 0, "root may write everywhere"))
  func `the error for a folder without permission gives the cause`() throws {
    chmod(tree.root, 0o555)
    defer { chmod(tree.root, 0o755) }
    let folder = tree.runFolder()
    #expect(
      throws: RunFolderError.cannotWrite(folder.path.string, .permissionDenied)
    ) { try folder.create() }
  }

  @Test(arguments: [
    RunFolderError.missing("p"), .notAFolder("p"), .occupied("p"), .noRun("p"),
    .foreign("p", detail: "d"), .otherSchema("p", found: 0, known: 1),
    .badRow(file: "p", line: 1, problem: "is there twice"), .missingTable("p"), .twoForms("p"),
    .rowsMissing("p", launches: 2), .rowsLost("p", found: 1, recorded: 2),
    .notAFile("p", kind: "a pipe"), .tooLarge("p", limit: 1 << 20),
    .cannotWrite("p", .permissionDenied), .cannotWrite("p", .noSpace), .cannotRead("p", .ioError),
    .locked("p"),
  ])
  func `an error is one or two lines that name the path and a remedy`(error: RunFolderError) {
    expectMessage(error)
    #expect(error.description.contains("'p'"))
  }

  @Test func `the stored reference run is read, and lacks no launch`() throws {
    let root = FilePath(#filePath)
      .removingLastComponent().removingLastComponent().removingLastComponent()
    let run = try RunFolder(root.appending("results/reference")).read()
    #expect(run.document.plan.defect == nil)
    #expect(run.missingLaunches == 0)
    #expect(run.document.plan.cases.contains { $0.isNegativeControl })
  }
}
