import BenchmarkModel
import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing

@testable import BenchmarkRunner

/// A folder of scripts that stand in for executables.
private struct Scripts {
  let tree: FixtureTree

  init() throws { tree = try FixtureTree(holdsPrograms: true) }

  /// Writes a script, over an earlier script of the same name, and returns its path.
  func script(_ name: String, _ text: String) throws -> FilePath {
    FilePath(try tree.script("/" + name, text))
  }

  func launcher(_ baseline: String, _ candidate: String) throws -> PairLauncher {
    try PairLauncher(
      baseline: script("baseline", baseline), candidate: script("candidate", candidate))
  }
}

extension PairLauncher {
  /// Launches a side with a deadline that is long enough on any machine.
  fileprivate func launch(
    _ side: PairSide, padding: Int = 0, request: WorkerRequest = WorkerRequest(task: .measure)
  ) async -> WorkerOutcome {
    await launch(request, of: side, padding: padding, deadlineNanoseconds: 600_000_000_000)
  }

  fileprivate func output(of side: PairSide, padding: Int = 0) async -> String {
    guard case .exited(0, let output, _) = await launch(side, padding: padding) else { return "" }
    return output
  }
}

@Suite struct PairLauncherTests {
  private let scripts: Scripts

  init() throws { scripts = try Scripts() }

  @Test func `each side runs its own executable, which gets the request`() async throws {
    let launcher = try scripts.launcher("echo $0; echo \"old $1\"; cat", "echo new; exit 3")
    let request = WorkerRequest(task: .measure, operations: 77)
    guard case .exited(0, let output, "") = await launcher.launch(.baseline, request: request)
    else {
      Issue.record("the baseline did not end well")
      return
    }
    let lines = output.split(separator: "\n", maxSplits: 2)
    #expect(lines[0].hasPrefix("/proc/\(getpid())/fd/"))
    #expect(lines[1] == "old worker")
    #expect(try Worker.decode(Array(lines[2].utf8)) == request)
    #expect(await launcher.launch(.candidate) == .exited(status: 3, output: "new\n", error: ""))
  }

  @Test func `executables with different contents are two files`() throws {
    #expect(!(try scripts.launcher("echo old", "echo new").hasOneFile))
    #expect(!(try scripts.launcher("echo old", "echo older").hasOneFile))
    #expect(!(try PairLauncher(baseline: "/bin/cat", candidate: "/bin/true").hasOneFile))
  }

  @Test func `a file, a link to it and a copy of it are one file`() throws {
    #expect(try scripts.launcher("echo one", "echo one").hasOneFile)
    let file = FilePath(scripts.tree.root + "/baseline")
    try scripts.tree.link("/link", to: "baseline")
    let link = FilePath(scripts.tree.root + "/link")
    #expect(try PairLauncher(baseline: file, candidate: link).hasOneFile)
  }

  @Test func `files are compared as they were when opened, and to their last byte`() throws {
    let long = String(repeating: "# a comment\n", count: 200_000)
    #expect(!(try scripts.launcher(long + "echo a", long + "echo b").hasOneFile))
    let launcher = try scripts.launcher(long + "echo a", long + "echo a")
    _ = try scripts.script("candidate", "echo new")
    #expect(launcher.hasOneFile)
  }

  @Test func `a build that replaces an executable does not change a gate`() async throws {
    let launcher = try scripts.launcher("echo old", "echo old too")
    _ = try scripts.script("baseline", "echo new")
    unlink(scripts.tree.root + "/candidate")
    #expect(await launcher.output(of: .baseline) == "old\n")
    #expect(await launcher.output(of: .candidate) == "old too\n")
    #expect(launcher.path(of: .candidate) == FilePath(scripts.tree.root + "/candidate"))
  }

  @Test func `an executable that is no script is launched as well`() async throws {
    let launcher = try PairLauncher(baseline: "/bin/cat", candidate: "/bin/true")
    #expect(await launcher.launch(.candidate) == .exited(status: 0, output: "", error: ""))
    // `cat` takes the argument `worker` for a file.
    guard case .exited(1, "", let error) = await launcher.launch(.baseline) else {
      Issue.record("cat found a file")
      return
    }
    #expect(error.contains("worker"))
  }

  @Test func `a padding lengthens the environment, and adds no variable`() async throws {
    let script = "printf %s \"${SYNCBENCH_PADDING-unset}\" | wc -c; env | wc -l"
    let launcher = try scripts.launcher(script, script)
    let padded = await launcher.output(of: .baseline, padding: 4095).split(separator: "\n")
    let bare = await launcher.output(of: .candidate).split(separator: "\n")
    #expect(padded.first == "4095")
    #expect(bare.first == "0")
    #expect(padded.last == bare.last)
  }

  @Test func `each side preloads the allocation library beside its executable`() async throws {
    for folder in ["a", "b"] {
      try scripts.tree.file("/\(folder)/\(AllocationLibrary.fileName)", "")
    }
    let launcher = try PairLauncher(
      baseline: scripts.script("a/bench", "echo $LD_PRELOAD"),
      candidate: scripts.script("b/bench", "echo $LD_PRELOAD"))
    let request = WorkerRequest(
      task: .measure, counting: CountingRequest(pass: .allocations))
    for (side, folder) in [(PairSide.baseline, "a"), (.candidate, "b")] {
      guard case .exited(0, let output, _) = await launcher.launch(side, request: request) else {
        Issue.record("the \(side) did not end well")
        continue
      }
      #expect(output.hasPrefix("\(scripts.tree.root)/\(folder)/\(AllocationLibrary.fileName)"))
    }
  }

