import BenchmarkModel
import Testing

/// Cases that are found by a word, and measured at any value of their parameters.
@Suite struct ParameterTests {
  private let tool: Tool

  init() throws { tool = try Tool.release() }

  @Test func `a parameter may have any value in its range, and no other value`() async throws {
    let outcome = try await tool.succeeds(
      "run", "barrier", "--workload", "read-mix", "--primitive", "mutex", "--set",
      "read-permille=95%", "--set", "threads=2", "--inside", "7", "--dry-run")
    #expect(
      outcome.output.contains("  barrier/read-mix/mutex/threads=2/read-permille=950/inside=7\n"))
    #expect(outcome.output.hasPrefix("measuring 1 case, about "))
    let wrong = try await tool.call(["list", "barrier", "--set", "read-permille=1001"])
    #expect(wrong.code == 64)
    #expect(wrong.error.contains("can't be 1001 thousandths: it must be from 0 to 1000"))
    let unknown = try await tool.call(["list", "locks", "--set", "reads=1"])
    #expect(unknown.error.contains("leave it out, or take one of inside, "))
    let twice = try await tool.call(["list", "locks", "--threads", "1", "--set", "threads=2"])
    #expect(twice.error.contains("threads is given twice"))
  }

  @Test func `for a value that no case has, the error names the nearest values`() async throws {
    let outcome = try await tool.call([
      "list", "--filter", "barrier/read-mix/mutex/threads=2/read-permille=950/inside=0",
    ])
    #expect(outcome.code == 64)
    #expect(outcome.error.contains("read-permille=900/inside=0 and "))
    #expect(outcome.error.contains("`--set KEY=VALUE` measures any value"))
  }

  @Test func `a search looks in names, operations and summaries`() async throws {
    let found = try await tool.succeeds(
      "list", "--search", "Dictionary actor", "--profile", "standard")
    #expect(found.output.contains("  structures/cache/actor/threads=2/"))
    #expect(!found.output.contains("structures/cache/mutex/"))
    let none = try await tool.call(["list", "--search", "no such thing"])
    #expect(none.code == 64)
    #expect(none.error.contains("has 'no such thing' in its name, operation or summary"))
  }

  @Test func `only the list of all suites has the questions that suites answer`() async throws {
    let whole = try await tool.succeeds("list")
    #expect(whole.output.contains("run structures --workload cache"))
    let part = try await tool.succeeds("list", "locks")
    #expect(!part.output.contains("run structures --workload cache"))
  }

  @Test func `a dry run can't resume a run`() async throws {
    let outcome = try await tool.call(["run", "--dry-run", "--resume", "x"])
    #expect(outcome.code == 64)
    #expect(outcome.error.contains("--dry-run shows a new plan"))
  }

  @Test(
    arguments: [
      (["--seed", "-1"], "it takes a whole number from 0 to 18446744073709551615"),
      (["--host-label", ""], "an empty --host-label names no host"),
      (["--over", "1h"], "--over spreads the runs of --repeat"),
      (["--repeat", "1"], "--repeat 1 is no number of runs from 2 to 100"),
      (["--repeat", "3", "--budget", "1m"], "leave --budget out"),
      (["--repeat", "3", "--over", "0"], "--over takes a time from a second"),
      ([String(repeating: "x", count: 10_000)], "there is no suite 'xxx"),
    ] as [([String], String)])
  func `a plan that can't be measured is refused with the reason`(
    options: [String], reason: String
  ) async throws {
    let outcome = try await tool.call(["run", "--dry-run"] + options)
    #expect(outcome.code == 64)
    #expect(outcome.error.contains(reason), "\(outcome.error)")
    #expect(outcome.error.utf8.count < 2000)
  }

  @Test func `a dry run of repeated runs has their launches and their time`() async throws {
    let options = ["run", "--dry-run", "--filter", "locks/uncontended/ticket/inside=0"]
    let one = try await tool.succeeds(options)
    let three = try await tool.succeeds(options + ["--repeat", "3", "--over", "1h"])
    #expect(one.output.contains("12 launches per case at most"))
    #expect(three.output.contains("36 launches per case at most"))
    #expect(three.output.contains("about 40 min"))
  }
}
