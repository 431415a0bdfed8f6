import BenchmarkModel
import CSyncShims
import Foundation
import Glibc
import Subprocess
import SystemPackage
import TestSupport
import Testing

/// Tests of commands under limits of the system: each names what is missing, and none hangs or
/// crashes.
@Suite(.timeLimit(.minutes(10))) struct LimitTests {
  private let tool: Tool
  private let tree: FixtureTree
  private let run: String

  init() throws {
    tool = try Tool.release()
    tree = try FixtureTree(holdsPrograms: true)
    var made = MadeRun.twoLocks()
    made.state = .budgetSpent
    run = try made.write(in: tree)
  }

  static let commands = [
    ["list"], ["doctor", "--watch", "0"], ["doctor", "--events"], ["show", "RUN"],
    ["summarize", "RUN"],
    ["report", "RUN"],
    ["plot", "RUN"], ["show", "RUN", "--format", "bmf"], ["compare", "RUN", "RUN"],
    ["run", "--resume", "RUN"],
  ]

  /// Runs a command from a shell that has set limits.
  private func call(_ command: [String], after limits: String) async throws -> Tool.Outcome {
    let script = try tree.script("/bin/limited", "\(limits)\nexec \(tool.path) \"$@\"\n")
    return try await Tool(existing: FilePath(script)).call(command.map { $0 == "RUN" ? run : $0 })
  }

  // With stacks of 64 MB, the limit of memory leaves room for only a few threads.
  @Test(arguments: commands)
  func `a command that can start no more threads says so`(command: [String]) async throws {
    let outcome = try await call(command, after: "ulimit -s 65536; ulimit -d 400000")
    #expect(outcome.code == 1)
    #expect(outcome.error.contains("more threads could be started here"), "\(outcome.error)")
    #expect(outcome.error.contains("raise `ulimit -u`"), "\(outcome.error)")
  }

  @Test(arguments: commands)
  func `a command without enough memory says so`(command: [String]) async throws {
    let outcome = try await call(command, after: "ulimit -d 20000")
    #expect(outcome.code == 1)
    #expect(outcome.error.contains("raise `ulimit -v` and `ulimit -d`"), "\(outcome.error)")
  }

  @Test(arguments: [17, 20, 28], commands)
  func `a command that may open too few files says so`(files: Int, command: [String]) async throws {
    let outcome = try await call(command, after: "ulimit -n \(files)")
    #expect(outcome.code == 1)
    #expect(outcome.error.contains("more files can be opened here"), "\(outcome.error)")
    #expect(outcome.error.contains("raise `ulimit -n`"), "\(outcome.error)")
  }

  @Test func `inherited open files count against a command's limit of open files`() async throws {
    let open = (10..<50).map { "exec \($0)</dev/null" }.joined(separator: "\n")
    let script = try tree.script("/bin/open", "ulimit -n 64\n\(open)\nexec \(tool.path) list\n")
    let result = try await Subprocess.run(
      .name("bash"), arguments: [script], output: .discarded, error: .string(limit: 1 << 16))
    #expect(result.terminationStatus == .exited(1))
    #expect(result.standardError.contains("more files can be opened here"))
  }

  @Test(arguments: commands)
  func `a command with too small a stack says so`(command: [String]) async throws {
    let outcome = try await call(command, after: "ulimit -s 64")
    #expect(outcome.code == 1)
    #expect(outcome.error.contains("a stack of 64 kB"), "\(outcome.error)")
    #expect(outcome.error.contains("raise `ulimit -s`"), "\(outcome.error)")
  }

  @Test(arguments: ["--help", "--version"])
  func `the help and the version need few open files and little memory`(
    flag: String
  ) async throws {
    let outcome = try await call([flag], after: "ulimit -n 17; ulimit -d 20000")
    #expect(outcome.code == 0, "\(outcome.error)")
  }

  @Test func `a command started with SIGCHLD ignored still reports that gnuplot failed`()
    async throws
  {
    _ = try tree.script("/bin/gnuplot", "exit 1")
    // The shell is bash, because in some shells this signal cannot be ignored.
    let result = try await Subprocess.run(
      .name("bash"),
      arguments: [
        "-c", "PATH=\(tree.root)/bin:$PATH; trap '' CHLD; exec \(tool.path) plot \(run)",
      ], output: .discarded, error: .string(limit: 1 << 16))
    #expect(result.standardError.contains("gnuplot can't draw"), "\(result.standardError)")
  }

  /// The two ends of a full pipe that no process reads.
  private func fullPipe() throws -> (reading: FileDescriptor, writing: FileDescriptor) {
    var ends: [Int32] = [-1, -1]
    try #require(sync_pipe(&ends) == 0)
    let page = [UInt8](repeating: 0, count: 4096)
    while write(ends[1], page, page.count) > 0 {}
    // The command gets a blocking stream, as usual.
    _ = fcntl(ends[1], F_SETFL, O_WRONLY)
    return (FileDescriptor(rawValue: ends[0]), FileDescriptor(rawValue: ends[1]))
  }

  // If the command waited for the pipe, the test would reach the time limit.
  @Test(arguments: [
    (["run", "--profile", "smoke", "--filter", "locks/uncontended/mutex/*"], 0),
    (["show", "nosuch"], 1),
  ])
  func `a command does not wait for a reader of standard error`(
    command: [String], status: Int
  ) async throws {
    let pipe = try fullPipe()
    defer { try? pipe.reading.close() }
    let output = command[0] == "run" ? ["--output", tree.root + "/new"] : []
    let result = try await Subprocess.run(
      .path(tool.path), arguments: Arguments(command + output), input: .none, output: .discarded,
      error: .fileDescriptor(pipe.writing, closeAfterSpawningProcess: true))
    #expect(result.terminationStatus == .exited(Int32(status)))
  }
}
