import BenchmarkModel
import FoundationEssentials
import Glibc
import Subprocess
import SystemPackage
import TestSupport
import Testing

@testable import BenchmarkRunner

struct FinishedProcessTests {
  private static func shell(
    _ script: String, input: String = "", outputLimit: Int = 1000, errorLimit: Int = 1000
  ) async throws -> FinishedProcess {
    try await FinishedProcess.running(
      .path("/bin/sh"), ["-c", script], environment: .inherit, input: Data(input.utf8),
      outputLimit: outputLimit, errorLimit: errorLimit)
  }

  @Test func `a process gets its input, and gives its output, its error and its status`()
    async throws
  {
    let process = try await Self.shell("cat; echo 'not so' >&2; exit 3", input: "as given")
    #expect(process.outputText == "as given")
    #expect(process.error == "not so\n")
    #expect(process.status == .exited(3))
    #expect(!process.isSuccess)
  }

  @Test func `an executable may end without reading its input`() async throws {
    let process = try await Self.shell("exit 0", input: String(repeating: "x", count: 1 << 20))
    #expect(process.isSuccess)
  }

  @Test func `only the beginning of a standard error that exceeds the limit is kept`()
    async throws
  {
    let process = try await Self.shell("printf 1234 >&2; printf 5678 >&2; exit 0", errorLimit: 4)
    #expect(process.error == "1234")
  }

  @Test func `a process may write more to its standard error than a pipe holds`() async throws {
    let process = try await Self.shell("head -c 1000000 /dev/zero >&2; echo end", errorLimit: 2)
    #expect(process.outputText == "end\n")
    #expect(process.error == "\0\0")
  }

  @Test func `a process may open its standard error anew`() async throws {
    let process = try await Self.shell("echo one > /dev/stderr; echo two > /dev/stderr")
    #expect(process.isSuccess)
    #expect(process.error == "one\ntwo\n")
  }

  @Test func `a process counts as ended even if its child still has the standard error open`()
    async throws
  {
    let process = try await Self.shell("tail -f /dev/null > /dev/null & echo $!; echo left >&2")
    kill(try #require(pid_t(process.outputText.dropLast())), SIGKILL)
    #expect(process.error == "left\n")
  }

  @Test func `a standard output that exceeds the limit is an error`() async throws {
    await #expect(throws: SubprocessError.self) {
      try await Self.shell("printf 123456789", outputLimit: 8)
    }
  }

  @Test func `an error is thrown if too few descriptors are free to start a process`() async {
    await #expect(processExitsWith: .success) {
      let next = dup(0)
      close(next)
      for free in 0..<4 {
        var limit = rlimit(rlim_cur: rlim_t(next) + rlim_t(free), rlim_max: 1024)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        await #expect(throws: (any Error).self) { try await Self.shell("exit 0") }
      }
    }
  }
}
