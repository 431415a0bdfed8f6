import BenchmarkModel
import Glibc

/// The number of CPUs that the machine has online.
let onlineCPUCount = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))

/// The limits of an answer that a worker can have measured: the time of its launch and the
/// machine's CPUs.
struct AnswerBounds {
  /// The number of CPUs that the machine has online.
  let onlineCPUs: Int
  /// The time from the request to the worker's end by the launcher's clock, in ns.
  let launchNanoseconds: UInt64
}

extension LaunchRecord {
  /// The reason why no worker can have measured this record; nil for a possible record.
  ///
  /// The wall clock is no bound, because it may be set while a worker measures. The number of
  /// requested operations is no bound, because parallel loops do whole rounds: up to five times
  /// that number.
  func defect(of planned: PlannedCase, within bounds: AnswerBounds) -> String? {
    // A recorded answer that lacks trials would later count as cut short by a kill.
    guard trials.count == planned.sampling.trials else {
      return "the number of trials is \(trials.count), not \(planned.sampling.trials)"
    }
    for (number, trial) in trials.enumerated() where trial.trial != number {
      return "trial \(trial.trial) is in the place of trial \(number)"
    }
    for (number, thread) in threads.enumerated() where thread.thread != number {
      return "thread \(thread.thread) is in the place of thread \(number)"
    }
    for observation in observations where !trials.indices.contains(observation.trial) {
      let name = observation.name.prefix(60)
      return "it has an observation '\(name)' of trial \(observation.trial), but only "
        + "\(trials.count) trials"
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
      return "its trials took \(elapsed) ns together, longer than its launch, which took "
        + "\(bounds.launchNanoseconds) ns"
    }
    return nil
  }
}
