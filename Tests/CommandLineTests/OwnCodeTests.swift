import BenchmarkModel
import BenchmarkRunner
import Foundation
import SystemPackage
import TestSupport
import Testing

/// Tests of a user's own code: each fault is reported, and the rest of the run is kept.
@Suite(.timeLimit(.minutes(10))) struct OwnCodeTests {
  private let tool: Tool

  init() throws { tool = try Tool.brokenCode() }

  private func measure(_ results: Results, _ glob: String) async throws -> Tool.Outcome {
    try await tool.call([
      "run", "--profile", "smoke", "--output", results.path, "--filter", glob, "--filter",
      "mine/good/count",
    ])
  }

  @Test func `benchmarks are listed as cases of the suite 'mine', with their lines of source`()
    async throws
  {
    let outcome = try await tool.succeeds("list")
    #expect(outcome.output.contains("mine/good/count\n"))
    #expect(outcome.output.contains("BrokenCodeBench/main.swift:"))
  }

  @Test(arguments: [
    ("throws", "exited", "operation 1 of a thread threw NotFound"),
    ("crashes", "crashed", "killed by"),
    ("never-ends", "timed-out", "no answer within"),
    ("set-up", "exited", "the set-up of broken/set-up threw NotFound"),
  ])
  func `a closure that goes wrong fails with its reason, and the others are measured`(
    name: String, kind: String, reason: String
  ) async throws {
    let results = try Results()
    let outcome = try await measure(results, "mine/broken/\(name)")
    #expect(outcome.code == 3)
    let failures = try results.table("raw/failures.csv")
    #expect(failures.first?["kind"] == kind)
    #expect(failures.first?["reason"]?.contains(reason) == true)
    let rows = try results.table("mine.csv")
    #expect(rows.first { $0["primitive"] == name }?["status"] == "failed")
    #expect(rows.first { $0["primitive"] == "count" }?["status"] == "valid")
  }

  @Test func `a closure whose check fails is invalid, and has no figure`() async throws {
    let results = try Results()
    #expect(try await measure(results, "mine/broken/loses").code == 3)
    let row = try #require(
      try results.table("mine.csv").first { $0["primitive"] == "loses" })
    #expect(row["status"] == "invalid")
    #expect(row["reason"]?.hasPrefix("its check was false after") == true)
    #expect(row["ns_per_op"] == "")
  }
}

