package import BenchmarkModel
import FoundationEssentials
import Glibc
import Subprocess
import SystemPackage

/// A launcher that starts an executable as a worker.
package struct SubprocessLauncher: WorkerLaunching {
  private let executable: WorkerExecutable
  private let leadingArguments: [String]
  private let environment: [String: String]
  private static let outputLimit = 8 << 20
  private static let errorLimit = 1 << 20

  /// Makes a launcher of an executable's workers.
  package init(_ executable: WorkerExecutable) {
    self.init(executable, leadingArguments: [])
  }

  /// Makes a launcher of a tool that runs the worker named by the leading arguments.
  ///
  /// - Parameter environment: Variables that are added to this process's environment.
  init(
    _ executable: WorkerExecutable, leadingArguments: [String] = [],
    environment: [String: String] = [:]
  ) {
    self.executable = executable
    self.leadingArguments = leadingArguments
    self.environment = environment
  }

  private enum Event: Sendable {
    case ended(WorkerOutcome)
    case deadline
  }

  /// Starts a worker and waits for its end or the deadline.
  package func launch(
    _ request: WorkerRequest, deadlineNanoseconds: UInt64
  ) async -> WorkerOutcome {
    var words = ["worker"]
    if case .process(let cpus) = request.placement, !cpus.isEmpty {
      words += ["--cpus", cpus.map(String.init).joined(separator: ",")]
    }
    return await ended(within: deadlineNanoseconds) { [words] in
      await run(words, variables(for: request)) { try JSONEncoder().encode(request) }
    }
  }

  /// Starts the executable with `word` as its argument, without input, and waits for its end or the
  /// deadline.
  package func answer(to word: String, deadlineNanoseconds: UInt64) async -> WorkerOutcome {
    await ended(within: deadlineNanoseconds) { await run([word], Self.quiet) { Data() } }
  }

  private func ended(
    within deadlineNanoseconds: UInt64, _ run: @escaping @Sendable () async -> WorkerOutcome
  ) async -> WorkerOutcome {
    await withTaskGroup(of: Event.self) { group in
      group.addTask { .ended(await run()) }
      group.addTask {
        try? await Task.sleep(nanoseconds: deadlineNanoseconds)
        return .deadline
      }
      var isLate = false
      while let event = await group.next() {
        switch event {
        case .ended(let outcome):
          group.cancelAll()
          return isLate ? .timedOut : outcome
        case .deadline:
          isLate = !Task.isCancelled
          // Cancelling the group kills the worker, whose end is then awaited above.
          group.cancelAll()
        }
      }
      return .timedOut
    }
  }

  private func run(
    _ words: [String], _ variables: [Environment.Key: String], input: () throws -> Data
  ) async -> WorkerOutcome {
    let arguments = leadingArguments + words
    // In a process group of its own, the worker gets no Ctrl-C: the orchestrator ends it, with the
    // processes that the worker has started.
    var options = PlatformOptions()
    options.processGroupID = 0
    options.teardownSequence = [
      .send(signal: .kill, toProcessGroup: true, allowedDurationToNextStep: .zero)
    ]
    do {
      let worker = try await FinishedProcess.running(
        .path(executable.launchPath),
        leadingArguments.isEmpty
          ? Arguments(executablePathOverride: "syncbench", remainingValues: arguments)
          : Arguments(arguments),
        environment: .inherit.updating(variables), options: options, input: input(),
        outputLimit: Self.outputLimit, errorLimit: Self.errorLimit)
      kill(-worker.id.value, SIGKILL)
      switch worker.status {
      case .exited(let status):
        return .exited(status: Int(status), output: worker.outputText, error: worker.error)
      case .signaled(let signal):
        return .signalled(signal: Int(signal), error: worker.error)
      }
    } catch let error as SubprocessError where Self.isAboutOutput(error.code) {
      return .unreadable(reason: "\(error)")
    } catch {
      return .notLaunched(reason: "\(error)")
    }
  }

  /// The variables that are added to the worker's environment.
  private func variables(for request: WorkerRequest) -> [Environment.Key: String] {
    var variables = Self.quiet
    if request.counting?.pass == .allocations, let library = allocationLibrary {
      let present = getenv("LD_PRELOAD").map { String(cString: $0) }
      variables["LD_PRELOAD"] = AllocationLibrary.preload(library, before: present)
    }
    for (name, value) in environment { variables[Environment.Key(stringLiteral: name)] = value }
    return variables
  }

  /// A backtrace of a crashed worker takes seconds and is of no use.
  private static let quiet: [Environment.Key: String] = ["SWIFT_BACKTRACE": "enable=no"]

  /// The library that counts allocations: beside the executable, or else beside this tool.
  private var allocationLibrary: FilePath? {
    [executable, .running].lazy.compactMap(\.path).compactMap {
      try? AllocationLibrary.path(beside: $0)
    }.first
  }

  private static func isAboutOutput(_ code: SubprocessError.Code) -> Bool {
    code == .outputLimitExceeded || code == .failedToReadFromSubprocess
  }
}
