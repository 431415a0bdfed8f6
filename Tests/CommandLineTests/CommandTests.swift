import BenchmarkModel
import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing

@Suite struct CommandTests {
  private let tool: Tool

  init() throws { tool = try Tool.release() }

  // MARK: Commands that answer

  @Test(arguments: [
    [], ["list"], ["doctor"], ["run"], ["show"], ["compare"], ["summarize"],
    ["plot"], ["profile"], ["report"], ["claims"],
  ])
  func `the help of a command is written to standard output only`(command: [String]) async throws {
    let outcome = try await tool.succeeds(command + ["--help"])
    #expect(outcome.output.contains("USAGE: syncbench"))
    #expect(outcome.error == "")
  }

  @Test func `the version is one line, with the commit if it is known, compiler and platform`()
    async throws
  {
    let outcome = try await tool.succeeds("--version")
    #expect(outcome.output.split(separator: "\n").count == 1)
    #expect(
      try
        #/syncbench \d+\.\d+\.\d+ \((commit [^,]+, )?Swift \d+\.\d+[^,]*, (x86-64|arm64) Linux\)\n/#
        .wholeMatch(in: outcome.output) != nil, "\(outcome.output)")
  }

  @Test func `list shows the cases of every suite`() async throws {
    let outcome = try await tool.succeeds("list")
    #expect(outcome.error == "")
    let json = try await tool("list", "--format", "json").output
    let suites = Set(
      try JSONDecoder().decode([ListedCase].self, from: Data(json.utf8)).map(\.suite))
    #expect(suites.isSuperset(of: ["locks", "sync", "structures", "threads"]))
    for suite in suites {
      #expect(outcome.output.contains("\n  \(suite)/"))
    }
    #expect(!outcome.output.contains("\u{1B}"))
  }

  private struct ListedCase: Decodable {
    let `case`: String
    let suite: String
    let workload: String
    let primitive: String
    let parameters: [String: Int]
    let summary: String
    let traits: [String: String]
  }

  @Test(arguments: ["smoke", "quick", "standard", "thorough"])
  func `list in JSON parses, and names each case's parts`(profile: String) async throws {
    let outcome = try await tool.succeeds("list", "--format", "json", "--profile", profile)
    let cases = try JSONDecoder().decode([ListedCase].self, from: Data(outcome.output.utf8))
    #expect(cases.count > 50)
    for listed in cases {
      let id = try CaseID(parsing: listed.case)
      #expect(id.suite == listed.suite)
      #expect(id.workload == listed.workload)
      #expect(id.primitive == listed.primitive)
      #expect(
        Dictionary(uniqueKeysWithValues: id.parameters.map { ($0.key, $0.value) })
          == listed.parameters)
      #expect(!listed.summary.isEmpty)
    }
    let ticket = try #require(cases.first { $0.primitive == "ticket" })
    #expect(ticket.traits["order"] == "fifo")
    #expect(ticket.traits["waiting"] == "spins")
  }

  @Test func `list describes the primitives of a suite and shows its cases`() async throws {
    let outcome = try await tool.succeeds(
      "list", "locks", "--primitive", "ticket", "--primitive", "ns-lock")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("  ticket ") && $0.contains("fifo, spins") })
    #expect(lines.contains { $0.hasPrefix("  ns-lock ") && $0.contains("= pthread-mutex") })
    #expect(lines.contains("  locks/uncontended/ticket/inside=0"))
  }

  @Test func `list shows the presets and their sources`() async throws {
    let outcome = try await tool.succeeds("list", "--presets")
    #expect(outcome.output.contains("\nnio-lock: "))
    #expect(outcome.output.contains("https://github.com/apple/swift-nio/pull/2014"))
    #expect(outcome.output.split(separator: "\n").allSatisfy { $0.count <= 132 })
  }

  @Test func `the reference run, which has no preset, is shown without one`() async throws {
    let reference = Tool.root.appending("results/reference").string
    let outcome = try await tool.succeeds("show", reference)
    #expect(outcome.output.contains("locks/uncontended/inside=0  ns_per_op, lower is better"))
    #expect(!outcome.output.contains("preset "))
  }

  @Test func `list marks each negative control`() async throws {
    let table = try await tool("list", "--filter", "locks/*").output.split(separator: "\n")
    let controls = table.filter { $0.hasSuffix("  negative control") }
    for name in ["no-lock/threads=2", "control/broken-relaxed", "control/broken-self-deadlock"] {
      #expect(controls.contains { $0.contains(name) })
    }
    #expect(!controls.contains { $0.contains("no-lock/threads=1") || $0.contains("ticket") })
    let json = try await tool("list", "--filter", "locks/control/*", "--format", "json").output
    #expect(json.split(separator: "\n").count { $0.contains("\"isNegativeControl\" : true") } == 4)
  }

  @Test func `list shows only the selected cases`() async throws {
    let outcome = try await tool(
      "list", "locks", "--primitive", "ticket", "--threads", "3,5", "--inside", "0,1us",
      "--outside",
      "0", "--filter", "*/contended/*", "--format", "json")
    let cases = try JSONDecoder().decode([ListedCase].self, from: Data(outcome.output.utf8))
    #expect(
      cases.map(\.case) == [
        "locks/contended/ticket/threads=3/inside=0/outside=0",
        "locks/contended/ticket/threads=3/inside=1000/outside=0",
        "locks/contended/ticket/threads=5/inside=0/outside=0",
        "locks/contended/ticket/threads=5/inside=1000/outside=0",
      ])
  }

  @Test func `doctor describes the machine, what it can measure and what disturbs it`()
    async throws
  {
    let outcome = try await tool.succeeds("doctor", "--watch", "1")
    for heading in [
      "This machine", "What it can measure", "What will disturb it",
      "Where the host puts this machine's CPUs, watched for 1 s",
    ] {
      #expect(outcome.output.contains(heading + "\n"))
    }
  }

  @Test func `a worker started by hand says that run starts workers`() async throws {
    let outcome = try await tool("worker", input: "hello?\n")
    #expect(outcome.code == 1)
    #expect(outcome.output.contains("`syncbench run` starts workers"))
  }

  // MARK: Bad command lines

  @Test(
    arguments: [
      (["frobnicate"], "frobnicate"),
      (["run", "nosuch"], "the suites are locks, sync"),
      (["list", "nosuch"], "the suites are locks, sync"),
      (["run", "--primitive", "mutexx"], "did you mean mutex"),
      (["run", "--primitive", "xyz"], "`syncbench list` shows the names"),
      (["run", "--filter", "ticket"], "as 'locks/*/ticket/*' does"),
      (["list", "--filter", "no/such/*"], "`syncbench list` shows the names"),
      (["run", "--threads", "0"], "must be from 1 to 4096"),
      (["run", "--threads", "4097"], "must be from 1 to 4096"),
      (["run", "--threads", "-1"], "must be from 1 to 4096"),
      (["run", "--threads", "two"], "such as 1,2,4"),
      (["run", "--threads", "1,,2"], "such as 1,2,4"),
      (["run", "--inside", "-5"], "such as 0,200ns,1us"),
      (["run", "--inside=-1us"], "such as 0,200ns,1us"),
      (["run", "--outside", "0.5ns"], "such as 0,200ns,1us"),
      (["run", "--outside", "2s"], "such as 0,200ns,1us"),
      (["run", "--inside", "nan"], "such as 0,200ns,1us"),
      (["run", "--inside", "5 parsecs"], "such as 0,200ns,1us"),
      (["run", "qos", "--threads", "2"], "leave it out"),
      (["run", "--budget", "-1s"], "such as 30s or 10m"),
      (["run", "--budget", "0"], "such as 30s or 10m"),
      (["run", "--budget", "soon"], "such as 30s or 10m"),
      (["run", "--profile", "slow"], "'smoke', 'quick', 'standard' or 'thorough'"),
      (["run", "--placement", "anywhere"], "unpinned"),
      (["run", "--seed", "-1"], "seed"),
      (["run", "--nosuch"], "--help"),
      (["list", "--format", "xml"], "json"),
      (["show"], "run"),
      (["run", "--resume", "x", "--seed", "1"], "leave the other options out"),
      (["run", "--resume", "x", "--profile", "quick"], "leave the other options out"),
      (["run", "--resume", "x", "--placement", "cores"], "leave the other options out"),
      (["run", "--resume", "x", "locks"], "leave the other options out"),
      (["run", "--resume", "x", "--preset", "nio-lock"], "leave the other options out"),
      (["run", "--preset", "nosuch"], "the presets are swift-88440, nio-lock, "),
      (["list", "--preset", "nosuch"], "the presets are swift-88440, nio-lock, "),
      (["run", "qos", "--preset", "ck-fairness"], "has no suite 'qos', only locks"),
      (["list", "--preset", "ck-fairness", "--workload", "uncontended"], "only contended"),
      (["list", "--presets", "locks"], "list --preset NAME"),
      (["list", "--presets", "--format", "json"], "list --preset NAME"),
      (["run", "--resume", "x", "--counters"], "leave the other options out"),
      (["run", "--resume", "x", "--event", "page-faults"], "leave the other options out"),
      (["run", "--event", "pgae-faults"], "did you mean page-faults"),
      (["profile"], "case"),
      (["profile", "nosuch"], "write suite/workload/primitive/key=value"),
      (
        ["profile", "locks/uncontended/mutexx/inside=0"],
        "did you mean locks/uncontended/mutex/inside=0"
      ),
      (["profile", "locks/uncontended/xyz/inside=0"], "`syncbench list` shows the names"),
      (["run", "--primitive", "mutx"], "did you mean mutex"),
      (["prove", "mutx"], "did you mean mutex"),
      (["prove", "xyz"], "list` shows the names"),
      (["prove", "mutex", "--operations", "0"], "from 1 to 1000000000000, such as 2, 1e6"),
      (["prove", "mutex", "--operations", "1e13"], "from 1 to 1000000000000, such as 2, 1e6"),
      (["prove", "mutex", "--operations", "many"], "from 1 to 1000000000000, such as 2, 1e6"),
      (["prove", "mutex", "--threads", "2000"], "from 2 to 1024"),
      (["prove", "mutex", "--threads", "1"], "from 2 to 1024"),
      (
        ["profile", "locks/contended/mutex"],
        "did you mean locks/contended/mutex/threads=1/inside=0/outside=0"
      ),
      (["report", "/no-such-run", "--output", "/tmp"], "give '/tmp/report.html'"),
      (["profile", "locks/control/broken-relaxed/threads=4"], "is a negative control"),
      (["profile", "locks/uncontended/mutex/inside=0", "--format", "xml"], "json"),
      (["profile", "locks/uncontended/mutex/inside=0", "--output", ""], "folder is empty"),
      (["profile", "locks/uncontended/mutex/inside=0", "--event", "pgae-faults"], "page-faults"),
      (
        ["profile", "locks/uncontended/mutex/inside=0", "--flamegraph", "/no/a.svg"], "'/no/a.svg'"
      ),
      (["claims", "no-such"], "there is no claim or topic 'no-such'"),
      (["claims", "--list", "--format", "markdown"], "--list has no markdown"),
      (["claims", "--list", "--run", "x"], "leave --run out"),
      (["claims", "--run", "x", "--budget", "1m"], "--run measures nothing"),
      (["claims", "--format", "xml"], "xml"),
      (["claims", "--output", ""], "the path of the folder is empty"),
      (["compare"], "<run>"), (["compare", "x"], "two runs"),
      (["compare", "x", "y", "--format", "xml"], "markdown"),
      (["doctor", "--events", "nosuch-event*"], "no event matches 'nosuch-event*'"),
      (["doctor", "sched:*"], "go with --events"),
      (["doctor", "--format", "json"], "go with --events"),
      (["doctor", "--events", "--watch", "1"], "leave --watch out"),
      (["gate", "--record"], "--counts"),
      (["gate", "--counts", "", "--record"], "an empty path"),
      (["gate", "--counts", "x", "--record", "nosuch"], "the suites are locks, sync"),
      (["gate", "--counts", "x", "--record", "qos"], "and a fixed number of operations can"),
      (["gate", "--counts", "x", "--record", "--limit", "0"], "limit"),
      (["gate", "--counts", "x", "--record", "--limit", "5"], "limit"),
      (["gate", "--counts", "x", "--record", "--instructions", "guess"], "callgrind"),
      (["gate", "--counts", "x", "--record", "--json", "y"], "gives no verdict"),
      (["gate", "--counts", "x", "--record", "--candidate", "y"], "counts this build"),
      (["gate", "--counts", "x", "--record", "--seed", "1"], "gives no verdict"),
      (["gate", "--counts", "x", "--instructions", "callgrind"], "goes with --record"),
      (["gate", "--baseline", "x", "--record"], "--record goes with --counts"),
      (["gate"], "give one of --baseline EXECUTABLE, --counts FOLDER and --replay FOLDER"),
      (["gate", "--baseline", "x", "--replay", "y"], "give one of --baseline"),
      (["gate", "--baseline", ""], "an empty path"),
      (["gate", "--baseline", "x", "--limit", "1%"], "--limit goes with --counts"),
      (["gate", "--replay", "x", "--seed", "1"], "leave the options for that out"),
      (["gate", "--baseline", "x", "--budget", "0s"], "--budget takes a time"),
      (["gate", "--baseline", "x", "--pairs", "0"], "--pairs takes 1 or more"),
      (["gate", "--baseline", "x", "--json", "y", "--junit", "./y"], "for something else"),
      (["gate", "--replay", "z", "--json", "z/run.json"], "for something else"),
      (["gate", "--resume", "x"], "give one of --baseline"),
      (["gate", "--replay", "y", "--resume", "x"], "--resume finishes a gate of two executables"),
      (["gate", "--baseline", "x", "--resume", "y", "--seed", "1"], "options for that out"),
    ] as [([String], String)])
  func `a wrong command line is refused with a remedy and status 64`(
    arguments: [String], remedy: String
  ) async throws {
    try await tool.expectMisuse(arguments, remedy)
  }

  // MARK: Wrong files and surroundings

  @Test(arguments: [["show"], ["summarize"], ["run", "--resume"]])
  func `a path that is not a run is refused with status 1`(command: [String]) async throws {
    let tree = try FixtureTree()
    let root = tree.root
    try tree.file("/file", "I am a file")
    try tree.file("/empty/notes.txt", "no run here")
    try tree.file("/foreign/run.json", #"{"name": "a package", "version": "1.0.0"}"#)
    try tree.file("/list/run.json", "[1, 2]")
    try tree.file("/torn/run.json", #"{"schemaVersion": 1, "tool": {"vers"#)
    try tree.file("/blank/run.json", "")
    try tree.file("/old/run.json", #"{"schemaVersion": 0}"#)
    try tree.file("/new/run.json", #"{"schemaVersion": 999, "plan": "unheard of"}"#)
    for (name, remedy) in [
      ("absent", "`ls results`"), ("file", "is a file, not a folder"), ("empty", "start it anew"),
      ("foreign", "measure again"), ("list", "measure again"), ("torn", "measure again"),
      ("blank", "measure again"), ("old", "the version that wrote it"),
      ("new", "use a newer syncbench"),
    ] {
      try await tool.expectRefusal(command + ["\(root)/\(name)"], remedy)
    }
  }

  private let small = ["run", "--profile", "smoke", "--filter", "locks/uncontended/ticket/*"]

  @Test func `an impossible output folder is refused with status 1`() async throws {
    let tree = try FixtureTree()
    try tree.file("/file", "I am a file")
    try tree.file("/taken/run.json", "{}")
    let root = tree.root
    try await tool.expectRefusal(small + ["--output", "\(root)/file"], "is a file, not a folder")
    try await tool.expectRefusal(
      small + ["--output", "\(root)/file/a/b"], "is a file, not a folder")
    try await tool.expectRefusal(small + ["--output", "\(root)/taken"], "--resume '\(root)/taken'")
    // Not even root can make a folder there.
    try await tool.expectRefusal(small + ["--output", "/proc/nowhere"], "name another path")
  }

  @Test(.enabled(if: geteuid() != 0, "root may write everywhere"))
  func `an output without permission is refused with status 1`() async throws {
    let tree = try FixtureTree()
    chmod(tree.root, 0o555)
    defer { chmod(tree.root, 0o755) }
    try await tool.expectRefusal(small + ["--output", "\(tree.root)/run"], "check the permissions")
  }

  @Test(.enabled(if: Tool.debug != nil, "no debug build of the tool is here"))
  func `a debug build refuses to measure, and says how to build for release`() async throws {
    let results = try Results()
    let debug = try #require(Tool.debug)
    let outcome = try await debug.call(small + ["--output", results.path])
    #expect(outcome.code == 64)
    #expect(outcome.error.contains("swift build -c release"))
    #expect(!FileManager.default.fileExists(atPath: results.path))
    let worker = try await debug("worker")
    #expect(worker.code == 1)
    #expect(worker.output.contains("swift build -c release"))
  }
}
