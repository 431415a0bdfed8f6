import BenchmarkModel
import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing

/// Tests that untrusted runs and interrupted commands change no file outside the named folder,
/// print no control characters and leave no temporary files.
@Suite(.timeLimit(.minutes(10))) struct StrangerTests {
  private let tool: Tool
  private let tree: FixtureTree

  init() throws {
    tool = try Tool.release()
    tree = try FixtureTree(holdsPrograms: true)
    try tree.file("/outside/file", "theirs")
  }

  private func path(_ name: String) -> String { tree.root + "/" + name }

  private func names(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(folder)).sorted()
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }

  private func run(
    column: String = "ns_per_op", state: RunState = .complete
  ) throws -> String {
    var made = MadeRun.twoLocks()
    made.state = state
    made.columns = [
      MetricColumn(column, .lowerIsBetter, .elapsedPerOperation),
      MetricColumn(column + "2", .neutral, .operationsPerSecond).besideTheRanking(),
    ]
    return try made.write(in: tree)
  }

  private func expectOutsideUntouched(sourceLocation: SourceLocation = #_sourceLocation) throws {
    #expect(try names("outside") == ["file"], sourceLocation: sourceLocation)
    #expect(try text("outside/file") == "theirs\n", sourceLocation: sourceLocation)
  }

  /// Environment variables with which the tool runs the script as gnuplot, and makes its temporary
  /// folders in the tree.
  private func gnuplot(_ script: String) throws -> [String: String] {
    _ = try tree.script("/bin/gnuplot", script)
    try tree.file("/tmp/.keep", "")
    let usual = getenv("PATH").map { String(cString: $0) } ?? ""
    return ["PATH": path("bin") + ":" + usual, "TMPDIR": path("tmp")]
  }

  // MARK: Links

  // The tool keeps the shell's process ID, `$$`, so the link has the name of the folder that an
  // earlier version of the tool would have removed.
  @Test func `the target of a link in the charts' folder is not removed`() async throws {
    let run = try run()
    let environment = try gnuplot("exit 1")
    let script = try tree.script(
      "/bin/plot",
      "mkdir -p \(run)/plots && ln -s \(path("outside")) \(run)/plots/.new-charts-$$\n"
        + "exec \(tool.path) plot \(run)\n")
    let outcome = try await Tool(existing: FilePath(script))(environment: environment)
    #expect(outcome.code == 1)
    #expect(outcome.error.contains("gnuplot can't draw"))
    try expectOutsideUntouched()
  }

  @Test(arguments: [
    ["summarize"], ["report"], ["show", "--format", "bmf", "--output"],
  ])
  func `the targets of links in a run's folder are not written`(command: [String]) async throws {
    let run = try run()
    for name in ["locks.csv", "summary.csv", "report.html", "run.json", "export"] {
      try tree.link("/run/\(name).new", to: "../outside/file")
    }
    for name in ["locks.csv", "report.html", "export"] {
      try tree.link("/run/\(name)", to: "../outside/file")
    }
    var arguments = [command[0], run] + command.dropFirst()
    if command.last == "--output" { arguments.append(run + "/export") }
    try await tool.succeeds(arguments, environment: try gnuplot("exit 1"))
    try expectOutsideUntouched()
  }

  @Test func `charts are not drawn through a link, except into a folder that the user names`()
    async throws
  {
    let run = try run()
    let environment = try gnuplot("exit 1")
    try tree.link("/run/plots", to: "../outside")
    let outcome = try await tool.call(["plot", run], environment: environment)
    #expect(outcome.code == 1)
    #expect(outcome.error.contains("'\(run)/plots'"))
    #expect(outcome.error.contains("put a folder in its place"))
    try expectOutsideUntouched()
    let named = try await tool.call(
      ["plot", run, "--output", run + "/plots"], environment: environment)
    #expect(named.error.contains("gnuplot can't draw"))
  }

  @Test func `a report is not written to the target of a link in its place`() async throws {
    let run = try run()
    mkfifo(path("outside/pipe"), 0o600)
    let reader = open(path("outside/pipe"), O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(reader) }
    try tree.link("/run/report.html", to: "../outside/pipe")
    #expect(try await tool.call(["report", run], environment: try gnuplot("exit 1")).code == 0)
    var byte: UInt8 = 0
    #expect(read(reader, &byte, 1) == 0)
    #expect(try text("run/report.html").hasPrefix("<!"))
  }

  // MARK: Output

  private static let hostile = "\u{1B}]0;PWN\u{07}\u{1B}[2J\u{9B}2J\u{202E}ns"

  @Test(arguments: [
    ["show"], ["show", "--format", "markdown"], ["show", "--format", "csv"],
    ["show", "--format", "latex"], ["summarize"], ["show", "--format", "openmetrics"],
    ["show", "--format", "benchfmt"], ["compare"], ["plot", "--chart", "nosuch"],
    ["show", "--format", "bmf", "--metric", "nosuch"],
  ])
  func `names in a run are printed without control characters`(command: [String]) async throws {
    let run = try run(column: Self.hostile)
    let runs = command[0] == "compare" ? [run, run] : [run]
    let outcome = try await tool.call([command[0]] + runs + command.dropFirst())
    let printed = outcome.output + outcome.error
    #expect(!printed.isEmpty)
    let controls = printed.unicodeScalars.filter {
      $0 != "\n" && $0 != "\t" && [.control, .format].contains($0.properties.generalCategory)
    }
    #expect(controls.isEmpty, "\(controls)")
  }

  @Test func `an exported file contains no escape character`() async throws {
    let run = try run(column: Self.hostile)
    let file = path("export")
    #expect(try await tool("show", run, "--format", "openmetrics", "--output", file).code == 0)
    #expect(!(try String(contentsOfFile: file, encoding: .utf8)).contains("\u{1B}"))
  }

  @Test func `a chart's data files have no escape character and no right-to-left override`()
    async throws
  {
    let run = try run(column: Self.hostile)
    #expect(try await tool("summarize", run).code == 0)
    try tree.data(
      "/run/locks.csv",
      Data(try text("run/locks.csv").replacing("mutex", with: Self.hostile).utf8))
    let outcome = try await tool.call(
      ["plot", run, "--format", "tex", "--data", path("data")],
      environment: try gnuplot("echo \"$@\" > \"$PWD/arguments\"; exit 1"))
    #expect(outcome.code != 0)
    let sheets = try FileManager.default.contentsOfDirectory(atPath: path("data"))
    #expect(sheets.contains { $0.hasSuffix(".sheet") })
    for sheet in sheets {
      let text = try text("data/" + sheet)
      #expect(!text.unicodeScalars.contains { $0 == "\u{202E}" || $0 == "\u{1B}" }, "\(sheet)")
    }
  }

  // MARK: Rows without their run

  @Test func `rows without their run.json are refused and not changed`() async throws {
    let run = try run()
    try FileManager.default.removeItem(atPath: run + "/run.json")
    let rows = try text("run/raw/trials.csv")
    let outcome = try await tool(
      "run", "--profile", "smoke", "--filter", "locks/uncontended/mutex/*", "--output", run)
    #expect(outcome.code == 1)
    #expect(outcome.error.contains("run.json"))
    #expect(outcome.error.contains("give --output another path"))
    #expect(try text("run/raw/trials.csv") == rows)
  }

  // MARK: Damage

  @Test(arguments: [
    ["show"], ["summarize"], ["report"], ["plot"], ["compare", "run"],
    ["show", "--format", "bmf"],
    ["advise"], ["run", "--resume"],
  ])
  func `a run with every row twice is refused by every command, and not changed`(
    command: [String]
  ) async throws {
    let run = try run()
    #expect(try await tool("summarize", run).code == 0)
    let rows = try text("run/raw/trials.csv")
    let header = rows.prefix { $0 != "\n" }.count + 1
    let doubled = rows + rows.dropFirst(header)
    try tree.data("/run/raw/trials.csv", Data(doubled.utf8))
    let names = try names("run")
    let summary = try text("run/summary.csv")
    let arguments = command.map { $0 == "run" && command[0] == "compare" ? run : $0 } + [run]
    let outcome = try await tool.call(arguments, environment: try gnuplot("exit 0"))
    #expect(outcome.code == 1)
    let line = rows.count { $0 == "\n" } + 1
    #expect(outcome.error.contains("raw/trials.csv' line \(line)"), "\(outcome.error)")
    #expect(try text("run/raw/trials.csv") == doubled)
    #expect(try text("run/summary.csv") == summary)
    #expect(try self.names("run") == names)
  }

  // MARK: No room

  // A limit on the size of files stands for a full disk, because filling a disk needs root.
  @Test(arguments: [
    ["summarize"], ["report"], ["plot"], ["show", "--format", "bmf", "--output"],
  ])
  func `a command without room leaves no files, and its error does not suggest --resume`(
    command: [String]
  ) async throws {
    let run = try run(state: .interrupted)
    let file = command.last == "--output" ? [run + "/export"] : []
    let before = try names("run") + names("run/raw")
    let outcome = try await limited().call(
      [command[0], run] + command.dropFirst() + file, environment: try gnuplot("exit 1"))
    #expect(outcome.code == 1)
    #expect(outcome.error.contains("raise `ulimit -f`"), "\(outcome.error)")
    #expect(!outcome.error.contains("--resume"), "\(outcome.error)")
    #expect(try names("run").filter { $0 != "plots" } + names("run/raw") == before)
    #expect(try names("tmp") == [".keep"])
  }

  @Test func `a run without room for its first table can be started anew`() async throws {
    let arguments = [
      "run", "--profile", "smoke", "--filter", "locks/uncontended/mutex/*", "--output", path("run"),
    ]
    let outcome = try await limited().call(arguments)
    #expect(outcome.code == 1)
    #expect(try names("run") == ["raw"])
    #expect(try names("run/raw") == [])
    try await tool.succeeds(arguments)
  }

  /// The tool under a limit of 0 bytes for each file.
  private func limited() throws -> Tool {
    let script = try tree.script("/bin/limited", "ulimit -f 0; exec \(tool.path) \"$@\"\n")
    return try Tool(existing: FilePath(script))
  }

  @Test(arguments: ["report", "plot"])
  func `an impossible temporary folder is reported with its path and the remedy`(
    command: String
  ) async throws {
    var environment = try gnuplot("exit 1")
    environment["TMPDIR"] = "/nonexistent"
    let outcome = try await tool.call([command, try run()], environment: environment)
    #expect(outcome.code == 1)
    #expect(outcome.error.contains("'/nonexistent'"), "\(outcome.error)")
    #expect(outcome.error.contains("set TMPDIR"), "\(outcome.error)")
    #expect(!outcome.error.contains("--output"), "\(outcome.error)")
  }

  // MARK: Standard streams

  /// A script in place of gnuplot that writes a complete file; the last two arguments are the
  /// output's name and the caption.
  private static let drawing = """
    while [ $# -gt 2 ]; do shift; done
    echo '<svg></svg>' > "$1"
    """

  /// Calls `plot` from a shell with the redirections `rest`, and returns its standard error.
  private func plot(_ run: String, then rest: String) async throws -> String {
    let script = try tree.script(
      "/bin/redirected", "\(tool.path) plot --format svg \(run) \(rest)\nexit 0\n")
    return try await Tool(existing: FilePath(script))(environment: try gnuplot(Self.drawing)).error
  }

  // The pipe's reading end is closed before the command starts, so the first write finds no reader.
  @Test func `a command without a reader removes its temporary folders`() async throws {
    let run = try run()
    mkfifo(path("pipe"), 0o600)
    let pipe = path("pipe")
    let error = try await plot(run, then: "3<>\(pipe) 1>\(pipe) 3<&-")
    #expect(error == "")
    #expect(try names("tmp") == [".keep"])
    #expect(try names("run/plots").allSatisfy { !$0.hasPrefix(".") })
  }

  @Test func `an opened file does not take the place of a closed standard output`() async throws {
    let error = try await plot(try run(), then: ">&-")
    #expect(error.contains("can't write standard output: Bad file descriptor"), "\(error)")
    #expect(try names("tmp") == [".keep"])
  }

  // MARK: Commands that are ended

  /// Ends a command while its gnuplot draws, and returns the status.
  private func end(_ arguments: [String], with signal: Int32) async throws -> Int {
    let started = path("started")
    unlink(started)
    var environment = try gnuplot(
      "echo $$ > \(started).new; mv \(started).new \(started); exec sleep 600")
    environment["LC_ALL"] = "C"
    let outcome = try await tool.call(arguments, environment: environment) { process in
      await until(
        {
          guard access(started, F_OK) == 0 else { return false }
          kill(process, signal)
          return true
        }, orEndOf: process)
    }
    // The gnuplot of a killed command is still running.
    if signal == SIGKILL, let text = try? String(contentsOfFile: started, encoding: .utf8),
      let drawing = pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines))
    {
      kill(drawing, SIGKILL)
    }
    return outcome.code
  }

  @Test(arguments: [SIGHUP, SIGTERM, SIGINT], ["plot", "report"])
  func `a command ended by a signal removes its temporary folders`(
    signal: Int32, command: String
  ) async throws {
    let run = try run()
    #expect(try await end([command, run], with: signal) == 130)
    #expect(try names("tmp") == [".keep"])
    if command == "plot" { #expect(try names("run/plots") == []) }
  }

  @Test(arguments: ["plot", "report"])
  func `temporary folders of a killed command are removed by the next command`(command: String)
    async throws
  {
    let run = try run()
    #expect(try await end([command, run], with: SIGKILL) == -Int(SIGKILL))
    #expect(try names("tmp").count > 1)
    _ = try await tool.call([command, run], environment: try gnuplot("exit 1"))
    #expect(try names("tmp") == [".keep"])
    if command == "plot" { #expect(try names("run/plots") == []) }
  }

  @Test func `a command that ignores SIGHUP goes on after it`() async throws {
    let run = try run()
    let script = try tree.script("/bin/outliving", "trap '' HUP; exec \(tool.path) \"$@\"\n")
    let ended = try await Tool(existing: FilePath(script))(
      "plot", run, environment: try gnuplot("kill -HUP $PPID; exit 1"))
    #expect(ended.code == 1)
    #expect(ended.error.contains("gnuplot can't draw"))
  }
}
