import BenchmarkRunner

/// The reasons why no stacks were sampled.
enum SamplingError: Error, Equatable, CustomStringConvertible {
  /// There is no perf on `PATH`.
  case notInstalled
  /// The kernel does not let this user see context switches.
  case notPermitted(reason: String)
  /// perf failed or did not start; the reason is perf's own words, or the error of the start.
  case perfFailed(step: String, reason: String)
  /// The worker under perf did not measure, or its executable is not known.
  case workerFailed(reason: String)
  /// perf did not end in time.
  case timedOut(step: String, seconds: Int)
  /// perf succeeded, but recorded no stack.
  case noSamples
  /// perf succeeded, but recorded no time off the CPU.
  case neverOffCPU
  /// The temporary folder can't be made.
  case cannotWrite(RunFolderError)

  var description: String {
    switch self {
    case .notInstalled:
      "perf samples the stacks and is not installed: apt-get install linux-perf "
        + "(Ubuntu: linux-tools-generic)"
    case .notPermitted(let reason): "no stacks of sleeping threads: \(reason)"
    case .perfFailed(let step, let reason): "perf \(step) failed: \(reason)"
    case .workerFailed(let reason): "the worker under perf did not measure: \(reason)"
    case .timedOut(let step, let seconds): "perf \(step) did not end within \(seconds) s"
    case .noSamples:
      "perf recorded no stack of a measured thread: the case sleeps all the time, or is too short"
    case .neverOffCPU:
      "perf recorded no stack off the CPU: the case never sleeps, or is too short"
    case .cannotWrite(let error): error.description
    }
  }
}