/// Tests of the tool that measures another executable's benchmarks.
@Suite(.timeLimit(.minutes(10))) struct MeasuringToolTests {
  private let code: Tool
  private let tree: FixtureTree

  init() throws {
    code = try Tool.brokenCode()
    tree = try FixtureTree(holdsPrograms: true)
  }

  /// Calls a copy of the benchmarks' executable, which has no tool beside it.
  private func callAlone(
    _ arguments: [String], environment: [String: String]
  ) async throws -> Tool.Outcome {
    let copy = tree.root + "/own"
    try FileManager.default.copyItem(atPath: code.path.string, toPath: copy)
    let variables = environment.map { "\($0.key)=\($0.value)" }
    return try await Tool(existing: "/usr/bin/env").call(
      ["-u", "SYNCBENCH_TOOL"] + variables + [copy] + arguments)
  }

  @Test func `without a tool, the executable says where it looked, and names the remedy`()
    async throws
  {
    let outcome = try await callAlone(["list"], environment: ["PATH": tree.root])
    #expect(outcome.code == 69)
    #expect(outcome.output == "")
    #expect(outcome.errorLines.count == 2)
    #expect(outcome.error.hasPrefix("own: error: no tool to measure with"))
    for part in ["SYNCBENCH_TOOL", tree.root, "PATH", "swift package syncbench"] {
      #expect(outcome.error.contains(part), "\(outcome.error)")
    }
  }

  @Test func `a SYNCBENCH_TOOL that does not exist is refused, even if there is another tool`()
    async throws
  {
    let outcome = try await code("list", environment: ["SYNCBENCH_TOOL": "/nowhere/syncbench"])
    #expect(outcome.code == 69)
    #expect(outcome.error.contains("'/nowhere/syncbench', which is no executable"))
  }

  @Test func `a SYNCBENCH_TOOL that has benchmarks itself is refused`() async throws {
    let outcome = try await code("list", environment: ["SYNCBENCH_TOOL": code.path.string])
    #expect(outcome.code == 69)
    #expect(outcome.error.contains("again: let SYNCBENCH_TOOL name"))
  }

  @Test func `a SYNCBENCH_TOOL that starts the executable again is refused`() async throws {
    let wrapper = try tree.script("/tool", "shift 2; exec '\(code.path)' \"$@\"")
    let outcome = try await code("list", environment: ["SYNCBENCH_TOOL": wrapper])
    #expect(outcome.code == 69)
    #expect(outcome.error.contains("again: let SYNCBENCH_TOOL name"), "\(outcome.error)")
  }

  @Test func `the tool is found on PATH, and its errors begin with the executable's name`()
    async throws
  {
    try tree.link("/syncbench", to: Tool.release().path.string)
    let outcome = try await callAlone(["list"], environment: ["PATH": tree.root])
    #expect(outcome.code == 0, "\(outcome.error)")
    #expect(outcome.output.contains("mine/good/count\n"))
    let misuse = try await Tool(existing: FilePath(tree.root + "/own"))(
      "lisp", environment: ["SYNCBENCH_TOOL": Tool.release().path.string])
    #expect(misuse.code == 64)
    #expect(misuse.error.hasPrefix("own: error: "))
  }

  @Test func `a run names the executable that was measured, and not its tool`() async throws {
    let results = try Results()
    let outcome = try await code(
      "run", "--profile", "smoke", "--output", results.path, "--filter", "mine/good/count")
    #expect(outcome.code == 0, "\(outcome.error)")
    let document = try results.run().document
    #expect(document.tool.executable == Build.fingerprint(of: code.path))
    #expect(document.commandLine.prefix(3) == ["BrokenCodeBench", "run", "--profile"])
  }

  @Test func `an executable of benchmarks can be gated`() async throws {
    let outcome = try await code(
      "gate", "--baseline", code.path.string, "--filter", "mine/good/count", "--pairs", "4",
      "--output", tree.root + "/gate")
    #expect([0, 7].contains(outcome.code), "\(outcome.error)")
    #expect(outcome.output.contains("mine/good/count"), "\(outcome.output)")
  }

  @Test func `a benchmark whose name is no path is refused by the executable itself`() async throws
  {
    let outcome = try await code("list", environment: ["SYNCBENCH_BROKEN_NAME": "1"])
    #expect(outcome.code == 64)
    #expect(outcome.error.contains("BrokenCodeBench/main.swift:"))
  }

  @Test(arguments: [
    ("exec true", "is no executable of benchmarks: it printed nothing and exited with status 0"),
    ("echo garbage", "is no executable of benchmarks: it printed 'garbage'"),
    ("exit 3", "it printed nothing and exited with status 3"),
    ("echo '{\"protocolVersion\": 7}'", "by protocol 7, and this tool reads 2: build both"),
    ("echo '{\"protocolVersion\": 2}'", "its answer does not decode"),
    (
      "echo 'no cache' >&2; kill -ABRT $$",
      "crashed when it was asked for its benchmarks, killed by"
    ),
  ])
  func `an executable without readable declarations is refused, with what it did`(
    script: String, reason: String
  ) async throws {
    let path = try tree.script("/other", script)
    try await Tool.release().expectRefusal(["--benchmarks", path, "list"], reason)
  }

  @Test func `a path that is no executable is refused`() async throws {
    let tool = try Tool.release()
    try await tool.expectRefusal(
      ["--benchmarks", "/nowhere/own", "list"],
      "the executable '/nowhere/own' does not exist; build it first")
    try await tool.expectRefusal(
      ["--benchmarks", tree.root, "list"],
      "is a folder; name an executable, such as .build/release/syncbench\n")
    let text = tree.root + "/text"
    #expect(FileManager.default.createFile(atPath: text, contents: Data("text".utf8)))
    #expect(chmod(text, 0o755) == 0)
    try await tool.expectRefusal(
      ["--benchmarks", text, "list"], "can't be started: is it an executable for this machine?")
  }

  @Test(arguments: [["--benchmarks"], ["run", "--benchmarks", "own"]])
  func `the option --benchmarks must come before the command`(words: [String]) async throws {
    let outcome = try await Tool.release().call(words)
    #expect(outcome.code == 64)
    #expect(outcome.error.contains("--benchmarks comes before the command: start"))
  }

  @Test func `syncbench-code without --benchmarks asks for an executable`() async throws {
    let folder = try Tool.release().path.removingLastComponent()
    let alone = try Tool(existing: folder.appending("syncbench-code"))
    let outcome = try await alone("run")
    #expect(outcome.code == 64)
    #expect(outcome.error.contains("`syncbench-code --benchmarks EXECUTABLE run`"))
  }

  @Test func `processes that an executable starts before it declares anything do not outlive it`()
    async throws
  {
    let path = try tree.script(
      "/other", "sleep 3600 & echo $! > '\(tree.root)/child'; echo garbage")
    try await Tool.release().expectRefusal(["--benchmarks", path, "list"], "printed 'garbage'")
    let text = try String(contentsOfFile: tree.root + "/child", encoding: .utf8)
    let child = try #require(pid_t(text.split(separator: "\n").first ?? ""))
    // A killed process needs a CPU to end.
    await until({ false }, orEndOf: child)
    #expect(!isRunning(child))
  }

  @Test func `a tool started directly names the executable in the commands it prints`() async throws
  {
    let tool = try Tool.release()
    let results = try Results()
    let outcome = try await tool(
      "--benchmarks", code.path.string, "run", "--profile", "smoke", "--output", results.path,
      "--filter", "mine/good/count")
    #expect(outcome.code == 0, "\(outcome.error)")
    #expect(outcome.error.contains("\(Self.name(of: tool)) --benchmarks '\(code.path)' plot"))
    #expect(
      try results.run().document.commandLine.prefix(4) == [
        Self.name(of: tool), "--benchmarks", "BrokenCodeBench", "run",
      ])
  }

  private static func name(of tool: Tool) -> String { tool.path.lastComponent?.string ?? "" }
}
