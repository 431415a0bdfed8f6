import BenchmarkRunner
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import SyncBenchCLI

@Suite struct FilesTests {
  private let tree: FixtureTree

  init() throws { tree = try FixtureTree() }

  private func path(_ name: String) -> String { tree.root + "/" + name }

  private func names(_ folder: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(folder)).sorted()
  }

  // MARK: Writing

  @Test func `a file is made, and replaced as a whole`() throws {
    try FileAccess.write("one, which is longer", to: path("a"))
    #expect(try String(contentsOfFile: path("a"), encoding: .utf8) == "one, which is longer")
    let reader = try #require(FileHandle(forReadingAtPath: path("a")))
    try FileAccess.write("two", to: path("a"))
    #expect(try String(contentsOfFile: path("a"), encoding: .utf8) == "two")
    // A reader that opened the old file still reads the whole old text.
    #expect(try reader.readToEnd() == Data("one, which is longer".utf8))
    #expect(try names() == ["a"])
  }

  @Test func `a file that can't be written is an error that names it, and leaves nothing`() throws {
    try tree.file("/folder/inside", "x")
    for target in ["missing/a", "folder"] {
      let error = #expect(throws: RunFolderError.self) {
        try FileAccess.write("text", to: path(target))
      }
      #expect(error?.description.contains(path(target)) == true)
    }
    #expect(try names() == ["folder"])
    #expect(try names("folder") == ["inside"])
  }

  // MARK: Pictures

  @Test func `a picture may be a new file, replace a file, or be left out`() throws {
    try tree.file("/old.svg", "x")
    try FlameGraphs(onCPU: nil, offCPU: nil).check()
    try FlameGraphs(onCPU: path("old.svg"), offCPU: path("new.svg")).check()
    #expect(try names() == ["old.svg"])
  }

  @Test(arguments: ["", "/", "no-such-folder/a.svg", "a.svg/", "/dev/null"])
  func `a picture that can't be written is refused before anything is measured`(
    name: String
  ) throws {
    let isRelative = name.hasPrefix("no-such") || name.hasPrefix("a.svg")
    let target = isRelative ? path(name) : name
    for pictures in [
      FlameGraphs(onCPU: target, offCPU: nil), FlameGraphs(onCPU: nil, offCPU: target),
      FlameGraphs(onCPU: path("fine.svg"), offCPU: target),
    ] {
      let error = #expect(throws: CommandFailure.self) { try pictures.check() }
      #expect(error?.status == .usage)
      #expect(error?.message.contains("'\(target)'") == true)
    }
  }

  @Test func `a picture can't replace a folder`() throws {
    try tree.file("/folder/inside", "x")
    #expect(throws: CommandFailure.self) {
      try FlameGraphs(onCPU: path("folder"), offCPU: nil).check()
    }
  }

  // MARK: Folders that last as long as a command

  private struct Stop: Error {}

  @Test func `a temporary folder exists during the body and is removed after it`() throws {
    let used = try ProfileFolder.running(keeping: nil) { folder in
      let isThere = FileManager.default.fileExists(atPath: folder.path.string)
      #expect(isThere)
      try FileAccess.write("x", to: folder.path.appending("file").string)
      return folder.path.string
    }
    #expect(!FileManager.default.fileExists(atPath: used))
  }

  @Test func `a temporary folder is removed even if the body throws`() throws {
    var used: String?
    #expect(throws: Stop.self) {
      try ProfileFolder.running(keeping: nil) { folder in
        used = folder.path.string
        try FileAccess.write("x", to: folder.path.appending("file").string)
        throw Stop()
      }
    }
    let path = try #require(used)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `two commands have folders of their own`() throws {
    try ProfileFolder.running(keeping: nil) { first in
      try ProfileFolder.running(keeping: nil) { second in #expect(first.path != second.path) }
    }
  }

  @Test func `a folder that is to be kept stays, even if the body throws`() throws {
    try tree.file("/kept/file", "x")
    #expect(throws: Stop.self) {
      try ProfileFolder.running(keeping: path("kept")) { folder in
        #expect(folder.path.string == path("kept"))
        throw Stop()
      }
    }
    #expect(try names("kept") == ["file"])
  }

  @Test func `an empty path of a folder is a usage error`() {
    let error = #expect(throws: CommandFailure.self) {
      try ProfileFolder.running(keeping: "") { _ in }
    }
    #expect(error?.status == .usage)
  }
}
