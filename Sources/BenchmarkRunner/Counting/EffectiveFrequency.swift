package import BenchmarkModel

/// The real clock rate of CPUs.
///
/// Best from the events `msr/aperf/` and `msr/mperf/`, which count a process's own cycles; else from what
/// cpufreq last measured, which is a moment's figure.
package enum EffectiveFrequency: Equatable, Sendable {
  /// By aperf over mperf: names for the event encoder.
  case countedBy(events: [String])
  /// By cpufreq, in kHz, in the order of the CPUs.
  case reported(kilohertz: [Int])
  /// Not to be had, and why.
  case unavailable(reason: String)

  /// The event that counts the cycles that CPUs really made.
  static let actualCycles = "msr/aperf/"

  /// Finds the best way that the machine offers for these CPUs.
  package static func probe(cpus: [Int], tree: SystemTree = SystemTree()) -> EffectiveFrequency {
    let events = "/sys/bus/event_source/devices/msr/events"
    if ["aperf", "mperf"].allSatisfy({ tree.exists("\(events)/\($0)") }) {
      return .countedBy(events: [actualCycles, "msr/mperf/"])
    }
    return reported(cpus: cpus, tree: tree)
  }

  /// The clock rates of these CPUs now, according to cpufreq.
  package static func reported(cpus: [Int], tree: SystemTree = SystemTree()) -> EffectiveFrequency {
    let rates = cpus.compactMap { cpu in
      tree.integer("/sys/devices/system/cpu/cpu\(cpu)/cpufreq/scaling_cur_freq")
    }
    guard !rates.isEmpty, rates.count == cpus.count else {
      return .unavailable(
        reason: rates.isEmpty
          ? "the kernel has neither aperf and mperf nor cpufreq here, as in most virtual machines"
          : "cpufreq reports only \(rates.count) of \(cpus.count) CPUs")
    }
    return .reported(kilohertz: rates)
  }
}
