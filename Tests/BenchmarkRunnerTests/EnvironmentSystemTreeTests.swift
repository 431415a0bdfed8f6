import BenchmarkModel
import BenchmarkRunner
import Foundation
import TestSupport
import Testing

@Suite struct EnvironmentSystemTreeTests {
  private let tree: FixtureTree
  private let system: SystemTree

  init() throws {
    tree = try FixtureTree()
    system = SystemTree(root: tree.root)
  }

  @Test func `text is trimmed of white space and NUL bytes`() throws {
    try tree.data("/model", Data("  Some board\0\n".utf8))
    #expect(system.text("/model") == "Some board")
  }

  @Test func `an empty file reads as empty text, and an absent file as nil`() throws {
    try tree.file("/empty", "")
    #expect(system.text("/empty") == "")
    #expect(system.text("/absent") == nil)
    #expect(system.text("/absent/deeper") == nil)
    #expect(system.text("/") == nil)
  }

  @Test func `a file longer than one read is read whole`() throws {
    let text = String(repeating: "0123456789", count: 10_000)
    try tree.file("/long", text)
    #expect(system.text("/long") == text)
  }

  @Test func `the names of files, folders and links in a folder are sorted`() throws {
    for path in ["/top/b/x", "/top/a/x", "/top/file"] { try tree.file(path, "1") }
    try tree.link("/top/link", to: "a")
    #expect(system.names("/top") == ["a", "b", "file", "link"])
    #expect(system.names("/absent").isEmpty)
    #expect(system.exists("/top/file"))
    #expect(!system.exists("/top/other"))
  }

  @Test func `paths stay below the root with and without a slash before them`() throws {
    try tree.file("/proc/loadavg", "of the fixture")
    #expect(system.text("/proc/loadavg") == "of the fixture")
    #expect(system.text("proc/loadavg") == "of the fixture")
  }
}
