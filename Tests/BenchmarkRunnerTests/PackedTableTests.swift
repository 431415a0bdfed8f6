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
    try folder.create()
    try folder.write(document)
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

  private var text: String { CSV.line(RawTable.trials.columns) + trials }

  private func path(_ folder: RunFolder) -> FilePath {
    folder.path.appending("raw/trials.csv.gz")
  }

  private func pack(_ bytes: some Collection<UInt8>, to path: FilePath) throws {
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

  @Test func `where a table is there plain and packed the plain one counts`() throws {
    let tree = try FixtureTree()
    let folder = try folder(tree)
    try tree.data("/run/raw/trials.csv", Data(text.utf8))
    try pack("no table".utf8, to: path(folder))
    #expect(try folder.read().records.count == 1)
  }

  @Test func `a packed table that is cut short anywhere is damaged, and no part of it is taken`()
    throws
  {
    let tree = try FixtureTree()
    let folder = try folder(tree)
    try pack(text.utf8, to: path(folder))
    let whole = try Data(contentsOf: URL(fileURLWithPath: path(folder).string))
    for length in 12..<whole.count {
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
    #expect(throws: RunFolderError.badRow(file: path(folder).string, line: 1)) {
      try folder.read()
    }
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
