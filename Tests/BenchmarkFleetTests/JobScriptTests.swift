import BenchmarkFleet
import BenchmarkModel
import Foundation
import Subprocess
import SystemPackage
import TestSupport
import Testing

/// A stand-in for a node: it runs the job's script with stand-ins for srun, scontrol and syncbench.
private struct PaperNode {
  let tree: FixtureTree
  let folder: FleetFolder

  /// - Parameters:
  ///   - measuring: The shell commands by which syncbench's stand-in answers `run` and `gate`;
  ///     `$run` is the run's folder.
  ///   - gated: The options of the node's part of a gate, one on each line; nil for a run.
  init(_ measuring: String, arguments: [String] = ["--filter", "it's/*"], gated: String? = nil)
    throws
  {
    tree = try FixtureTree(holdsPrograms: true)
    let fleet = FleetFixture.fleet(["n1"], arguments: arguments)
    folder = FleetFolder(FilePath(tree.root + "/fleet"))
    try folder.create()
    try folder.write(fleet)
    try folder.writeScript(of: fleet, at: folder.path)
    _ = try tree.script(
      "/programs/srun", "while [ \"${1#-}\" != \"$1\" ]; do shift; done\nexec \"$@\"")
    _ = try tree.script("/programs/scontrol", "echo \"$@\" >>\(tree.root)/asked")
    _ = try tree.script(
      "/fleet/bin/syncbench",
      """
      echo "$@" >>\(tree.root)/called
      if [ "$1" = --benchmarks ]; then shift 2; fi
      case $1 in run | gate) ;; *) exit 0 ;; esac
      while [ $# -gt 0 ]; do case $1 in --output | --resume) run=$2 ;; esac; shift; done
      mkdir -p "$run/raw"; : >"$run/run.json"; [ -e "$run/raw/trials.csv" ] || echo header >"$run/raw/trials.csv"
      \(measuring)
      """)
    if let gated { try tree.file("/fleet/cases/n1", gated) }
  }

  /// Runs the job's script once, as the scheduler does in each turn of the node's job.
  func turn() async throws {
    _ = try await run(
      .name("bash"), arguments: [folder.scriptPath.string],
      environment: .inherit.updating([
        "PATH": "\(tree.root)/programs:/usr/bin:/bin", "SLURMD_NODENAME": "n1", "SLURM_JOB_ID": "5",
        "SLURM_CPUS_ON_NODE": "2", "SYNCBENCH_LOCAL": tree.root, "TMPDIR": tree.root,
      ]), output: .discarded, error: .discarded)
  }

  func text(_ name: String) -> String? {
    try? String(contentsOfFile: "\(tree.root)/\(name)", encoding: .utf8)
  }

  func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(tree.root)/\(name)")
  }
}

