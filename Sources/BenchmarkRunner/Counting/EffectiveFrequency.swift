package import BenchmarkModel

/// The real clock rate of CPUs.
///
/// The best rate is the count of the event `msr/aperf/`, a process's own cycles, divided by the
/// process's CPU time. The second best is cpufreq's last measurement, which is the rate of one
/// moment.
package enum EffectiveFrequency: Equatable, Sendable {
  /// The rate by events that count cycles at the real and at the nominal rate; the names are for
  /// the event encoder.
  case countedBy(events: [String])
  /// The rates by cpufreq, in kHz, in the order of the CPUs.
  case reported(kilohertz: [Int])
  /// No rate, for the given reason.
  case unavailable(reason: String)

  /// The event that counts the cycles that a CPU really ran.
  static let actualCycles = "msr/aperf/"

  /// Finds the machine's best source of the clock rate of these CPUs.
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
