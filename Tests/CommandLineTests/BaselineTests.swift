import BenchmarkModel
import BenchmarkRunner
import Foundation
import Glibc
import TestSupport
import Testing

/// What `baseline` records, shows, refuses and removes.
@Suite(.timeLimit(.minutes(10))) struct BaselineTests {
  private let tool: Tool
  private let tree: FixtureTree
  private let folder: String

  init() throws {
    tool = try Tool.release()
    tree = try FixtureTree()
    folder = tree.root + "/baselines"
  }

  private let mutex = "locks/uncontended/mutex/inside=0"
  private let queue = "sync/alone/serial-queue-sync/inside=0"

  /// Records two cases; the file's text.
  private func record(_ name: String = "main", _ further: String...) async throws -> String {
    let outcome = try await tool.call(
      ["baseline", "record", name, "--filter", mutex, "--filter", queue, "--folder", folder]
        + further)
    #expect(outcome.code == 0, "\(outcome.error)")
    let file = try #require(try names("/" + name).first)
    #expect(outcome.output.hasPrefix("\(folder)/\(name)/\(file): 2 cases, "))
    return try String(contentsOfFile: "\(folder)/\(name)/\(file)", encoding: .utf8)
  }

  private func names(_ path: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder + path).sorted()
  }

  @Test func `what is recorded twice is the same bytes, and names nothing of the machine`()
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
    // A lock allocates nothing; absent where the library is not beside the tool.
    let allocations = baseline.cases[try CaseID(parsing: mutex)]?.allocations
    #expect(allocations == nil || allocations == 0)
  }

  @Test(
    .enabled(
      if: (try? Callgrind.installed()) != nil,
      "valgrind is not installed: `apt-get install valgrind`"))
  func `instructions by callgrind are stored with valgrind's version`() async throws {
    let text = try await record("main", "--instructions", "callgrind")
    let baseline = try CountBaseline(bytes: Array(text.utf8), file: "x")
    #expect(baseline.instructionsBy == .callgrind)
    #expect(baseline.valgrind != nil)
    let mutex = try #require(baseline.cases[try CaseID(parsing: mutex)]?.instructions)
    let queue = try #require(baseline.cases[try CaseID(parsing: queue)]?.instructions)
    #expect(mutex > 1)
    #expect(queue > mutex)
  }

  @Test func `a baseline is listed, shown and removed`() async throws {
    _ = try await record()
    let listed = try await tool("baseline", "list", "--folder", folder)
    #expect(listed.code == 0)
    #expect(listed.output.contains("  main "))
    let shown = try await tool("baseline", "show", "main", "--folder", folder)
    #expect(shown.code == 0)
    #expect(shown.output.contains("  \(mutex) "))
    for command in [["list"], ["show", "main"]] {
      let json = try await tool.call(
        ["baseline"] + command + ["--folder", folder, "--format", "json"])
      let files = try #require(
        try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]])
      #expect(files.map { $0["name"] as? String } == ["main"])
      #expect((files[0]["cases"] as? [Any])?.count == 2)
    }
    let removed = try await tool("baseline", "remove", "main", "--folder", folder)
    #expect(removed.code == 0)
    #expect(removed.output.hasPrefix("removed \(folder)/main/swift-"))
    #expect(try names().isEmpty)
  }

  @Test func `nothing stored is said on standard error, and is no failure`() async throws {
    let listed = try await tool("baseline", "list", "--folder", folder)
    #expect(listed.code == 0)
    #expect(listed.output == "")
    #expect(listed.error.contains("baseline record NAME"))
    let json = try await tool("baseline", "list", "--folder", folder, "--format", "json")
    #expect(try JSONDecoder().decode([String].self, from: Data(json.output.utf8)) == [])
  }

  @Test func `only baselines are removed`() async throws {
    try tree.file("/baselines/main/swift-6.3.1-x86_64.json", "I am a file")
    let outcome = try await tool("baseline", "remove", "main", "--folder", folder)
    #expect(outcome.code == 1)
    #expect(outcome.error.contains("is no baseline of counts"))
    #expect(try names("/main").count == 1)
  }

  @Test(
    arguments: [
      (["record"], "name"), (["record", "a/x"], "letters, digits"),
      (["record", "../x"], "begins with a dot"), (["record", ""], "an empty name"),
      (["record", "main", "nosuch"], "the suites are locks, sync"),
      (["record", "main", "qos"], "only those of one thread can"),
      (["record", "main", "--limit", "0"], "limit"), (["record", "main", "--limit", "5"], "limit"),
      (["record", "main", "--instructions", "guess"], "callgrind"),
      (["record", "main", "--folder", ""], "names no folder"),
      (["show", "a/b"], "letters, digits"), (["remove", ".."], "begins with a dot"),
      (["show", "main", "--format", "xml"], "json"),
    ] as [([String], String)])
  func `a wrong command line is told with the remedy, status 64`(
    arguments: [String], remedy: String
  ) async throws {
    let outcome = try await tool.call(["baseline"] + arguments)
    #expect(outcome.code == 64, "\(outcome.error)")
    #expect(outcome.output == "")
    #expect((1...2).contains(outcome.errorLines.count), "\(outcome.error)")
    #expect(outcome.error.contains(remedy), "\(outcome.error)")
  }

  @Test(arguments: [["show", "main"], ["remove", "main"]])
  func `a name that is not stored is refused with status 1`(command: [String]) async throws {
    let outcome = try await tool.call(["baseline"] + command + ["--folder", folder])
    #expect(outcome.code == 1)
    #expect(outcome.error.contains("`syncbench baseline record main` makes one"))
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a recording that is stopped leaves no half baseline`(signal: Int32) async throws {
    let outcome = try await tool.call(
      ["baseline", "record", "main", "--folder", folder]
    ) { process in
      // At once, or while it counts: either way nothing may be left.
      kill(process, signal)
    }
    #expect(outcome.code != 0)
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test func `a case that crashes is not stored, status 3`() async throws {
    let outcome = try await Tool.brokenLocks()(
      "baseline", "record", "main", "--folder", folder, "--filter",
      "locks/uncontended/crashes/inside=0", "--filter", mutex)
    #expect(outcome.code == 3, "\(outcome.error)")
    #expect(outcome.error.contains("locks/uncontended/crashes/inside=0: killed by SIG"))
    let file = try #require(try names("/main").first)
    let text = try String(contentsOfFile: "\(folder)/main/\(file)", encoding: .utf8)
    #expect(!text.contains("crashes"))
    #expect(text.contains(mutex))
  }
}
