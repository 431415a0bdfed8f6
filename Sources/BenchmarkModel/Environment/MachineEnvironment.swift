/// The machine and the conditions a run was measured under.
///
/// A fact that the machine doesn't report is nil (or an empty list, if it is a list of things): absent is not zero.
/// No fact holds a path, a user name or a host name.
package struct MachineEnvironment: Codable, Sendable, Equatable {
  package var processor = Processor()
  /// The CPUs and how they share cores, sockets and memory nodes.
  package var topology = CPUTopology()
  /// The caches, one entry a kind, lowest level first; empty if they aren't reported.
  package var caches: [Cache] = []
  /// The limits and governors of clock rates.
  package var frequency = Frequency()
  /// Memory and its pages.
  package var memory = Memory()
  /// The layers between the kernel and the hardware.
  package var virtualization = Virtualization()
  /// The limits that a control group sets.
  package var cgroup = Cgroup()
  /// The CPUs that this process may use, and those that the scheduler leaves alone.
  package var scheduling = Scheduling()
  /// The other work on the machine.
  package var load = Load()
  /// The kernel and its settings.
  package var kernel = Kernel()
  /// The privileges of this process.
  package var privileges = Privileges()
  /// The system's software and the build that measured.
  package var software: Software

  /// The CPUs that measuring threads can be put on: allowed and online.
  ///
  /// All online CPUs if the allowed ones aren't known.
  package var usableCPUs: CPUList {
    guard let allowed = scheduling.allowed else { return topology.online }
    return topology.cpus.isEmpty ? allowed : topology.online.intersection(allowed)
  }
}

extension MachineEnvironment {
  /// A machine of which its CPUs and its software are known.
  package init(topology: CPUTopology, software: Software) {
    self.software = software
    self.topology = topology
  }
}
