import Foundation
import Glibc
import Subprocess
import SystemPackage
import TestSupport
import Testing

/// Tests of a command's preparations before it measures.
@Suite(
  .enabled(if: geteuid() == 0, "only root can take a real-time policy or another user's limits"))
struct PreparationTests {
  private let tool: Tool
  private let oneCase = ["run", "--profile", "smoke", "--quiet", "--filter", "qos/nice/default"]

  init() throws { tool = try Tool.release() }

  private func call(
    _ command: [String]
  ) async throws -> (status: TerminationStatus, error: String) {
    let result = try await Subprocess.run(
      .name(command[0]), arguments: Arguments(Array(command.dropFirst())), input: .none,
      output: .discarded, error: .string(limit: 1 << 16))
    return (result.terminationStatus, result.standardError)
  }

  @Test(arguments: [("-f", "SCHED_FIFO"), ("-r", "SCHED_RR")])
  func `a command started with a real-time policy gives it up and says so`(
    flag: String, name: String
  ) async throws {
    let results = try Results()
    let (status, error) = try await call(
      ["chrt", flag, "1", tool.path.string] + oneCase + ["--output", results.path])
    guard error.contains("chrt: ") == false else {
      try Test.cancel("this container may not take a real-time policy")
    }
    #expect(status.isSuccess)
    #expect(error.contains("started with \(name): measures with SCHED_OTHER"))
    // The workers' threads have the ordinary policy too.
    #expect(try results.table("qos.csv").map { $0["policy"] } == ["0"])
  }

  @Test func `a run that can start no more threads says so and does not begin`() async throws {
    let results = try Results("open/run")
    let folder = results.tree.root + "/open"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    chmod(results.tree.root, 0o755)
    chmod(folder, 0o777)
    // The command runs as a separate user, because the limit counts all threads of a user.
    let user = String(100_000 + Int(getpid()))
    let command = ([tool.path.string] + oneCase + ["--output", results.path])
      .map { "'\($0)'" }.joined(separator: " ")
    let (status, error) = try await call([
      "setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups", "bash", "-c",
      "ulimit -u 6; exec \(command)",
    ])
    guard !error.contains("ermission denied") else {
      try Test.cancel("another user may not run \(tool.path)")
    }
    #expect(status == .exited(1))
    #expect(error.contains("more threads could be started here, and syncbench needs"))
    #expect(!FileManager.default.fileExists(atPath: results.path + "/run.json"))
  }
}
