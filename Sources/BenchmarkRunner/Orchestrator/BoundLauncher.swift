import BenchmarkModel
import CSyncShims
import FoundationEssentials
import Glibc
import SystemPackage

/// A launcher of workers under a tool; the kernel kills the workers whenever this process ends.
///
/// A worker ends by itself when its orchestrator has ended. Under a tool such as valgrind, the
/// worker needs seconds to start before it can notice that end.
struct BoundLauncher: WorkerLaunching {
  let executable: FilePath
  let arguments: [String]
  /// The variables that replace this process's variables of the same names.
  let environment: [String: String]

  /// Starts a worker and waits for its end or the deadline.
  func launch(_ request: WorkerRequest, deadlineNanoseconds: UInt64) async -> WorkerOutcome {
    do throws(Errno) {
      let cancellation = try Pipe()
      return await withTaskCancellationHandler {
        // The forking thread waits, because the kernel kills the worker at that thread's end.
        await onThread { run(request, until: cancellation, deadlineNanoseconds) }
          ?? .notLaunched(reason: "no thread can be started")
      } onCancel: {
        _ = sync_byte_write(cancellation.writing)
      }
    } catch {
      return .notLaunched(reason: "\(error)")
    }
  }

  private func run(
    _ request: WorkerRequest, until cancellation: Pipe, _ deadlineNanoseconds: UInt64
  ) -> WorkerOutcome {
    do {
      let (output, error) = try (Pipe(), Pipe())
      let input = try MemoryFile.holding(JSONEncoder().encode(request))
      let process = withCStrings([executable.string] + arguments) { words in
        withCStrings(ServerProcess.environment(replacing: environment)) { variables in
          sync_start_bound(
            executable.string, words, variables, [input.rawValue, output.writing, error.writing])
        }
      }
      try input.close()
      output.closeWriting()
      error.closeWriting()
      guard process > 0 else { throw Errno(rawValue: -process) }
      let reply = ForkedWorker(
        process: process, output: output.reading, error: error.reading,
        cancellation: cancellation.reading, deadlineNanoseconds: deadlineNanoseconds
      ).reply()
      return WorkerOutcome(reply) ?? .timedOut
    } catch {
      return .notLaunched(reason: "\(error)")
    }
  }
}