  @Test func `the outcome of an executable that reads no request is its own exit status or signal`()
    async throws
  {
    let launcher = try scripts.launcher("exit 4", "kill -SEGV $$")
    var selection = CaseSelection()
    // The request is longer than a pipe holds.
    selection.filters = Array(repeating: String(repeating: "*", count: 100), count: 3000)
    let request = WorkerRequest(
      task: .describe,
      description: DescriptionRequest(selection: selection, cpuOrder: [0], isPinned: true))
    let outcome = await launcher.launch(.baseline, request: request)
    #expect(outcome == .exited(status: 4, output: "", error: ""))
    #expect(await launcher.launch(.candidate) == .signalled(signal: 11, error: ""))
  }

  @Test(arguments: [("no program", "Exec format error"), ("#!/nowhere/sh\nexit 0", "")])
  func `a file that is no program, or has no interpreter, can't be started`(
    text: String, words: String
  ) async throws {
    try scripts.tree.file("/orphan", text)
    let path = FilePath(scripts.tree.root + "/orphan")
    chmod(path.string, 0o755)
    let launcher = try PairLauncher(baseline: path, candidate: path)
    guard case .notLaunched(let reason) = await launcher.launch(.candidate) else {
      Issue.record("it was started")
      return
    }
    #expect(reason.contains(words) || words.isEmpty, "\(reason)")
  }

  @Test func `callgrind runs a copy of the opened file, with the libraries beside the original`()
    throws
  {
    let held = try OpenExecutable(scripts.script("baseline", "echo old"), side: .baseline)
    defer { withExtendedLifetime(held) {} }
    let worker = CallgrindWorker(WorkerExecutable(held))
    _ = try scripts.script("baseline", "echo new")
    let copy = try worker.path()
    #expect(copy.lastComponent == "baseline")
    #expect(try FileAccess.read(copy) == Array("#!/bin/sh\necho old\n".utf8))
    #expect(worker.libraryPath.hasPrefix(scripts.tree.root))
  }

  @Test func `an executable that does not end is killed at its deadline`() async throws {
    let launcher = try scripts.launcher("exec tail -f /dev/null", "exit 0")
    let outcome = await launcher.launch(
      WorkerRequest(task: .measure), of: .baseline, padding: 0, deadlineNanoseconds: 1_000_000)
    #expect(outcome == .timedOut)
  }
}

@Suite struct OpenExecutableTests {
  private let scripts: Scripts
  private let good: FilePath

  init() throws {
    scripts = try Scripts()
    good = try scripts.script("good", "exit 0")
  }

  private func problem(_ name: String) throws -> GateExecutableError.Problem? {
    let path = FilePath(scripts.tree.root).appending(name)
    let open = { () throws -> PairLauncher in try PairLauncher(baseline: good, candidate: path) }
    let error = try #require(
      #expect(throws: GateExecutableError.self) { _ = try open() })
    #expect(error.side == .candidate)
    #expect(error.path == path.string)
    #expect(error.description.hasPrefix("the candidate '\(path)' "))
    return error.problem
  }

  @Test func `an executable that can't be launched is refused before anything is measured`() throws
  {
    try scripts.tree.file("/folder/file", "#!/bin/sh")
    chmod(try scripts.script("text", "").string, 0o644)
    chmod(try scripts.script("empty", "").string, 0o755)
    truncate(scripts.tree.root + "/empty", 0)
    mkfifo(scripts.tree.root + "/pipe", 0o755)
    #expect(try problem("nothing") == .missing)
    #expect(try problem("good/nothing") == .missing)
    #expect(try problem("folder") == .isFolder)
    #expect(try problem("text") == .notExecutable)
    #expect(try problem("empty") == .empty)
    #expect(try problem("pipe") == .isNoFile)
    try scripts.tree.link("/loop", to: "loop")
    #expect(try problem("loop") == .cannotOpen(.tooManySymbolicLinkLevels))
  }

  @Test func `the error for a bad baseline names the baseline`() {
    let error = GateExecutableError(side: .baseline, path: "/nowhere/tool", problem: .missing)
    #expect(throws: error) {
      _ = try PairLauncher(baseline: "/nowhere/tool", candidate: good)
    }
  }

  @Test func `a link is followed to the executable`() throws {
    try scripts.tree.link("/link", to: "good")
    let launcher = try PairLauncher(
      baseline: FilePath(scripts.tree.root + "/link"), candidate: good)
    #expect(launcher.path(of: .baseline) == good)
  }

  @Test func `the descriptor of an executable is closed with its OpenExecutable`() throws {
    let launchPath: FilePath
    do {
      let held = try OpenExecutable(good, side: .baseline)
      launchPath = held.launchPath
      #expect(Self.target(launchPath) == good.string)
    }
    #expect(Self.target(launchPath) != good.string)
  }

  private static func target(_ path: FilePath) -> String? {
    try? FileManager.default.destinationOfSymbolicLink(atPath: path.string)
  }
}
