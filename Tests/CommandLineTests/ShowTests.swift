import BenchmarkModel
import TestSupport
import Testing

@Suite struct ShowTests {
  private let tool: Tool
  private let tree: FixtureTree

  init() throws {
    tool = try Tool.release()
    tree = try FixtureTree()
  }

  /// Writes a run of two locks that differ in cost.
  ///
  /// One of the locks has an uncontended case too. If `crashing` is true, a third lock crashes.
  private func run(crashing: Bool = false) throws -> String {
    var made = MadeRun.twoLocks()
    made.add("uncontended/ticket", Array(repeating: 5, count: 7))
    if crashing {
      made.add("contended/clh/2", [failure("killed by SIGSEGV")])
      made.state = .interrupted
    }
    return try made.write(in: tree)
  }

  @Test func `show prints text if no format is named`() async throws {
    let path = try run()
    let unnamed = try await tool.succeeds("show", path)
    #expect(unnamed.output == (try await tool("show", path, "--format", "text")).output)
    #expect(unnamed.output.contains("3 cases: 3 valid"))
  }

  @Test(arguments: [
    ("markdown", "| 2 | mutex | 50.0 ns | 50.0 ns to 50.0 ns | 2.50 |  |\n"),
    ("latex", "\n2 & mutex & 50.0 & 50.0 & 50.0 & 2.50 \\\\\n"),
    (
      "csv",
      "\nlocks/contended/mutex/threads=2,locks,contended,2,2,mutex,ns_per_op,ns/op,50,50,50,2.5,valid,\n"
    ),
  ])
  func `each format prints the tables, and nothing on standard error`(
    format: String, row: String
  ) async throws {
    let path = try run()
    let outcome = try await tool.succeeds("show", path, "--format", format)
    #expect(outcome.error == "")
    #expect(outcome.output.contains(row), "\(outcome.output)")
  }

  @Test(arguments: ["text", "markdown", "latex", "csv"])
  func `a glob selects cases as in a run, and a glob without a match is refused`(
    format: String
  ) async throws {
    let path = try run()
    let outcome = try await tool.succeeds(
      "show", path, "--format", format, "--filter", "locks/contended/mutex/*")
    #expect(outcome.output.contains("mutex") && !outcome.output.contains("ticket"))
    try await tool.expectMisuse(
      ["show", path, "--filter", "locks/nothing/*"],
      "no case of the run matches 'locks/nothing/*'")
  }

  @Test(arguments: [
    ("text", "2 mutex "), ("markdown", "| 2 | mutex |"), ("latex", "2 & mutex &"),
    ("csv", ",contended,2,2,mutex,"),
  ])
  func `a selected primitive keeps its rank, and its ratio is to the best primitive shown`(
    format: String, rank: String
  ) async throws {
    let outcome = try await tool.succeeds(
      "show", try run(), "--format", format, "--suite", "locks", "--workload", "contended",
      "--primitive", "mutex")
    #expect(!outcome.output.contains("ticket"))
    // The lock that is not shown still has the first rank.
    #expect(
      outcome.output.split(separator: "\n").contains {
        $0.contains(rank) && !$0.contains("2.5")
      }, "\(outcome.output)")
  }

  @Test func `a parameter's values become columns on request`() async throws {
    let outcome = try await tool.succeeds(
      "show", try run(), "--format", "latex", "--columns", "threads")
    #expect(outcome.output.contains("primitive / threads & 2 & "), "\(outcome.output)")
  }

  @Test(arguments: ["markdown", "latex", "csv"])
  func `a failed case is in the table, and the status is 3`(format: String) async throws {
    let path = try run(crashing: true)
    let outcome = try await tool("show", path, "--format", format)
    #expect(outcome.code == 3)
    #expect(outcome.output.contains("killed by SIGSEGV"))
    #expect(
      outcome.error
        == "the run is not complete (interrupted): some cases have fewer launches than planned, or none\n"
    )
    let rest = try await tool.succeeds("show", path, "--format", format, "--primitive", "ticket")
    #expect(!rest.output.contains("SIGSEGV"))
  }

  @Test(arguments: [
    (["--format", "html"], "markdown"), (["--suite", "nosuch"], "it has locks"),
    (["--place", "siblings"], "the run has no places"),
    (["--place", "nearby"], "'own-cores', 'beside-neighbour'"),
    (["--place", "all", "--format", "csv"], "--place goes with --format text"),
    (["--format", "latex", "--columns", "inside"], "only threads"),
    (["--format", "csv", "--columns", "threads"], "latex or markdown"),
    (["--columns", "threads"], "latex or markdown"),
    (["--format", "xml"], "google-benchmark"),
    (["--format", "bmf", "--suite", "nosuch"], "it has locks"),
    (["--format", "bmf", "--metric", "nosuch"], "ns_per_op"),
    (["--metric", "ns_per_op"], "formats for other tools"),
    (["--format", "bmf", "--columns", "threads"], "latex or markdown"),
    (["--format", "bmf", "--place", "all"], "--place goes with --format text"),
    (["--workload", "nosuch"], "contended, uncontended"),
    (["--primitive", "nosuch"], "mutex, ticket"),
    (["--workload", "uncontended", "--primitive", "mutex"], "--filter out"),
  ])
  func `a wrong command line of show is refused with a remedy and status 64`(
    options: [String], remedy: String
  ) async throws {
    try await tool.expectMisuse(["show", try run()] + options, remedy)
  }
}
