import BenchmarkRunner
import FoundationEssentials
import Subprocess
import SystemPackage

/// The command that starts perf.
struct PerfProgram: Sendable {
  let path: FilePath
  var leading: [String] = []
}

/// A call of perf with a deadline.
struct PerfCall: Sendable {
  /// The program, and what comes before perf's own arguments if another program starts perf.
  let perf: PerfProgram
  let arguments: [String]
  var input = Data()
  let deadlineSeconds: Int

  private var step: String { arguments.first ?? "" }
  private static let outputLimit = 512 << 20
  private static let errorLimit = 4 << 20

  /// Runs the call; the deadline and a cancelled task kill perf and the worker that perf started.
  func run() async throws -> FinishedProcess {
    try await withThrowingTaskGroup(of: FinishedProcess?.self) { group in
      group.addTask { try await launch() }
      group.addTask {
        try await Task.sleep(nanoseconds: UInt64(deadlineSeconds) * 1_000_000_000)
        return nil
      }
      defer { group.cancelAll() }
      guard let answer = try await group.next() ?? nil else {
        // Cancelling the launch kills perf's process group. This task group waits for that, so the
        // caller removes perf's temporary folder only afterwards.
        throw SamplingError.timedOut(step: step, seconds: deadlineSeconds)
      }
      return answer
    }
  }

  private func launch() async throws -> FinishedProcess {
    var options = PlatformOptions()
    // perf gets a process group of its own, which is killed as a whole, because perf forks the
    // worker.
    options.processGroupID = 0
    options.teardownSequence = [
      .send(signal: .kill, toProcessGroup: true, allowedDurationToNextStep: .milliseconds(10))
    ]
    do {
      return try await FinishedProcess.running(
        .path(perf.path), Arguments(perf.leading + arguments),
        environment: .inherit.updating(Self.environment), options: options, input: input,
        outputLimit: Self.outputLimit, errorLimit: Self.errorLimit)
    } catch {
      try Task.checkCancellation()
      throw SamplingError.perfFailed(step: step, reason: "\(error)")
    }
  }

  /// The variables that perf, and the worker under it, get instead of the user's.
  ///
  /// A decimal comma, the user's settings of perf, or a server of debug files would change perf's
  /// output or its duration; so would the backtrace of a worker that crashes.
  private static let environment: [Environment.Key: String?] = [
    "LC_ALL": "C.UTF-8", "PERF_CONFIG": "/dev/null", "DEBUGINFOD_URLS": "",
    "SWIFT_BACKTRACE": "enable=no",
  ]
}

extension FinishedProcess {
  /// The first line of perf's standard error that says something: perf begins some complaints with
  /// a line that is only `Error:` or `WARNING:`.
  var complaint: String {
    let lines = error.split(whereSeparator: \.isNewline).map {
      $0.drop { $0 == " " || $0 == "\t" }
    }
    let line = lines.first { !$0.isEmpty && $0 != "Error:" && $0 != "WARNING:" }
    return line.map { String($0.prefix(300)) } ?? "it did not say why"
  }
}
