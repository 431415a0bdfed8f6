import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing

@testable import BenchmarkRunner

/// Writing and removing in a folder in which another user may have put files and links.
@Suite struct OpenFolderTests {
  private let tree: FixtureTree

  init() throws {
    tree = try FixtureTree()
    try tree.file("/own/file", "mine")
    try tree.file("/outside/file", "theirs")
  }

  private func path(_ name: String) -> FilePath { FilePath(tree.root).appending(name) }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: path(name).string, encoding: .utf8)
  }

  private func names(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(folder).string).sorted()
  }

  private func isLink(_ name: String) -> Bool {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: path(name).string)) != nil
  }

  // MARK: Writing

  @Test func `a link in a file's place is replaced, and its target stays`() throws {
    for name in ["table.csv", "table.csv.new"] {
      try tree.link("/own/\(name)", to: "../outside/file")
    }
    try FileAccess.replace(path("own/table.csv"), with: "new".utf8)
    #expect(try text("own/table.csv") == "new")
    #expect(!isLink("own/table.csv"))
    #expect(try text("outside/file") == "theirs\n")
    #expect(try names("own") == ["file", "table.csv", "table.csv.new"])
  }

  @Test func `a file that can't be written leaves nothing behind`() throws {
    try tree.file("/own/folder/inside", "x")
    let error = #expect(throws: RunFolderError.self) {
      try FileAccess.replace(path("own/folder"), with: "new".utf8)
    }
    #expect(error?.description.contains("'\(path("own/folder"))'") == true)
    #expect(try names("own") == ["file", "folder"])
  }

  // A limit on the size of files stands in for a full disk.
  @Test func `a write that finds no room leaves the old file and nothing else`() async throws {
    let file = path("own/file").string
    await #expect(processExitsWith: .success) { [file = file as String] in
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 1000, rlim_max: 1000)
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      #expect(throws: RunFolderError.cannotWrite(file, .fileTooLarge)) {
        try FileAccess.replace(FilePath(file), with: Array(repeating: 0x61, count: 5000))
      }
    }
    #expect(try names("own") == ["file"])
    #expect(try text("own/file") == "mine\n")
  }

  @Test func `a link in a folder's place is refused`() throws {
    try tree.link("/own/raw", to: "../outside")
    let error = #expect(throws: RunFolderError.self) {
      try FileAccess.makeFolder("raw", in: path("own"))
    }
    #expect(error == .cannotWrite(path("own/raw").string, .tooManySymbolicLinkLevels))
    #expect(error?.description.contains("put a folder in its place") == true)
    #expect(try names("outside") == ["file"])
  }

  @Test func `a pipe that the user named is written into`() throws {
    let pipe = path("pipe").string
    mkfifo(pipe, 0o600)
    let reader = open(pipe, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    try FileAccess.write("text", to: pipe)
    var bytes = [UInt8](repeating: 0, count: 16)
    #expect(read(reader, &bytes, bytes.count) == 4)
  }

  // MARK: Removing

  @Test func `a folder is removed with all that is in it, and no link is followed`() throws {
    try tree.file("/own/passing/deep/deeper/file", "x")
    try tree.link("/own/passing/file", to: "../../outside/file")
    try tree.link("/own/passing/deep/folder", to: "../../../outside")
    try tree.link("/own/link", to: "../outside")
    let folder = try OpenFolder(path("own"))
    folder.remove("passing")
    folder.remove("link")
    #expect(try names("own") == ["file"])
    #expect(try text("outside/file") == "theirs\n")
  }

  // MARK: Leftovers of a kill

  private let leftOver = ".syncbench-charts-0123456789abcdef"

  @Test func `the next write removes what killed processes left`() throws {
    try tree.file("/own/\(leftOver)/svg", "x")
    try tree.file("/own/.syncbench-new-fedcba9876543210", "x")
    try FileAccess.replace(path("own/file"), with: "new".utf8)
    #expect(try names("own") == ["file"])
  }

  @Test func `the temporary folder of a living process is left alone`() throws {
    try tree.file("/own/\(leftOver)/svg", "x")
    let living = open(path("own/\(leftOver)").string, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    try #require(flock(living, LOCK_EX | LOCK_NB) == 0)
    try FileAccess.replace(path("own/file"), with: "new".utf8)
    #expect(try names("own") == [leftOver, "file"])
    flock(living, LOCK_UN)
    close(living)
    try FileAccess.replace(path("own/file"), with: "new".utf8)
    #expect(try names("own") == ["file"])
  }

  @Test func `a link with a leftover's name, and files with other names, are not removed`() throws {
    try tree.link("/own/\(leftOver)", to: "../outside")
    let others = [".syncbench-charts-0123", ".syncbench-notes", "syncbench-0123456789abcdef"]
    for name in others { try tree.file("/own/\(name)", "x") }
    try FileAccess.replace(path("own/file"), with: "new".utf8)
    #expect(try names("own") == (others + [leftOver, "file"]).sorted())
    #expect(try names("outside") == ["file"])
  }

  @Test func `a removed temporary folder is gone, and a file released from it stays`() throws {
    let folder = try TemporaryFolder(for: "charts", in: path("own"))
    try FileAccess.replace(folder.path.appending("file"), with: "new".utf8)
    try FileAccess.replace(folder.path.appending("other"), with: "new".utf8)
    try folder.release("file")
    folder.remove()
    #expect(try names("own") == ["file"])
    #expect(try text("own/file") == "new")
  }

  @Test func `a temporary folder is removed when its process exits, even if it is still in use`()
    async throws
  {
    let own = path("own").string
    await #expect(processExitsWith: .success) { [own = own as String] in
      let folder = try TemporaryFolder(for: "charts", in: FilePath(own))
      try FileAccess.replace(folder.path.appending("file"), with: "new".utf8)
      exit(0)
    }
    #expect(try names("own") == ["file"])
  }

  @Test func `a process that exits waits for a removal that another thread has begun`() async throws
  {
    let own = path("own").string
    await #expect(processExitsWith: .success) { [own = own as String] in
      let folder = try TemporaryFolder(for: "callgrind", in: FilePath(own))
      // So many files that the removal is still under way when the process exits.
      let count = 4000
      for number in 0..<count {
        close(
          open(folder.path.appending("\(number)").string, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600))
      }
      Thread.detachNewThread { folder.remove() }
      while FileAccess.names(in: folder.path).count == count { sched_yield() }
      exit(0)
    }
    #expect(try names("own") == ["file"])
  }
}
