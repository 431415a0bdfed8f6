import BenchmarkModel
import CZlib
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import BenchmarkRunner

@Suite struct PackedTableTests {
  private let document = RunFixture.document([RunFixture.plannedCase("ticket")], blocks: 2)

  private let tree: FixtureTree
  private let folder: RunFolder
  /// The path of the packed table of trials.
  private let packed: FilePath

  init() throws {
    tree = try FixtureTree()
    folder = tree.runFolder()
    try folder.begin(document)
    packed = folder.path.appending("raw/trials.csv.gz")
  }

  /// The trials of the first block's launch, as text.
  private var trials: String {
    RawTable.trials.lines(
      of: LaunchRecord(
        trials: (0..<2).map {
          TrialRow(
            trial: $0, startNanoseconds: 1, operations: 2, elapsedNanoseconds: 3, isVerified: true,
            reason: "")
        }), case: document.plan.cases[0].id, launch: 0)
  }

  private var emptyTable: String { CSV.line(RawTable.trials.columns(of: nil)) }

  private var text: String { emptyTable + trials }

  /// Packs bytes as the table of trials, in place of the plain table of an empty run.
  private func pack(_ bytes: some Collection<UInt8>) throws {
    let plain = String(packed.string.dropLast(3))
    if (try? String(contentsOfFile: plain, encoding: .utf8)) == emptyTable { unlink(plain) }
    let file = try #require(gzopen(packed.string, "wb"))
    let written = Array(bytes).withUnsafeBytes { gzwrite(file, $0.baseAddress, UInt32($0.count)) }
    #expect(Int(written) == bytes.count)
    #expect(gzclose(file) == Z_OK)
  }

  @Test
  func `a packed table is read like a plain table, also beside a plain table of the same rows`()
    throws
  {
    try tree.data("/run/raw/trials.csv", Data(text.utf8))
    let plain = try folder.read().records
    #expect(plain.count == 1)
    try pack(text.utf8)
    #expect(try folder.read().records == plain)
    unlink(folder.path.appending("raw/trials.csv").string)
    #expect(try folder.read().records == plain)
  }

  @Test func `a cut plain table beside its whole packed table is refused, and both stay`() throws {
    try pack(text.utf8)
    try tree.data("/run/raw/trials.csv", Data(emptyTable.utf8))
    let error = RunFolderError.twoForms(folder.path.appending("raw/trials.csv").string)
    #expect(throws: error) { try folder.read() }
    #expect(throws: error) { _ = try RunRecorder(resuming: Run(document: document), in: folder) }
    #expect(FileAccess.exists(packed))
  }

  @Test(arguments: [[], Array("no gzip".utf8)])
  func `bytes after a packed table, and an empty packed file, are damage`(tail: [UInt8]) throws {
    try pack(text.utf8)
    let whole = try Data(contentsOf: URL(fileURLWithPath: packed.string))
    try tree.data("/run/raw/trials.csv.gz", tail.isEmpty ? Data() : whole + Data(tail))
    #expect(throws: RunFolderError.badPack(packed.string)) { try folder.read() }
  }

  @Test func `a table packed in several gzip members is read whole`() throws {
    try pack(emptyTable.utf8)
    let header = try Data(contentsOf: URL(fileURLWithPath: packed.string))
    try pack(trials.utf8)
    let rows = try Data(contentsOf: URL(fileURLWithPath: packed.string))
    try tree.data("/run/raw/trials.csv.gz", header + rows)
    #expect(try folder.read().records.count == 1)
  }

  @Test func `a packed table that is cut short anywhere is damaged, and none of its rows is read`()
    throws
  {
    try pack(text.utf8)
    let whole = try Data(contentsOf: URL(fileURLWithPath: packed.string))
    for length in 1..<whole.count {
      try tree.data("/run/raw/trials.csv.gz", whole.prefix(length))
      #expect(throws: RunFolderError.badPack(packed.string), "\(length)") {
        try folder.read()
      }
    }
  }

  @Test func `a packed table that unpacks to far more than its size is refused`() throws {
    try pack((text + String(repeating: trials, count: 20_000)).utf8)
    #expect(throws: RunFolderError.badPack(packed.string)) { try folder.read() }
  }

  @Test func `the error of a bad row in a packed table names the packed file`() throws {
    try pack("case,launch\n".utf8)
    let error = #expect(throws: RunFolderError.self) { try folder.read() }
    #expect(error?.badLine == 1)
    #expect(error?.description.contains(packed.string) == true)
  }

  @Test func `resuming a run unpacks its packed tables, and keeps other files`() throws {
    try pack(text.utf8)
    try tree.file("/run/raw/other.csv.gz", "theirs")
    let run = try folder.read()
    _ = try RunRecorder(resuming: run, in: folder)
    #expect(!FileAccess.exists(packed))
    #expect(FileAccess.exists(folder.path.appending("raw/other.csv.gz")))
    #expect(try folder.read() == run)
  }
}
