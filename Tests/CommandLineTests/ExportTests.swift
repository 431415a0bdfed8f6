import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import BenchmarkModel

/// The formats of `show` that other tools read.
@Suite struct ExportTests {
  private let tool: Tool
  private let reference = Tool.root.appending("results/reference").string

  init() throws { tool = try Tool.release() }

  private static let formats = [
    "google-benchmark", "benchfmt", "bmf", "openmetrics",
  ]

  /// A run of three cases, as the tool would have left it: one valid, one that lost updates, one that was not
  /// reached.
  private func smallRun(valid: Bool = true, lossy: Bool = true) throws -> Results {
    let results = try Results()
    func planned(_ primitive: String) -> PlannedCase {
      PlannedCase(
        id: CaseID(suite: "locks", workload: "contended", primitive: primitive, parameters: []),
        pace: .window, summaryLevel: 0, expectation: .valid, placement: .unpinned,
        sampling: Sampling(warmups: 0, trials: 1, trialNanoseconds: 1))
    }
    var document = RunDocument(
      tool: ToolVersion(version: "0", commit: nil, executable: "x"), commandLine: ["syncbench"],
      startNanoseconds: 0, budgetNanoseconds: nil, host: "host",
      environment: MachineEnvironment(software: .init(swiftVersion: "6", buildMode: .release)),
      warnings: [],
      plan: Plan(
        profile: "quick", seed: 1, blocks: 1,
        cases: [planned("ticket"), planned("lossy"), planned("late")],
        tables: [
          SuiteTable(
            suite: "locks", parameters: [],
            columns: [
              MetricColumn("ns_per_op", .lowerIsBetter, .elapsedPerOperation),
              MetricColumn("ops_per_s", .higherIsBetter, .operationsPerSecond),
            ])
        ]))
    document.state = .interrupted
    try results.tree.file(
      "/run/run.json", String(decoding: try JSONEncoder().encode(document), as: UTF8.self))
    let good = "locks/contended/ticket,0,0,0,1000,7500,0,0,0,0,,,,,,,,,,true,"
    let bad = "locks/contended/lossy,0,0,0,1000,500,0,0,0,0,,,,,,,,,,false,\"lost 3, or more\""
    let rows =
      [RawTable.trials.columns(of: nil).joined(separator: ",")]
      + (valid ? [good] : [])
      + (lossy ? [bad] : [])
    try results.tree.emptyTables(of: "/run")
    try results.tree.file("/run/raw/trials.csv", rows.joined(separator: "\n"))
    return results
  }

  @Test func `a suite of a real run is exported, and what is left out is said`() async throws {
    let outcome = try await tool("show", reference, "--format", "bmf", "--suite", "sync")
    #expect(outcome.code == 0, "\(outcome.error)")
    #expect(outcome.output.contains("serial"))
    #expect(outcome.errorLines.allSatisfy { $0.hasPrefix("left out: sync/") })
  }

  @Test(arguments: formats + ["text", "markdown", "latex", "csv"])
  func `the bytes are the same in every locale, and in a file`(format: String) async throws {
    let results = try smallRun()
    let path = results.tree.root + "/export"
    let first = try await tool("show", results.path, "--format", format)
    let second = try await tool.call(
      ["show", results.path, "--format", format, "--output", path],
      environment: ["LC_ALL": "de_DE.UTF-8", "LANG": "de_DE.UTF-8", "TZ": "Europe/Berlin"])
    #expect(second.output == "")
    #expect(first.output == (try String(contentsOfFile: path, encoding: .utf8)))
    #expect(first.output.contains("7.5"))
  }

  @Test func `an invalid case is left out, with its reason and status 3`() async throws {
    let results = try smallRun()
    let outcome = try await tool("show", results.path, "--format", "bmf")
    #expect(outcome.code == 3)
    #expect(outcome.output.contains(#""locks/contended/ticket""#))
    #expect(
      outcome.errorLines == [
        "the run is not complete (interrupted): fewer launches, or none",
        "left out: locks/contended/lossy: invalid: lost 3, or more; 1 of 1 trials failed their check",
        "left out: locks/contended: not measured: the run was stopped before",
      ])
  }

  @Test func `a run without a valid case gives no file, and says why`() async throws {
    let results = try smallRun(valid: false)
    let path = results.tree.root + "/export"
    let outcome = try await tool(
      "show", results.path, "--format", "bmf", "--output", path)
    #expect(outcome.code == 3)
    #expect(outcome.output == "")
    #expect(outcome.error.contains("can be written as bmf: nothing was written"))
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `a format without words for a column gives status 1`() async throws {
    let results = try smallRun(lossy: false)
    let outcome = try await tool(
      "show", results.path, "--format", "google-benchmark", "--metric", "ops_per_s")
    #expect(outcome.code == 1)
    #expect(outcome.output == "")
    #expect(outcome.error.contains("google-benchmark has times only"))
  }

  @Test(arguments: [
    (["--format", "xml"], "google-benchmark"),
    (["--format", "bmf", "--suite", "nosuch"], "it has locks"),
    (["--format", "bmf", "--metric", "nosuch"], "ns_per_op"),
    (["--metric", "ns_per_op"], "formats for other tools"),
    (["--format", "bmf", "--columns", "threads"], "latex or markdown"),
    (["--format", "bmf", "--place", "all"], "--place goes with --format text"),
  ])
  func `a wrong command line is told in a line or two, status 64`(
    options: [String], remedy: String
  ) async throws {
    let results = try smallRun()
    let outcome = try await tool.call(["show", results.path] + options)
    #expect(outcome.code == 64)
    #expect(outcome.output == "")
    #expect((1...2).contains(outcome.errorLines.count), "\(outcome.error)")
    #expect(outcome.error.contains(remedy), "\(outcome.error)")
  }

  @Test func `what is no run, or can't be written, is an error of the world`() async throws {
    let absent = try await tool("show", "/proc/nowhere", "--format", "bmf")
    #expect(absent.code == 1)
    let results = try smallRun()
    let outcome = try await tool(
      "show", results.path, "--format", "bmf", "--output", "/proc/nowhere/file")
    #expect(outcome.code == 1)
    #expect(outcome.error.contains("can't write '/proc/nowhere/file'"))
  }
}
