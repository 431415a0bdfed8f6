import BenchmarkModel

/// The reason why a worker can't fulfil its request.
package enum WorkerError: Error, Equatable, CustomStringConvertible {
  /// The request is no JSON object of the protocol, or lacks a part that its task needs.
  case malformedRequest(String)
  /// The request is of another version of the protocol.
  case otherProtocol(Int)
  /// This executable has no such case.
  case unknownCase(String)
  /// The system gave no more threads.
  case cannotStartThread(Int, of: Int)
  /// The worker's nice value is not the run's, and the worker may not change it.
  case cannotSetNice(Int32)
  /// A measured thread could not be bound to the CPU that the plan gives it.
  case cpuNotAllowed(Int)
  /// The machine makes the case impossible, as the case's program reports.
  case refused(String)
  /// Perf descriptors are open although time is to be measured, and would slow every switch.
  case countersOpen(Int)
  /// The executable is a debug build, which would measure its own checks.
  case debugBuild

  /// One line: error and remedy.
  package var description: String {
    switch self {
    case .malformedRequest(let detail):
      "the worker's standard input has no usable request (\(detail)); `syncbench run` starts workers"
    case .otherProtocol(let version):
      "the request speaks worker protocol \(version), this executable speaks \(workerProtocolVersion); use executables of one version"
    case .unknownCase(let detail): detail
    case .cannotStartThread(let index, let count):
      "the system refused thread \(index + 1) of \(count); raise `ulimit -u` or ask for fewer threads"
    case .cannotSetNice(let nice):
      "the worker may not set its nice value to the run's, \(nice); raise `ulimit -e`, or start the run at a higher nice value"
    case .cpuNotAllowed(let cpu):
      "CPU \(cpu) of the plan is offline, or this process may not use it; see `taskset -p $$`, or measure anew"
    case .refused(let reason): reason
    case .countersOpen(let count):
      "the worker was started with \(count) perf descriptors open, which slow what is timed; start it without them"
    case .debugBuild:
      "this is a debug build, which would measure its own checks; build with `swift build -c release`"
    }
  }
}
