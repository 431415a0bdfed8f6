import BenchmarkModel
import BenchmarkRunner
import SystemPackage
import TestSupport
import Testing

@Suite struct StoredBaselineTests {
  private let tree: FixtureTree

  init() throws { tree = try FixtureTree() }

  private func baseline(_ swift: String) -> CountBaseline {
    CountBaseline(
      tool: "0.1.0", toolchain: CountToolchain(swift: swift, architecture: "x86_64", libc: nil),
      instructionsBy: nil,
      cases: [
        CaseID(suite: "locks", workload: "uncontended", primitive: "mutex", parameters: []):
          OperationCounts(allocations: 2)
      ])
  }

  private func store(_ name: String, _ swift: String) throws {
    let baseline = baseline(swift)
    try tree.file("/\(name)/\(baseline.toolchain.fileName)", try baseline.text())
  }

  @Test
  func `a folder gives its file for this build's toolchain; a file is read whatever its toolchain`()
    throws
  {
    try store("main", "6.3.1")
    try store("main", "6.2")
    let path = FilePath(tree.root + "/main")
    let toolchain = baseline("6.2").toolchain
    #expect(try StoredBaseline(at: path, for: toolchain).baseline == baseline("6.2"))
    let file = path.appending("swift-6.3.1-x86_64.json")
    #expect(try StoredBaseline(at: file, for: toolchain).baseline == baseline("6.3.1"))
  }

  @Test
  func `the error for a missing file lists the folder's files and the command that makes the file`()
    throws
  {
    try store("main", "6.3.1")
    let error = #expect(throws: StoredBaselineError.self) {
      try StoredBaseline(at: FilePath(tree.root + "/main"), for: baseline("7").toolchain)
    }
    #expect(
      error?.description.hasSuffix(
        "/main' has no 'swift-7-x86_64.json', for the toolchain of this build; it has "
          + "swift-6.3.1-x86_64.json; `syncbench gate --counts \(tree.root)/main --record` makes it"
      ) == true)
  }

  @Test func `the error for a path that does not exist names the path`() {
    let path = FilePath(tree.root + "/nothing")
    let error = #expect(throws: StoredBaselineError.self) {
      try StoredBaseline(at: path, for: baseline("7").toolchain)
    }
    #expect(error?.description.contains("there is no '\(path)'") == true)
  }

  @Test func `the error for a file that is no baseline names the file`() throws {
    try tree.file("/main/swift-6.3.1-x86_64.json", "I am a file")
    let error = #expect(throws: StoredBaselineError.self) {
      try StoredBaseline(at: FilePath(tree.root + "/main"), for: baseline("6.3.1").toolchain)
    }
    #expect(error?.description.contains("swift-6.3.1-x86_64.json' is no baseline") == true)
  }
}
