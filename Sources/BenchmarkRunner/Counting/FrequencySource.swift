import BenchmarkModel
import CSyncShims
import PerfEvents

/// The real clock rate of the CPUs during the trials, in kHz.
///
/// The rate is never divided by the number of operations. The best source is aperf: the cycles
/// while the process had a CPU, divided by its CPU time. The second best is cpufreq at the end of
/// each trial, averaged over the case's CPUs and the trials.
final class FrequencySource: CountingSource {
  private let cpus: [Int]
  private let tree: SystemTree
  private let perf: (any CountingSource)?
  private var sum = 0.0
  private var readings = 0
  private var reason: String?

  /// Makes a source for a case's CPUs.
  ///
  /// - Parameter perf: The counter of the process's aperf and task-clock, if they are planned.
  init(cpus: [Int], counting perf: (any CountingSource)? = nil, tree: SystemTree = SystemTree()) {
    self.cpus = cpus
    self.perf = perf
    self.tree = tree
  }

  func begin() {}

  func end() {
    switch EffectiveFrequency.reported(cpus: cpus, tree: tree) {
    case .reported(let rates):
      sum += Double(rates.reduce(0, +)) / Double(rates.count)
      readings += 1
    case .unavailable(let reason): self.reason = reason
    case .countedBy: break
    }
  }

  func results() -> [EventResult] {
    if let counted { return [counted] }
    if let reason { return [.unavailable(CounterRow.frequencyEvent, reason)] }
    guard readings > 0 else { return [.unavailable(CounterRow.frequencyEvent, "no trial ended")] }
    return [
      EventResult(
        event: CounterRow.frequencyEvent, status: .counted, value: sum / Double(readings),
        reason: "by cpufreq, as each trial ended")
    ]
  }

  /// The rate by aperf, which does not count while the CPU is idle; nil if aperf or task-clock was
  /// not counted.
  private var counted: EventResult? {
    let results = perf?.results() ?? []
    let cycles = results.first { $0.event == EffectiveFrequency.actualCycles }
    let clock = results.first { $0.event == "task-clock" }
    guard let cycles, let clock, let count = cycles.value, let nanoseconds = clock.value,
      nanoseconds > 0
    else { return nil }
    let isScaled = cycles.status == .scaled || clock.status == .scaled
    return EventResult(
      event: CounterRow.frequencyEvent, status: isScaled ? .scaled : .counted,
      value: count / nanoseconds * 1e6,
      reason: "aperf divided by the process's CPU time")
  }
}

extension Placement {
  /// The CPUs that a case may run on; this process's CPUs for an unbound case.
  var measuredCPUs: [Int] {
    if !cpus.isEmpty { return Array(Set(cpus)).sorted() }
    var allowed = [Int32](repeating: 0, count: 65536)
    let count = sync_affinity_get(&allowed, allowed.count)
    return allowed.prefix(max(0, Int(count))).map(Int.init)
  }
}