@Suite struct JobScriptTests {
  @Test
  func `a run that ends well is moved to the fleet's folder whole, and the node is left clean`()
    async throws
  {
    let node = try PaperNode("echo row >>\"$run/raw/trials.csv\"")
    try await node.turn()
    #expect(node.text("fleet/hosts/n1/raw/trials.csv") == "header\nrow\n")
    #expect(node.exists("fleet/hosts/n1/doctor.txt"))
    #expect(!node.exists("syncbench-f00d-n1"))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: node.tree.root + "/fleet/incoming")
        .isEmpty)
    let called = try #require(node.text("called"))
    #expect(
      called.contains("run --filter it's/* --plan \(FleetFixture.plan().fingerprint) --output"))
  }

  @Test func `a run whose time is up is parked, and goes on in the next turn`() async throws {
    let node = try PaperNode(
      "echo row >>\"$run/raw/trials.csv\"; [ $(wc -l <\"$run/raw/trials.csv\") -ge 3 ] || exit 130")
    try await node.turn()
    #expect(node.text("asked") == "requeue 5\n")
    #expect(node.text("fleet/parked/n1/raw/trials.csv") == "header\nrow\n")
    #expect(!node.exists("fleet/hosts/n1"))
    // The node may have lost its own files.
    try FileManager.default.removeItem(atPath: node.tree.root + "/syncbench-f00d-n1")
    try await node.turn()
    #expect(node.text("fleet/hosts/n1/raw/trials.csv") == "header\nrow\nrow\n")
    #expect(node.text("called")?.contains("run --resume") == true)
    #expect(!node.exists("fleet/parked/n1"))
  }

  @Test func `a gate whose time is up is parked, and goes on in the next turn`() async throws {
    let node = try PaperNode(
      """
      echo row >>"$run/raw/trials.csv"
      [ $(wc -l <"$run/raw/trials.csv") -ge 3 ] && echo '{"state":"complete"}' >"$run/run.json" && exit 2
      echo '{"state" : "interrupted"}' >"$run/run.json"; exit 7
      """,
      arguments: ["--baseline", "bin/baseline", "--candidate", "bin/syncbench", "--budget", "9s"],
      gated: "--alpha=0.01\n--filter=a/*")
    try await node.turn()
    #expect(node.text("asked") == "requeue 5\n")
    #expect(!node.exists("fleet/hosts/n1") && node.exists("fleet/parked/n1"))
    try FileManager.default.removeItem(atPath: node.tree.root + "/syncbench-f00d-n1")
    try await node.turn()
    #expect(node.text("fleet/hosts/n1/raw/trials.csv") == "header\nrow\nrow\n")
    let sides = "gate --baseline bin/baseline --candidate bin/syncbench"
    let called = try #require(node.text("called"))
    #expect(called.contains("\(sides) --budget 9s --alpha=0.01 --filter=a/* --output run --quiet"))
    #expect(called.contains("\(sides) --resume run --quiet"))
  }

  @Test func `the tool of a node measures the executable of benchmarks beside it`() async throws {
    let node = try PaperNode("echo row >>\"$run/raw/trials.csv\"")
    try node.tree.file("/fleet/bin/benchmarks", "what is measured")
    try await node.turn()
    let called = try #require(node.text("called"))
    let other = "--benchmarks \(node.tree.root)/syncbench-f00d-n1/bin/benchmarks"
    #expect(called.contains("\(other) doctor"))
    #expect(called.contains("\(other) run "))
  }

  @Test func `a node that fails twice is left out with the reason`() async throws {
    let node = try PaperNode("echo 'syncbench: error: no space left' >&2; exit 1")
    try await node.turn()
    #expect(!node.exists("fleet/failed/n1"))
    try await node.turn()
    #expect(node.text("asked") == "requeue 5\n")
    #expect(
      node.text("fleet/failed/n1") == "run ended with status 1: syncbench: error: no space left\n")
  }

  @Test func `options that the executable refuses are not tried again, and the node is left clean`()
    async throws
  {
    let node = try PaperNode("echo 'syncbench: error: another plan' >&2; exit 64")
    try await node.turn()
    #expect(node.text("fleet/failed/n1") == "syncbench: error: another plan\n")
    #expect(!node.exists("asked") && !node.exists("syncbench-f00d-n1"))
  }

  @Test func `a run goes on after its node died, and a node that adds no row is left out`()
    async throws
  {
    let node = try PaperNode(
      "[ -e \(#"$run/../stuck"#) ] || echo row >>\"$run/raw/trials.csv\"; kill -9 $PPID; exit 137")
    try await node.turn()
    try await node.turn()
    #expect(node.text("fleet/state/n1") == "measuring 1 0\n")
    try node.tree.file("/syncbench-f00d-n1/stuck", "")
    for _ in 0..<3 { try await node.turn() }
    #expect(node.exists("fleet/failed/n1"))
    #expect(node.text("fleet/failed/n1")?.contains("twice without recording an end") == true)
  }

  @Test func `a word of the state file that is no number is not executed`() async throws {
    let node = try PaperNode("exit 1")
    try node.tree.file("/fleet/state/n1", "measuring 0 node[$(touch \(node.tree.root)/ran)0]\n")
    try await node.turn()
    #expect(!node.exists("ran"))
    #expect(node.text("fleet/state/n1") == "failed 0 1\n")
  }

  @Test func `a link in place of the node's folder, as another user might make it, is left alone`()
    async throws
  {
    let node = try PaperNode("exit 0")
    try FileManager.default.createDirectory(
      atPath: node.tree.root + "/victim", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: node.tree.root + "/syncbench-f00d-n1", withDestinationPath: node.tree.root + "/victim"
    )
    try await node.turn()
    #expect(node.text("fleet/failed/n1")?.contains("somebody else's") == true)
    #expect(try FileManager.default.contentsOfDirectory(atPath: node.tree.root + "/victim").isEmpty)
  }

  @Test func `a node that loses its disk in every turn is not left out`() async throws {
    let node = try PaperNode("echo row >>\"$run/raw/trials.csv\"; kill -9 $PPID; exit 137")
    for _ in 0..<4 {
      try await node.turn()
      try FileManager.default.removeItem(atPath: node.tree.root + "/syncbench-f00d-n1")
    }
    #expect(!node.exists("fleet/failed/n1"))
  }

  @Test func `a further turn of a node that is done measures nothing`() async throws {
    let node = try PaperNode("exit 0")
    try await node.turn()
    let called = node.text("called")
    try await node.turn()
    #expect(node.text("called") == called)
  }
}
