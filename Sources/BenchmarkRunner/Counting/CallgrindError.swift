/// The reason why instructions could not be counted.
package enum CallgrindError: Error, Equatable, CustomStringConvertible {
  /// There is no valgrind.
  case notInstalled
  /// The case's trials end by the clock, which means nothing under callgrind.
  case endsByTheClock
  /// A file in the temporary folder, or the executable, can't be used, for the given reason.
  case cannotPrepare(String)
  /// The folder for temporary files can't be used.
  case noPlace(String)
  /// The worker gave no answer, or an answer of another kind, for the given reason.
  case workerFailed(String)
  /// A trial failed its check, for the given reason.
  case checkFailed(String)
  /// The number of times that the measured function ran differs from the number of trials.
  case kernelNotCounted(kernel: String, runs: Int, trials: Int)
  /// A dump has another format, or counts other events.
  case malformedDump(String)

  /// One line: error and remedy.
  package var description: String {
    switch self {
    case .notInstalled:
      "valgrind is not installed, or not on PATH; `apt-get install valgrind` brings it"
    case .endsByTheClock:
      "a case runs twenty times slower under callgrind: only cases with a fixed count of operations are counted"
    case .cannotPrepare(let detail):
      "callgrind can't be prepared: \(detail)"
    case .noPlace(let detail):
      "callgrind has no place for its files: \(detail); set TMPDIR to a folder that can be written to"
    case .workerFailed(let reason):
      "under callgrind the worker failed: \(reason); see whether `valgrind --tool=none TOOL list` works"
    case .checkFailed(let reason): "under callgrind the trial failed its check: \(reason)"
    case .kernelNotCounted(let kernel, 0, _):
      "callgrind saw no function '\(kernel)'; build with symbols, and keep the loop out of line"
    case .kernelNotCounted(let kernel, let runs, let trials):
      "callgrind saw '\(kernel)' end \(runs) times in \(trials) trials; name the one function that a trial runs once"
    case .malformedDump(let detail):
      "callgrind's output can't be read: \(detail); use valgrind 3.19 or newer"
    }
  }
}
