import BenchmarkModel
import BenchmarkRunner
import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing

/// Tests of `gate` with two executables: a tool, and the same tool whose environment makes a lock
/// worse.
@Suite(.serialized, .timeLimit(.minutes(10))) struct GateTests {
  private let tool: Tool
  private let tree: FixtureTree
  private let baseline: String
  private let output: String
  private let lock = "locks/uncontended/told/inside=0"

  init() throws {
    tool = try Tool.brokenLocks()
    tree = try FixtureTree(holdsPrograms: true)
    baseline = tool.path.string
    output = tree.root + "/gate"
  }

  /// Writes a script that runs the tool with a lock that is made slower or wrong as `order` says.
  private func candidate(_ order: String) throws -> String {
    try tree.script("/\(order)", "SYNCBENCH_LOCK=\(order) exec '\(baseline)' \"$@\"")
  }

  private func gate(
    _ arguments: [String], baseline: String? = nil, environment: [String: String] = [:]
  ) async throws -> Tool.Outcome {
    try await tool.call(
      ["gate", "--baseline", baseline ?? self.baseline, "--output", output, "--seed", "3"]
        + arguments, environment: environment)
  }

  @Test func `a dry run shows the cases and the time, and measures nothing`() async throws {
    let outcome = try await gate(["--filter", lock, "--dry-run"])
    #expect(outcome.code == 0, "\(outcome.error)")
    #expect(outcome.output == lock + "\n")
    #expect(outcome.error.contains("comparing 1 case and a sham in"))
    #expect(!FileManager.default.fileExists(atPath: output))
    let wrong = try await gate(["--filter", "locks/*/nosuch/*", "--dry-run"])
    #expect(wrong.code == 64)
    #expect(wrong.error.contains("no case matches"), "\(wrong.error)")
  }

  private struct Document: Decodable {
    struct Case: Decodable {
      struct Cause: Decodable { let quantity: String }
      let `case`: String
      let verdict: String
      let ratio: Double?
      let pairs: Int
      let causes: [Cause]
    }
    let outcome: String
    let exit_status: Int
    let seed: UInt64
    let cases: [Case]
    let added: [String]
  }

  private func document() throws -> Document {
    let data = try Data(contentsOf: URL(filePath: output + "/gate.json"))
    return try JSONDecoder().decode(Document.self, from: data)
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: tree.root + "/" + name, encoding: .utf8)
  }

  @Test func `a slower candidate fails the gate in every format, with its cause in JSON`()
    async throws
  {
    let files = ["gate.xml", "gate.md"].map { tree.root + "/" + $0 }
    let outcome = try await gate(
      [
        "--candidate", try candidate("slow"), "--filter", lock, "--junit", files[0], "--markdown",
        files[1],
      ],
      environment: [
        "GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": tree.root + "/summary.md",
      ])
    #expect(outcome.code == 2, "\(outcome.output)\(outcome.error)")
    #expect(outcome.output.contains("FAIL"))
    #expect(outcome.output.contains("::error title="))
    let found = try document()
    #expect(found.outcome == "fail" && found.exit_status == 2 && found.seed == 3)
    #expect(found.cases.map(\.case) == [lock])
    #expect(try #require(found.cases[0].ratio) > 2)
    #expect(found.cases[0].pairs == 16)
    // Allocations are counted only if the counting library is beside the tool.
    if found.cases[0].causes.isEmpty == false {
      #expect(found.cases[0].causes.contains { $0.quantity == "allocations" })
    }
    #expect(try text("gate.xml").contains("<failure"))
    #expect(try text("gate.md").contains(lock))
    #expect(try text("summary.md") == text("gate.md"))
  }

  @Test func `a replay of recorded pairs gives the same verdicts`() async throws {
    let live = try await gate(["--candidate", try candidate("slow"), "--filter", lock, "--quiet"])
    let json = tree.root + "/replay.json"
    let replay = try await tool("gate", "--replay", output, "--json", json)
    #expect(replay.code == live.code)
    let decoder = JSONDecoder()
    let again = try decoder.decode(Document.self, from: try Data(contentsOf: URL(filePath: json)))
    let first = try document()
    #expect(again.outcome == first.outcome && again.seed == first.seed)
    #expect(again.cases.map(\.verdict) == first.cases.map(\.verdict))
    #expect(again.cases.map(\.ratio) == first.cases.map(\.ratio))
    let shown = try await tool("show", output)
    #expect(shown.output == replay.output)
    #expect(shown.code == 0)
    try await tool.succeeds("report", output)
    let html = try String(contentsOfFile: output + "/report.html", encoding: .utf8)
    #expect(html.contains("<h2 id=\"verdicts-h\">"))
    #expect(html.contains(lock))
    let compared = try await tool("compare", output, output)
    #expect(compared.code == 1)
    #expect(compared.error.contains("holds a gate"))
  }

  @Test(arguments: [("loses", "lost"), ("crashes", "SIGILL")])
  func `a candidate that loses updates or crashes makes the gate invalid`(
    order: String, word: String
  ) async throws {
    let outcome = try await gate(
      ["--candidate", try candidate(order), "--workload", "contended"]
        + ["--threads", "2", "--primitive", "told", "--budget", "60s"])
    #expect(outcome.code == 3, "\(outcome.output)\(outcome.error)")
    #expect(outcome.output.contains("INVALID"))
    #expect(outcome.output.contains(word))
  }

  @Test func `a crash of the baseline is an error, and not a fault of the candidate`() async throws
  {
    let outcome = try await gate(
      ["--candidate", baseline, "--filter", lock], baseline: try candidate("crashes"))
    #expect(outcome.code == 1, "\(outcome.output)\(outcome.error)")
    #expect(outcome.output.contains("ERROR"))
  }

  @Test func `a budget that is too short is reported at the start, and ungated cases are listed`()
    async throws
  {
    let outcome = try await gate(
      [
        "--candidate", baseline, "--filter", lock, "--filter", "locks/uncontended/*", "--budget",
        "5s",
      ])
    #expect(outcome.code == 7, "\(outcome.output)\(outcome.error)")
    #expect(outcome.error.contains("the budget decides about "))
    #expect(outcome.output.contains("\nNOT GATED, because the budget did not suffice for them: "))
    let found = try document()
    #expect(["partial", "inconclusive"].contains(found.outcome))
    // The cases are in the order of the filters.
    #expect(found.cases.first?.case == lock)
    #expect(found.cases.last?.verdict == "not-gated")
    #expect(found.cases.last?.pairs == 0)
    let replay = try await tool("gate", "--replay", output)
    #expect(replay.code == 7)
    #expect(replay.output.contains("NOT GATED"))
  }

  @Test func `a case that only the candidate has is listed and not gated`() async throws {
    let outcome = try await gate(
      [
        "--filter", "locks/uncontended/ti*/inside=0", "--filter", lock, "--budget", "2s",
      ], baseline: try Tool.release().path.string)
    #expect([0, 7].contains(outcome.code), "\(outcome.output)\(outcome.error)")
    let found = try document()
    #expect(found.added == [lock])
    #expect(!found.cases.contains { $0.case == lock })
    #expect(!found.cases.isEmpty)
  }

  @Test func `a foreign executable and an older syncbench are refused with different errors`()
    async throws
  {
    let stranger = try await gate([], baseline: "/bin/true")
    #expect(stranger.code == 1)
    #expect(stranger.error.contains("is no executable of syncbench"))
    let older = try tree.script(
      "/older",
      """
      cat > /dev/null
      echo '{"hello":{"protocolVersion":1}}'
      echo '{"refused":{"reason":"x"}}'
      exit 1
      """)
    let aged = try await gate([], baseline: older)
    #expect(aged.code == 1)
    #expect(aged.error.contains("the baseline speaks worker protocol 1 and this gate 2"))
    let unknown = try await gate(["--filter", lock, "--filter", "locks/no/such"])
    #expect(unknown.code == 64)
    #expect(unknown.error.contains("no case matches 'locks/no/such'"))
    let missing = try await gate([], baseline: tree.root + "/nothing")
    #expect(missing.code == 1)
    #expect(missing.error.contains("baseline"))
  }

  @Test func `errors in a file of limits are reported with line numbers, before any launch`()
    async throws
  {
    try tree.file(
      "/gate.yml",
      """
      limits:
        - cases: "locks/nosuch/*"
          effect: 5%
        - cases: "*"
          effect: 20%
      """)
    let outcome = try await gate(["--config", tree.root + "/gate.yml", "--filter", lock])
    #expect(outcome.code == 64)
    #expect(outcome.error.contains("gate.yml:2: no case matches 'locks/nosuch/*'"))
    #expect(outcome.error.contains("gate.yml:5: the tolerance of"))
    #expect(access(output, F_OK) != 0)
  }

  @Test func `a stored run is refused as a baseline, and the error suggests 'syncbench compare'`()
    async throws
  {
    try tree.file("/run/run.json", "{}")
    let outcome = try await tool("gate", "--baseline", tree.root + "/run", "--quiet")
    #expect(outcome.code == 1)
    #expect(outcome.output == "")
    #expect(
      outcome.error.contains("the baseline '\(tree.root)/run' is a folder"), "\(outcome.error)")
    #expect(outcome.error.contains("`syncbench compare` sets two runs side by side"))
  }

  @Test func `Ctrl-C keeps the recorded pairs, and the gate is inconclusive`() async throws {
    let trials = output + "/raw/trials.csv"
    let outcome = try await tool.call(
      ["gate", "--baseline", baseline, "--output", output, "--filter", "locks/uncontended/t*"]
    ) { process in
      // More than 30 lines are the table's header and at least one pair.
      await until({ lineCount(of: trials) > 30 }, orEndOf: process)
      kill(process, SIGINT)
    }
    #expect(outcome.code == 7, "\(outcome.output)\(outcome.error)")
    #expect(outcome.output.contains("INCONCLUSIVE"))
    let recorded = try RunFolder(FilePath(output)).readGate()
    #expect(recorded.document.state == .interrupted)
    #expect(!recorded.records.isEmpty)
  }

  @Test func `a killed gate can be replayed, and only its own executables can resume it`()
    async throws
  {
    let trials = output + "/raw/trials.csv"
    _ = try await tool.call(
      ["gate", "--baseline", baseline, "--output", output, "--filter", "locks/uncontended/t*"]
    ) { process in
      await until({ lineCount(of: trials) > 30 }, orEndOf: process)
      kill(process, SIGKILL)
    }
    let replay = try await tool("gate", "--replay", output)
    #expect(replay.code == 7, "\(replay.output)\(replay.error)")
    #expect(replay.output.contains("INCONCLUSIVE"))
    let before = lineCount(of: trials)
    let other = try await tool(
      "gate", "--resume", output, "--baseline", try Tool.release().path.string, "--candidate",
      baseline)
    #expect(other.code == 64, "\(other.output)\(other.error)")
    let resumed = try await tool(
      "gate", "--resume", output, "--baseline", baseline, "--candidate", tool.path.string, "--quiet"
    )
    #expect([0, 2, 7].contains(resumed.code), "\(resumed.output)\(resumed.error)")
    #expect(lineCount(of: trials) > before)
    #expect(try RunFolder(FilePath(output)).readGate().document.state == .complete)
  }

}

/// The number of lines in a file; 0 before the file exists.
private func lineCount(of path: String) -> Int {
  FileManager.default.contents(atPath: path)?.count { $0 == UInt8(ascii: "\n") } ?? 0
}
