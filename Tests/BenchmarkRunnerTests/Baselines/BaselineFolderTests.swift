import BenchmarkModel
import BenchmarkRunner
import Foundation
import SystemPackage
import TestSupport
import Testing

@Suite struct BaselineFolderTests {
  private let tree: FixtureTree
  private let folder: BaselineFolder
  private let main: BaselineName

  init() throws {
    tree = try FixtureTree()
    folder = BaselineFolder(FilePath(tree.root))
    main = try BaselineName("main")
  }

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

  private func names(_ path: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: tree.root + path).sorted()
  }

  // MARK: Reading

  @Test func `the stored baselines are listed by name, and nothing else`() throws {
    try store("main", "6.3.1")
    try store("older", "6.2")
    try tree.file("/notes/readme.txt", "no baseline")
    try tree.file("/.hidden/swift-6-x86_64.json", "x")
    try tree.file("/file", "x")
    #expect(folder.names().map(\.description) == ["main", "older"])
    #expect(BaselineFolder(FilePath(tree.root + "/nowhere")).names().isEmpty)
  }

  @Test func `a baseline has a file a toolchain`() throws {
    try store("main", "6.3.1")
    try store("main", "6.2")
    let stored = try folder.read(main)
    #expect(stored.map(\.baseline.toolchain.swift) == ["6.2", "6.3.1"])
  }

  @Test func `of a folder the file of the toolchain is read, and a file is read as it is`() throws {
    try store("main", "6.3.1")
    try store("main", "6.2")
    let path = FilePath(tree.root + "/main")
    let toolchain = baseline("6.2").toolchain
    #expect(try BaselineFolder.read(at: path, for: toolchain).baseline == baseline("6.2"))
    let file = path.appending("swift-6.3.1-x86_64.json")
    #expect(try BaselineFolder.read(at: file, for: toolchain).baseline == baseline("6.3.1"))
  }

  @Test func `a folder without the toolchain's file says which it has and how to record`() throws {
    try store("main", "6.3.1")
    let error = #expect(throws: BaselineFolderError.self) {
      try BaselineFolder.read(at: FilePath(tree.root + "/main"), for: baseline("7").toolchain)
    }
    #expect(
      error?.description.hasSuffix(
        "/main' has no 'swift-7-x86_64.json', for the toolchain of this build; it has "
          + "swift-6.3.1-x86_64.json; `syncbench baseline record main` makes it") == true)
  }

  @Test func `a path where nothing is names the path`() {
    let path = FilePath(tree.root + "/nothing")
    let error = #expect(throws: BaselineFolderError.self) {
      try BaselineFolder.read(at: path, for: baseline("7").toolchain)
    }
    #expect(error?.description.contains("there is no '\(path)'") == true)
  }

  @Test func `a name that is not stored says which are`() throws {
    try store("older", "6.2")
    let error = #expect(throws: BaselineFolderError.self) { try folder.read(main) }
    #expect(error?.description.hasSuffix("there are older") == true)
  }

  @Test func `a file that is no baseline is an error with the file`() throws {
    try tree.file("/main/swift-6.3.1-x86_64.json", "I am a file")
    let error = #expect(throws: BaselineFolderError.self) { try folder.read(main) }
    #expect(error?.description.contains("swift-6.3.1-x86_64.json' is no baseline") == true)
  }

  // MARK: Removing

  @Test func `removing takes the files and the folder`() throws {
    try store("main", "6.3.1")
    try store("main", "6.2")
    try store("older", "6.2")
    let removed = try folder.remove(main)
    #expect(
      removed.map { $0.lastComponent?.string } == [
        "swift-6.2-x86_64.json", "swift-6.3.1-x86_64.json",
      ])
    #expect(try names() == ["older"])
  }

  @Test func `what is no baseline's stays`() throws {
    try store("main", "6.3.1")
    try tree.file("/main/notes.txt", "mine")
    _ = try folder.remove(main)
    #expect(try names("/main") == ["notes.txt"])
  }

  @Test func `where one file is no baseline nothing is removed`() throws {
    try store("main", "6.3.1")
    try tree.file("/main/swift-7-x86_64.json", "mine")
    #expect(throws: BaselineFolderError.self) { try folder.remove(main) }
    #expect(try names("/main").count == 2)
  }

  @Test func `a link to another folder is not followed to remove`() throws {
    try store("other", "6.3.1")
    try tree.link("/main", to: "other")
    #expect(throws: BaselineFolderError.link(tree.root + "/main")) { try folder.remove(main) }
    #expect(try names("/other").count == 1)
  }

  @Test func `a link that leads nowhere is not followed either`() throws {
    try tree.link("/main", to: "nowhere")
    #expect(throws: BaselineFolderError.link(tree.root + "/main")) { try folder.remove(main) }
  }

  @Test func `nothing to remove is an error`() {
    #expect(throws: BaselineFolderError.self) { try folder.remove(main) }
  }
}
