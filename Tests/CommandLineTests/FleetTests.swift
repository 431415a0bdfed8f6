import BenchmarkRunner
import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing

/// Tests of a fleet whose two nodes are this machine, with scripts in place of SLURM that run each
/// job when it is submitted.
@Suite(.timeLimit(.minutes(10))) struct FleetTests {
  private let tool: Tool
  private let tree: FixtureTree
  private let folder: String

  init() throws {
    tool = try Tool.release()
    tree = try FixtureTree(holdsPrograms: true)
    folder = tree.root + "/fleet"
    try tree.file("/squeue", "")
    let programs = [
      "sinfo": "for node in n1 n2; do echo \"$node|idle|2|1|2|1|x\"; done",
      "scontrol": "[ \"$1\" != show ] || printf 'n1\\nn2\\n'",
      "squeue": "cat \(tree.root)/squeue",
      "sacct": "exit 1",
      "srun": "while [ \"${1#-}\" != \"$1\" ]; do shift; done; exec \"$@\"",
      "sbatch": """
      for word; do case $word in --nodelist=*) node=${word#*=} ;; esac; script=$word; done
      echo 17
      export SLURMD_NODENAME=$node SLURM_JOB_ID=17 SLURM_CPUS_ON_NODE=2 SYNCBENCH_LOCAL=\(tree.root)
      exec bash "$script" >/dev/null 2>&1
      """,
    ]
    for (name, text) in programs { _ = try tree.script("/programs/\(name)", text) }
  }

  private func call(_ arguments: String...) async throws -> Tool.Outcome {
    try await tool.call(
      arguments, environment: ["PATH": "\(tree.root)/programs:/usr/bin:/bin"])
  }

  private func submit(_ options: String...) async throws -> Tool.Outcome {
    try await tool.call(
      [
        "fleet", "submit", "locks", "--filter", "locks/uncontended/ticket/inside=0", "--profile",
        "smoke", "--nodes", "n[1-2]", "--output", folder,
      ] + options, environment: ["PATH": "\(tree.root)/programs:/usr/bin:/bin"])
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
  }

  /// Puts a pipe in place of a file.
  private func damage(_ name: String) throws {
    try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
    try #require(mkfifo("\(folder)/\(name)", 0o644) == 0)
  }

  @Test func `a collected table is made from each node's raw rows, not from the node's summary`()
    async throws
  {
    #expect(try await submit().code == 0)
    let measured = try ["n1", "n2"].map { node in
      try text("hosts/\(node)/summary.csv").split(separator: "\n").map { "\(node),\($0)" }
    }
    try tree.file("/fleet/hosts/n2/summary.csv", "case,metric\n\"x\nn1,y\",=1+1")
    #expect(try await call("fleet", "collect", folder).code == 0)
    let collected = try text("summary.csv").split(separator: "\n").map(String.init)
    #expect(collected.dropFirst() == (measured[0].dropFirst() + measured[1].dropFirst())[...])
    #expect(collected.count > 2)
  }

  @Test func `a run that was damaged after its collection is left out with a warning`() async throws
  {
    #expect(try await submit().code == 0)
    #expect(try await call("fleet", "collect", folder).code == 0)
    try damage("hosts/n2/raw/threads.csv")
    for command in ["compare", "report"] {
      let outcome = try await call(command, folder)
      #expect(outcome.code == 0, "\(outcome.error)")
      #expect(outcome.error.hasPrefix("warning: n2 is left out: "), "\(outcome.error)")
    }
    try damage("hosts/n1/run.json")
    let none = try await call("compare", folder)
    #expect(none.code == 1)
    #expect(none.error.contains("no machine is left to compare"))
    let collected = try await call("fleet", "collect", folder)
    #expect(collected.code == 1)
    #expect(collected.output.split(separator: "\n").count { $0.contains("refused") } == 2)
  }

  @Test func `a job with an impossible running time is still shown`() async throws {
    #expect(try await submit().code == 0)
    try FileManager.default.removeItem(atPath: "\(folder)/hosts/n1")
    try tree.file("/squeue", "n1|n1|RUNNING|99999999999999-9223372036854775807:9:9|None")
    let status = try await call("fleet", "status", folder)
    #expect(status.code == 0)
    #expect(status.output.contains("2 nodes: 1 running, 1 done"))
  }

  @Test func `a pipe as the executable is refused without waiting for a writer`() async throws {
    try #require(mkfifo("\(tree.root)/pipe", 0o755) == 0)
    let outcome = try await submit("--executable", "\(tree.root)/pipe")
    #expect(outcome.code == 1)
    #expect(outcome.error.contains("--executable takes a syncbench"))
    #expect(!FileManager.default.fileExists(atPath: folder))
  }
}
