import BenchmarkModel
import Glibc

/// The number of CPUs that the machine has online.
let onlineCPUCount = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))

/// The limits of an honest answer: nothing took longer than its launch, or used more CPUs than there are.
struct AnswerBounds {
  /// The number of CPUs that the machine has online.
  let onlineCPUs: Int
  /// The time from the request to the worker's end by the launcher's clock, in ns.
  let launchNanoseconds: UInt64
}

extension LaunchRecord {
  /// The reason why no worker can have measured this; nil for a possible record.
  ///
  /// Neither the wall clock nor the requested operations bound it: the first may be set while a worker measures, and
  /// parallel loops do whole rounds, up to five times the requested operations.
  func defect(of planned: PlannedCase, within bounds: AnswerBounds) -> String? {
    // Reading takes a record without all of its trials for one that a kill cut short.
    guard trials.count == planned.sampling.trials else {
      return "it answered \(trials.count) trials, not \(planned.sampling.trials)"
    }
    for (number, trial) in trials.enumerated() where trial.trial != number {
      return "trial \(trial.trial) is in the place of trial \(number)"
    }
    for (number, thread) in threads.enumerated() where thread.thread != number {
      return "thread \(thread.thread) is in the place of thread \(number)"
    }
    for observation in observations where !trials.indices.contains(observation.trial) {
      return "it saw '\(observation.name.prefix(60))' in trial \(observation.trial), "
        + "and has \(trials.count) trials"
    }
    var seen = LaunchRecord()
    for observation in observations {
      seen.observations.append(observation)
      if let defect = seen.defectOfLastObservation() { return defect }
    }
    if let defect = defectOfLatencies { return defect }
    for trial in trials {
      if let defect = planned.defect(of: trial, cpus: bounds.onlineCPUs) { return defect }
    }
    let elapsed = trials.reduce(UInt64(0)) { $0.plus($1.elapsedNanoseconds) }
    guard elapsed <= bounds.launchNanoseconds else {
      return "its trials took \(elapsed) ns together, and its launch \(bounds.launchNanoseconds) ns"
    }
    return nil
  }
}
