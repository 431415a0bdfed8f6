/// A property of the machine that will disturb a measurement, or a fact that is missing.
package enum Disturbance: Codable, Sendable, Equatable {
  /// The program was built without optimisation.
  case debugBuild
  /// Threads have one CPU, so contended cases can't contend.
  case singleCPU
  /// Threads have several CPUs, all of one core.
  case singleCore(cpus: Int)
  /// Some CPUs have a frequency governor other than `performance`.
  case frequencyGovernor(String, cpus: CPUList)
  /// Cores may exceed their base clock while they stay cool.
  case turbo(control: MachineEnvironment.TurboControl)
  /// Two or more threads share each core.
  case multithreading(threadsPerCore: Int)
  /// Some cores are stronger than others.
  case mixedCores(strongest: CPUList, others: CPUList)
  /// The kernel runs as a guest.
  case virtualized(hypervisor: String?)
  /// The hypervisor gave a share of this machine's CPU time to other guests; the share is 0 to 1.
  case stolenTime(share: Double)
  /// A control group allows less CPU time than the CPUs could give.
  case quota(cpus: Double, available: Int)
  /// This process may use fewer CPUs than are online.
  case narrowedCPUs(allowed: CPUList, online: Int)
  /// CPUs are present but switched off.
  case offlineCPUs(CPUList)
  /// Other tasks run: the one-minute load average.
  case loadAverage(Double, cpus: Int)
  /// Some task waited for a CPU during `percent` % of the last 10 seconds.
  case pressure(percent: Double)
  /// The kernel reads time from a slow or coarse clock; `better` is a clock that the kernel could
  /// choose.
  case clockSource(String, better: String?)
  /// Address spaces aren't fully randomised: every launch measures the same layout, or a layout
  /// with the heap in the same place, which may be a lucky one.
  case addressRandomization(RandomizationLack)
  /// The kernel may back any memory with huge pages.
  case hugePagesAlways
  /// All perf events, or only the kernel's, are closed to this process.
  case perfEventParanoid(level: Int)
  /// Threads of high QoS classes will keep the default priority, without an error.
  case cannotRaisePriority
  /// The machine doesn't report something that matters.
  case notReported(UnreportedFact)

  /// The reason why address spaces aren't fully randomised.
  package enum RandomizationLack: String, Codable, Sendable {
    /// The kernel's setting is 0.
    case kernelOff
    /// The kernel's setting is 1: the heap is not moved.
    case heapFixed
    /// This process was started with randomisation off.
    case processOff
  }

  /// A fact that matters and that some machines do not report.
  package enum UnreportedFact: String, Codable, Sendable {
    /// Clock rates and their governor.
    case frequency
    /// The CPUs that share a core.
    case cores
    /// The CPU quota of the control group.
    case quota
    /// The load average.
    case load
    /// CPU pressure (PSI).
    case pressure
    case clockSource
  }

  /// The importance of a disturbance.
  package enum Severity: String, Codable, Sendable {
    /// Worth knowing when results are read.
    case note
    /// Likely to change results, so better removed before a run.
    case warning
  }
}

extension Disturbance {
  /// The importance of the disturbance.
  package var severity: Severity {
    switch self {
    case .debugBuild, .singleCPU, .frequencyGovernor, .turbo, .quota, .loadAverage,
      .addressRandomization:
      .warning
    // Most guests lose some time at boot; half a percent of the time since boot is a sign of
    // contention.
    case .stolenTime(let share): share >= 0.005 ? .warning : .note
    case .pressure(let percent): percent >= 10 ? .warning : .note
    // Level 3 closes all perf events to unprivileged users, level 2 only the kernel's events.
    case .perfEventParanoid(let level): level > 2 ? .warning : .note
    // These clocks of guests are read without a system call, like tsc.
    case .clockSource(let name, _):
      ["kvm-clock", "hyperv_clocksource_tsc_page"].contains(name) ? .note : .warning
    case .singleCore, .mixedCores, .narrowedCPUs: .warning
    case .multithreading, .virtualized, .offlineCPUs, .hugePagesAlways, .cannotRaisePriority,
      .notReported:
      .note
    }
  }
}

extension Disturbance {
  /// Whether the disturbance was read once, before the run, and may change during the run; the
  /// witness of each trial tells whether the disturbance mattered.
  package var isMomentary: Bool {
    switch self {
    case .loadAverage, .pressure, .stolenTime: true
    default: false
    }
  }
}

// MARK: - Finding

/// The disturbances of measurements on a machine, the warnings first.
package func disturbances(of machine: MachineEnvironment) -> [Disturbance] {
  let all =
    buildDisturbances(machine) + cpuDisturbances(machine) + clockRateDisturbances(machine)
    + neighbourDisturbances(machine) + kernelDisturbances(machine)
  return all.filter { $0.severity == .warning } + all.filter { $0.severity == .note }
}

