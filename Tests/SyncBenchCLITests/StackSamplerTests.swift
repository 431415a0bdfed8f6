import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkRunner
import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing

@testable import SyncBenchCLI

/// A shell script in place of perf: the script logs its arguments and prints the test's text.
private struct FakePerf {
  let tree: FixtureTree
  // The shell reads the script, because a script can't be executed on a noexec file system, or
  // while another test's child process has it open for writing.
  var program: PerfProgram { PerfProgram(path: "/bin/sh", leading: ["\(tree.root)/perf"]) }

  init(record: String, script: String = "exit 1") throws {
    tree = try FixtureTree()
    try tree.file(
      "/perf",
      """
      echo "$@" >> \(tree.root)/calls
      case $1 in
      record) cat > \(tree.root)/request; echo data > "$3"; \(record) ;;
      script) \(script) ;;
      esac
      """)
  }

  var calls: String {
    (try? String(contentsOfFile: "\(tree.root)/calls", encoding: .utf8)) ?? ""
  }

  /// The file that perf was told to write.
  var recordFile: String? { calls.split(separator: " ").dropFirst(2).first.map(String.init) }

  // The patience is a day, because even a shell may be slow to answer on a loaded machine.
  var sampler: StackSampler {
    StackSampler(perf: program, executable: "/bin/bench", patienceSeconds: 86_400)
  }
}

private let request = WorkerRequest(task: .measure, placement: .process(cpus: [0, 1]))
private let done = #"echo '{"done":{}}'"#
private let refused = #"echo '{"refused":{"reason":"there is no such case"}}'; exit 1"#
private let oneSample = #"printf 'b 1/2 1.5: cpu-clock: \n\t10 f (/a)\n\n'"#

@Suite struct StackSamplerTests {
  @Test func `stacks name the event that perf really sampled`() async throws {
    let perf = try FakePerf(record: done, script: oneSample)
    let stacks = try await perf.sampler.onCPU(request: request)
    #expect(stacks.event == "cpu-clock")
    #expect(stacks.samples == 1)
    #expect(stacks.folded.text == "f 1\n")
    #expect(stacks.caption == "1 sample of cpu-clock")
    #expect(perf.calls.contains("-- /bin/bench worker --cpus 0,1\n"))
  }

  @Test func `the temporary folder is gone after success and after failure`() async throws {
    for (record, script) in [(done, oneSample), (done, "exit 3"), ("exit 3", "exit 3")] {
      let perf = try FakePerf(record: record, script: script)
      _ = try? await perf.sampler.onCPU(request: request)
      let file = FilePath(try #require(perf.recordFile))
      #expect(access(file.removingLastComponent().string, F_OK) != 0)
    }
  }

  @Test func `a failure of perf is reported with the first line of its errors that says something`()
    async throws
  {
    let perf = try FakePerf(record: "printf 'Error:\\nNo permission.\\nMore.\\n' >&2; exit 255")
    await #expect(throws: SamplingError.perfFailed(step: "record", reason: "No permission.")) {
      try await perf.sampler.onCPU(request: request)
    }
    let late = try FakePerf(record: done, script: "echo 'no such file' >&2; exit 1")
    await #expect(throws: SamplingError.perfFailed(step: "script", reason: "no such file")) {
      try await late.sampler.onCPU(request: request)
    }
  }

  @Test func `a worker's refusal is reported as the worker's failure, not as perf's`() async throws
  {
    let perf = try FakePerf(record: refused)
    await #expect(throws: SamplingError.workerFailed(reason: "there is no such case")) {
      try await perf.sampler.onCPU(request: request)
    }
  }

  @Test func `a recording without a sample is an error`() async throws {
    let perf = try FakePerf(record: done, script: "true")
    await #expect(throws: SamplingError.noSamples) {
      try await perf.sampler.onCPU(request: request)
    }
  }

  @Test func `a perf that is no program is an error of perf`() async throws {
    let sampler = StackSampler(perf: PerfProgram(path: "/dev/null"), executable: "/bin/bench")
    await #expect(throws: SamplingError.self) { try await sampler.onCPU(request: request) }
  }

  @Test func `a perf that does not end is killed with all processes that it started`() async throws
  {
    // The shell's child holds the output open, so the call can't end while the child lives.
    let perf = try FakePerf(record: "sleep 1000 & wait")
    let call = PerfCall(
      perf: perf.program, arguments: ["record", "-o", "/dev/null"], deadlineSeconds: 0)
    await #expect(throws: SamplingError.timedOut(step: "record", seconds: 0)) {
      try await call.run()
    }
  }

  @Test func `a cancelled task kills perf and what it started`() async throws {
    let perf = try FakePerf(
      record: "exec 3> $(dirname $0)/pipe; sleep 1000 & echo ready >&3; wait")
    let pipe = "\(perf.tree.root)/pipe"
    try #require(mkfifo(pipe, 0o600) == 0)
    let sampler = perf.sampler
    let task = Task { try await sampler.onCPU(request: request) }
    let end = try await blocking { try FileDescriptor.open(FilePath(pipe), .readOnly) }
    defer { try? end.close() }
    #expect(try await blocking { try read(end) } == "ready\n")
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    // The read meets the pipe's end after perf and its child are both dead.
    #expect(try await blocking { try read(end) } == "")
  }

  @Test func `a request gets as many trials as fill the time, at least one, and no warm-up`() {
    var request = request
    request.sampling = Sampling(warmups: 2, trials: 3, trialNanoseconds: 50_000_000)
    #expect(request.lasting(nanoseconds: 1_200_000_000).sampling.trials == 24)
    #expect(request.lasting(nanoseconds: 1).sampling.trials == 1)
    #expect(request.lasting(nanoseconds: 1).sampling.warmups == 0)
    request.sampling.trialNanoseconds = 0
    #expect(request.lasting(nanoseconds: 5).sampling.trials == 5)
  }

  @Test func `errors name the remedy`() {
    #expect("\(SamplingError.notInstalled)".contains("apt-get install linux-perf"))
    #expect(
      "\(SamplingError.cannotWrite(.noTemporaryFolder("/x", .permissionDenied)))".contains("TMPDIR")
    )
  }
}

/// Runs `body` on a new thread: on a machine with one core, it would block the task pool's only
/// thread.
private func blocking<Value: Sendable>(
  _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
  }
}

private func read(_ end: FileDescriptor) throws -> String {
  var bytes = [UInt8](repeating: 0, count: 16)
  let count = try bytes.withUnsafeMutableBytes { try end.read(into: $0) }
  return String(decoding: bytes.prefix(count), as: UTF8.self)
}
