import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import BenchmarkModel

/// Tests of the formats of `show` that other tools read.
@Suite struct ExportTests {
  private let tool: Tool
  private let reference = Tool.root.appending("results/reference").string

  init() throws { tool = try Tool.release() }

  private static let formats = ["google-benchmark", "benchfmt", "bmf", "openmetrics"]

  /// A run of three cases: a valid case, a case that lost updates, and a case that was not reached.
  ///
  /// If `valid` is false, the first case was not reached either; if `lossy` is false, the second.
  private func smallRun(valid: Bool = true, lossy: Bool = true) throws -> Results {
    let results = try Results()
    var made = MadeRun()
    made.state = .interrupted
    made.columns.append(MetricColumn("ops_per_s", .higherIsBetter, .operationsPerSecond))
    made.add("contended/ticket", [valid ? 7.5 : nil])
    made.add("contended/lossy", [lossy ? costs(0.5).broken("lost 3, or more") : nil])
    made.add("contended/late", [nil])
    _ = try made.write(in: results.tree)
    return results
  }

  @Test func `a suite of a real run is exported whole, and nothing else is`() async throws {
    let outcome = try await tool.succeeds("show", reference, "--format", "bmf", "--suite", "sync")
    #expect(outcome.output.contains("\"sync/") && !outcome.output.contains("\"locks/"))
    #expect(outcome.errorLines == [])
  }

  @Test(arguments: formats + ["text", "markdown", "latex", "csv"])
  func `an export has the same bytes on standard output and in a file of a German locale`(
    format: String
  ) async throws {
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
        "the run is not complete (interrupted): some cases have fewer launches than planned, or none",
        "left out: locks/contended/lossy: invalid: lost 3, or more; 1 of 1 trials failed their check",
        "left out: locks/contended: not measured: the run was stopped before it",
      ])
  }

  @Test func `a run without a valid case gives no file, and the error says why`() async throws {
    let results = try smallRun(valid: false)
    let path = results.tree.root + "/export"
    let outcome = try await tool("show", results.path, "--format", "bmf", "--output", path)
    #expect(outcome.code == 3)
    #expect(outcome.output == "")
    #expect(outcome.error.contains("can be written as bmf: nothing was written"))
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `a format that cannot express a column gives status 1`() async throws {
    let results = try smallRun(lossy: false)
    let outcome = try await tool(
      "show", results.path, "--format", "google-benchmark", "--metric", "ops_per_s")
    #expect(outcome.code == 1)
    #expect(outcome.output == "")
    #expect(outcome.error.contains("google-benchmark has times only"))
  }

  @Test func `a missing run and an impossible output file give status 1`() async throws {
    let absent = try await tool("show", "/proc/nowhere", "--format", "bmf")
    #expect(absent.code == 1)
    let results = try smallRun()
    let outcome = try await tool(
      "show", results.path, "--format", "bmf", "--output", "/proc/nowhere/file")
    #expect(outcome.code == 1)
    #expect(outcome.error.contains("can't write '/proc/nowhere/file'"))
  }
}