private func buildDisturbances(_ machine: MachineEnvironment) -> [Disturbance] {
  machine.software.buildMode == .debug ? [.debugBuild] : []
}

private func cpuDisturbances(_ machine: MachineEnvironment) -> [Disturbance] {
  var found: [Disturbance] = []
  let topology = machine.topology
  let usable = machine.usableCPUs
  let online = topology.online

  if usable.count == 1 {
    found.append(.singleCPU)
  } else if usable.count > 1, topology.physicalCoreCount(allowed: usable.cpus) == 1 {
    found.append(.singleCore(cpus: usable.count))
  }
  if !online.isEmpty, usable.count < online.count {
    found.append(.narrowedCPUs(allowed: usable, online: online.count))
  }
  switch machine.cgroup.quota {
  case .limited(let cpus) where cpus < Double(usable.count):
    found.append(.quota(cpus: cpus, available: usable.count))
  case .notReported:
    found.append(.notReported(.quota))
  case .limited, .unlimited:
    break
  }
  if let threads = topology.threadsPerCore, threads > 1 {
    found.append(.multithreading(threadsPerCore: threads))
  }
  if topology.hasMixedCores {
    let strongest = topology.strongestCPUs
    found.append(.mixedCores(strongest: strongest, others: online.subtracting(strongest)))
  }
  if !topology.offline.isEmpty { found.append(.offlineCPUs(topology.offline)) }
  if topology.cpus.allSatisfy({ $0.core == nil }) { found.append(.notReported(.cores)) }
  return found
}

private func clockRateDisturbances(_ machine: MachineEnvironment) -> [Disturbance] {
  let frequency = machine.frequency
  guard !frequency.groups.isEmpty else { return [.notReported(.frequency)] }
  var cpusByGovernor: [String: [Int]] = [:]
  for group in frequency.groups {
    guard let governor = group.governor, governor != "performance" else { continue }
    cpusByGovernor[governor, default: []] += group.cpus.cpus
  }
  var found = cpusByGovernor.sorted { $0.key < $1.key }
    .map { Disturbance.frequencyGovernor($0.key, cpus: CPUList($0.value)) }
  if let turbo = frequency.turbo, turbo.isOn { found.append(.turbo(control: turbo.control)) }
  return found
}

private func neighbourDisturbances(_ machine: MachineEnvironment) -> [Disturbance] {
  var found: [Disturbance] = []
  if machine.virtualization.isGuest == true {
    found.append(.virtualized(hypervisor: machine.virtualization.hypervisor))
  }
  if let share = machine.load.ticks?.stolenShare, share > 0 {
    found.append(.stolenTime(share: share))
  }
  if let average = machine.load.average {
    // On a large machine, a load on a tenth of the CPUs is enough to hit a measuring thread. On a
    // small machine, the start of the benchmark itself adds a few tenths to the load average.
    let cpus = max(machine.topology.online.count, 1)
    if average.oneMinute > max(0.5, Double(cpus) / 10) {
      found.append(.loadAverage(average.oneMinute, cpus: cpus))
    }
  } else {
    found.append(.notReported(.load))
  }
  if let pressure = machine.load.pressure {
    if pressure.someOver10Seconds >= 1 {
      found.append(.pressure(percent: pressure.someOver10Seconds))
    }
  } else {
    found.append(.notReported(.pressure))
  }
  return found
}

private func kernelDisturbances(_ machine: MachineEnvironment) -> [Disturbance] {
  var found: [Disturbance] = []
  let kernel = machine.kernel
  if let source = kernel.clockSource {
    let counters = ["tsc", "arch_sys_counter"]
    if !counters.contains(source) {
      let better = counters.first(where: kernel.availableClockSources.contains)
      found.append(.clockSource(source, better: better))
    }
  } else {
    found.append(.notReported(.clockSource))
  }
  if kernel.processDisablesRandomization == true {
    found.append(.addressRandomization(.processOff))
  }
  switch kernel.addressRandomization {
  case .off: found.append(.addressRandomization(.kernelOff))
  case .partial: found.append(.addressRandomization(.heapFixed))
  case .full, nil: break
  }
  if machine.memory.transparentHugePages == .always { found.append(.hugePagesAlways) }
  if let level = kernel.perfEventParanoid, level > 1,
    machine.privileges.mayCountKernelEvents != true
  {
    found.append(.perfEventParanoid(level: level))
  }
  if machine.privileges.mayRaisePriority == false { found.append(.cannotRaisePriority) }
  return found
}
