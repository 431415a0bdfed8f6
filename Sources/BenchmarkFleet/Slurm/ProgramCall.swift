import BenchmarkRunner
import Subprocess
import SystemPackage

package struct ProgramAnswer: Equatable, Sendable {
  /// Whether the exit status was 0.
  package var isSuccess = true
  /// The standard output.
  package var output = ""
  /// The standard error.
  package var error = ""
}

/// Calls a program with arguments, and waits for its end.
package typealias ProgramCalling =
  @Sendable (_ name: String, _ arguments: [String])
  async throws(SchedulerError) -> ProgramAnswer

/// A caller of programs on `PATH`, each with a deadline.
struct ProgramCall: Sendable {
  let deadlineSeconds: Int

  private static let outputLimit = 64 << 20

  func callAsFunction(
    _ name: String, _ arguments: [String]
  ) async throws(SchedulerError) -> ProgramAnswer {
    do {
      return try await withThrowingTaskGroup(of: ProgramAnswer?.self) { group in
        group.addTask { try await launch(name, arguments) }
        group.addTask {
          try await Task.sleep(nanoseconds: UInt64(deadlineSeconds) * 1_000_000_000)
          return nil
        }
        defer { group.cancelAll() }
        guard let answer = try await group.next() ?? nil else {
          throw SchedulerError.noAnswer(name, seconds: deadlineSeconds)
        }
        return answer
      }
    } catch let error as SchedulerError {
      throw error
    } catch is CancellationError {
      throw .interrupted
    } catch {
      if Task.isCancelled { throw .interrupted }
      throw .refused(name, reason: "\(error)")
    }
  }

  private func launch(
    _ name: String, _ arguments: [String]
  ) async throws -> ProgramAnswer {
    var options = PlatformOptions()
    // The program has its own process group, so that Ctrl-C reaches the tool and not the program.
    options.processGroupID = 0
    do {
      let process = try await FinishedProcess.running(
        .name(name), Arguments(arguments), environment: .inherit.updating(Self.environment),
        options: options, outputLimit: Self.outputLimit, errorLimit: Self.outputLimit)
      return ProgramAnswer(
        isSuccess: process.isSuccess, output: process.outputText, error: process.error)
    } catch let error as SubprocessError where error.code == .executableNotFound {
      throw SchedulerError.missing(name)
    }
  }

  /// The changes to the environment: a user's own format, filter or time format would change the
  /// programs' output.
  private static let environment: [Environment.Key: String?] = [
    "LC_ALL": "C.UTF-8", "SLURM_TIME_FORMAT": nil, "SQUEUE_FORMAT": nil, "SQUEUE_FORMAT2": nil,
    "SQUEUE_STATES": nil, "SQUEUE_PARTITION": nil, "SQUEUE_USERS": nil, "SQUEUE_NAMES": nil,
    "SINFO_FORMAT": nil, "SINFO_PARTITION": nil, "SCANCEL_STATE": nil, "SCANCEL_NAME": nil,
    "SCANCEL_INTERACTIVE": nil, "SBATCH_ARRAY_INX": nil, "SBATCH_WAIT": nil,
  ]
}
