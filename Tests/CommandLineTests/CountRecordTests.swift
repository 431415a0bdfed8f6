import BenchmarkModel
import BenchmarkRunner
import Foundation
import Glibc
import TestSupport
import Testing

/// Tests of stored and refused recordings of `gate --counts FOLDER --record`.
@Suite(.timeLimit(.minutes(10))) struct CountRecordTests {
  private let tool: Tool
  private let tree: FixtureTree
  private let folder: String

  init() throws {
    tool = try Tool.release()
    tree = try FixtureTree()
    folder = tree.root + "/baselines/main"
  }

  private let mutex = "locks/uncontended/mutex/inside=0"
  private let queue = "sync/alone/serial-queue-sync/inside=0"

  /// Records two cases, and returns the text of the file.
  private func record(_ further: String...) async throws -> String {
    let outcome = try await tool.succeeds(
      ["gate", "--counts", folder, "--record", "--filter", mutex, "--filter", queue] + further)
    let file = try #require(try names().first)
    #expect(outcome.output.hasPrefix("\(folder)/\(file): 2 cases, "))
    return try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  @Test func `two recordings have the same bytes, without the folder's path and the host's name`()
    async throws
  {
    let text = try await record()
    #expect(try await record() == text)
    let baseline = try CountBaseline(bytes: Array(text.utf8), file: "x")
    #expect(baseline.cases.keys.map(\.description).sorted() == [mutex, queue])
    #expect(!text.contains(tree.root))
    var name = [CChar](repeating: 0, count: 256)
    gethostname(&name, name.count)
    let host = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    #expect(!text.contains("\"\(host)\""))
    // A lock allocates nothing. The count is absent if the counting library is not beside the tool.
    let allocations = baseline.cases[try CaseID(parsing: mutex)]?.allocations
    #expect(allocations == nil || allocations == 0)
  }

  @Test(
    .enabled(
      if: (try? Callgrind.installed()) != nil,
      "valgrind is not installed: `apt-get install valgrind`"))
  func `instructions by callgrind are stored with valgrind's version`() async throws {
    let text = try await record("--instructions", "callgrind")
    let baseline = try CountBaseline(bytes: Array(text.utf8), file: "x")
    #expect(baseline.instructionsBy == .callgrind)
    #expect(baseline.valgrind != nil)
    let mutex = try #require(baseline.cases[try CaseID(parsing: mutex)]?.instructions)
    let queue = try #require(baseline.cases[try CaseID(parsing: queue)]?.instructions)
    #expect(mutex > 1)
    #expect(queue > mutex)
  }

  @Test func `a gate of the recorded executable lists a recorded case and passes`() async throws {
    _ = try await record()
    let outcome = try await tool.succeeds("gate", "--counts", folder)
    #expect(outcome.output.contains(mutex) && outcome.output.contains("PASS"))
  }

  @Test
  func `the error about a folder without a file of this toolchain has the command that makes it`()
    async throws
  {
    try tree.file("/baselines/main/swift-1-x86_64.json", "{}")
    let outcome = try await tool("gate", "--counts", folder)
    #expect(outcome.code == 1)
    #expect(outcome.error.contains("it has swift-1-x86_64.json"), "\(outcome.error)")
    #expect(outcome.error.contains("`syncbench gate --counts \(folder) --record` makes it"))
  }

  @Test func `a symbolic link in place of the folder is not followed`() async throws {
    try tree.file("/outside/file", "x")
    try tree.file("/baselines/.keep", "")
    try tree.link("/baselines/main", to: "../outside")
    let outcome = try await tool("gate", "--counts", folder, "--record", "--filter", mutex)
    #expect(outcome.code == 1)
    #expect(outcome.error.contains("can't make the folder '\(folder)'"), "\(outcome.error)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: tree.root + "/outside") == ["file"])
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `an interrupted recording leaves no partial baseline`(signal: Int32) async throws {
    let outcome = try await tool.call(
      ["gate", "--counts", folder, "--record"]
    ) { process in
      // The signal comes at the start or during the counting. In both cases no file may be left.
      kill(process, signal)
    }
    #expect(outcome.code != 0)
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test func `a case that crashes is not stored, and the status is 3`() async throws {
    let outcome = try await Tool.brokenLocks()(
      "gate", "--counts", folder, "--record", "--filter",
      "locks/uncontended/crashes/inside=0", "--filter", mutex)
    #expect(outcome.code == 3, "\(outcome.error)")
    #expect(outcome.error.contains("locks/uncontended/crashes/inside=0: killed by SIG"))
    let file = try #require(try names().first)
    let text = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
    #expect(!text.contains("crashes"))
    #expect(text.contains(mutex))
  }
}
