import BenchmarkModel
import CZlib
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import BenchmarkRunner

@Suite struct PackedTableTests {
  private let document = RunFixture.document([RunFixture.plannedCase("ticket")], blocks: 2)

  private func folder(_ tree: FixtureTree) throws -> RunFolder {
    let folder = tree.runFolder("run")
    try folder.begin(document)
    return folder
  }

  /// The trials of the first block's launch, as text.
  private var trials: String {
    RawTable.trials.lines(
      of: InvocationRecord(
        trials: (0..<2).map {
          TrialRow(
            trial: $0, startNanoseconds: 1, operations: 2, elapsedNanoseconds: 3, isVerified: true,
            reason: "")
        }), case: document.plan.cases[0].id, invocation: 0)
  }

  private var emptyTable: String { CSV.line(RawTable.trials.columns(of: nil)) }

  private var text: String { emptyTable + trials }

  private func path(_ folder: RunFolder) -> FilePath {
    folder.path.appending("raw/trials.csv.gz")
  }

  /// Packs bytes; the plain table of an empty run goes.
  private func pack(_ bytes: some Collection<UInt8>, to path: FilePath) throws {
    let plain = String(path.string.dropLast(3))
    if (try? String(contentsOfFile: plain, encoding: .utf8)) == emptyTable { unlink(plain) }
    let file = try #require(gzopen(path.string, "wb"))
    let written = Array(bytes).withUnsafeBytes { gzwrite(file, $0.baseAddress, UInt32($0.count)) }
    #expect(Int(written) == bytes.count)
    #expect(gzclose(file) == Z_OK)
  }

  @Test func `a table that gzip packed is read like the plain one`() throws {
    let tree = try FixtureTree()
    let folder = try folder(tree)
    try tree.data("/run/raw/trials.csv", Data(text.utf8))
    let plain = try folder.read().records
    try FileManager.default.removeItem(atPath: folder.path.appending("raw/trials.csv").string)
    try pack(text.utf8, to: path(folder))
    #expect(plain.count == 1)
    #expect(try folder.read().records == plain)
  }

  @Test func `a table that is there plain and packed is read where both hold the same`() throws {
    let tree = try FixtureTree()
    let folder = try folder(tree)
    try tree.data("/run/raw/trials.csv", Data(text.utf8))
    try pack(text.utf8, to: path(folder))
    #expect(try folder.read().records.count == 1)
  }

  @Test func `a cut table beside its whole packed one is refused, and neither is removed`() throws {
    let tree = try FixtureTree()
    let folder = try folder(tree)
    try pack(text.utf8, to: path(folder))
    try tree.data("/run/raw/trials.csv", Data(emptyTable.utf8))
    let error = RunFolderError.twoForms(folder.path.appending("raw/trials.csv").string)
    #expect(throws: error) { try folder.read() }
    #expect(throws: error) { _ = try RunRecorder(resuming: Run(document: document), in: folder) }
    #expect(FileAccess.exists(path(folder)))
  }

  @Test(arguments: [[], Array("no gzip".utf8)])
  func `bytes behind a packed table, and a pack of no bytes, are damage`(tail: [UInt8]) throws {
    let tree = try FixtureTree()
    let folder = try folder(tree)
    try pack(text.utf8, to: path(folder))
    let whole = try Data(contentsOf: URL(fileURLWithPath: path(folder).string))
    try tree.data("/run/raw/trials.csv.gz", tail.isEmpty ? Data() : whole + Data(tail))
    #expect(throws: RunFolderError.badPack(path(folder).string)) { try folder.read() }
  }

  @Test func `a table packed in several members is read whole`() throws {
    let tree = try FixtureTree()
    let folder = try folder(tree)
    try pack(emptyTable.utf8, to: path(folder))
    let header = try Data(contentsOf: URL(fileURLWithPath: path(folder).string))
    try pack(trials.utf8, to: path(folder))
    let rows = try Data(contentsOf: URL(fileURLWithPath: path(folder).string))
    try tree.data("/run/raw/trials.csv.gz", header + rows)
    #expect(try folder.read().records.count == 1)
  }

  @Test func `a packed table that is no table of the run stays where it is`() throws {
    let tree = try FixtureTree()
    let folder = try folder(tree)
    try pack(text.utf8, to: path(folder))
    try tree.file("/run/raw/other.csv.gz", "theirs")
    _ = try RunRecorder(resuming: try folder.read(), in: folder)
    #expect(!FileAccess.exists(path(folder)))
    #expect(FileAccess.exists(folder.path.appending("raw/other.csv.gz")))
  }

  @Test func `a packed table that is cut short anywhere is damaged, and no part of it is taken`()
    throws
  {
    let tree = try FixtureTree()
    let folder = try folder(tree)
    try pack(text.utf8, to: path(folder))
    let whole = try Data(contentsOf: URL(fileURLWithPath: path(folder).string))
    for length in 1..<whole.count {
      try tree.data("/run/raw/trials.csv.gz", whole.prefix(length))
      #expect(throws: RunFolderError.badPack(path(folder).string), "\(length)") {
        try folder.read()
      }
    }
  }

  @Test func `a stranger's table that would unpack without end is refused`() throws {
    let tree = try FixtureTree()
    let folder = try folder(tree)
    try pack((text + String(repeating: trials, count: 20_000)).utf8, to: path(folder))
    #expect(throws: RunFolderError.badPack(path(folder).string)) { try folder.read() }
  }

  @Test func `a packed table's bad row is named with the file that it stands in`() throws {
    let tree = try FixtureTree()
    let folder = try folder(tree)
    try pack("case,invocation\n".utf8, to: path(folder))
    let error = #expect(throws: RunFolderError.self) { try folder.read() }
    #expect(error?.badLine == 1)
    #expect(error?.description.contains(path(folder).string) == true)
  }

  @Test func `a resumed run has its packed tables plain again`() throws {
    let tree = try FixtureTree()
    let folder = try folder(tree)
    try pack(text.utf8, to: path(folder))
    let run = try folder.read()
    _ = try RunRecorder(resuming: run, in: folder)
    #expect(!FileAccess.exists(path(folder)))
    #expect(try folder.read() == run)
  }
}
