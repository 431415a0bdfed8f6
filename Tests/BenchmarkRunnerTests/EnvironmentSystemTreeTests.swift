import BenchmarkModel
import BenchmarkRunner
import Foundation
import TestSupport
import Testing

@Suite struct EnvironmentSystemTreeTests {
  @Test func `text is trimmed of white space and NUL bytes`() throws {
    let tree = try FixtureTree()
    try tree.data("/model", Data("  Some board\0\n".utf8))
    #expect(SystemTree(root: tree.root).text("/model") == "Some board")
  }

  @Test func `an empty file is empty text, an absent one is nothing`() throws {
    let tree = try FixtureTree()
    try tree.file("/empty", "")
    let system = SystemTree(root: tree.root)
    #expect(system.text("/empty") == "")
    #expect(system.text("/absent") == nil)
    #expect(system.text("/absent/deeper") == nil)
    #expect(system.text("/") == nil)
  }

  @Test func `a file longer than one read is whole`() throws {
    let tree = try FixtureTree()
    let text = String(repeating: "0123456789", count: 10_000)
    try tree.file("/long", text)
    #expect(SystemTree(root: tree.root).text("/long") == text)
  }

  @Test func `names are sorted, of files, folders and links`() throws {
    let tree = try FixtureTree()
    for path in ["/top/b/x", "/top/a/x", "/top/file"] { try tree.file(path, "1") }
    try tree.link("/top/link", to: "a")
    let system = SystemTree(root: tree.root)
    #expect(system.names("/top") == ["a", "b", "file", "link"])
    #expect(system.names("/absent").isEmpty)
    #expect(system.exists("/top/file"))
    #expect(!system.exists("/top/other"))
  }

  @Test func `paths stay below the root with and without a slash before them`() throws {
    let tree = try FixtureTree()
    try tree.file("/proc/loadavg", "of the fixture")
    let system = SystemTree(root: tree.root)
    #expect(system.text("/proc/loadavg") == "of the fixture")
    #expect(system.text("proc/loadavg") == "of the fixture")
  }
}
