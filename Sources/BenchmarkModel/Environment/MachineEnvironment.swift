/// The machine and the conditions under which a run was measured.
///
/// A fact that the machine doesn't report is nil, or an empty list, and never zero. No fact holds a
/// path, a user name or a host name.
package struct MachineEnvironment: Codable, Sendable, Equatable {
  package var processor = Processor()
  /// The CPUs, with the cores, sockets and memory nodes that they share.
  package var topology = CPUTopology()
  /// The caches, one entry for each kind, lowest level first; empty if caches aren't reported.
  package var caches: [Cache] = []
  /// The limits and governors of clock rates.
  package var frequency = Frequency()
  /// Memory and its pages.
  package var memory = Memory()
  /// The layers between the kernel and the hardware.
  package var virtualization = Virtualization()
  /// The limits that a control group sets.
  package var cgroup = Cgroup()
  /// The CPUs that this process may use, and the CPUs that the scheduler leaves alone.
  package var scheduling = Scheduling()
  /// The other work on the machine.
  package var load = Load()
  /// The kernel and its settings.
  package var kernel = Kernel()
  /// The privileges of this process.
  package var privileges = Privileges()
  /// The system's software and the benchmark's build.
  package var software: Software

  /// The CPUs that measuring threads can be put on: allowed and online.
  ///
  /// If the allowed CPUs aren't known, all online CPUs are usable.
  package var usableCPUs: CPUList {
    guard let allowed = scheduling.allowed else { return topology.online }
    return topology.cpus.isEmpty ? allowed : topology.online.intersection(allowed)
  }
}

extension MachineEnvironment {
  /// Makes a machine of which only the CPUs and the software are known.
  package init(topology: CPUTopology, software: Software) {
    self.software = software
    self.topology = topology
  }
}
