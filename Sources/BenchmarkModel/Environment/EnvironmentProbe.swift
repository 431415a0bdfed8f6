/// Describes a machine from what its kernel shows.
package enum EnvironmentProbe {
  /// The release of the compiler that this was built by.
  package static var swiftVersion: String { compilerVersion }

  /// This machine, read when it is first asked for, and the same for the rest of the command.
  package static let current = probe()

  /// Reads each subject's files; what is absent stays absent in the answer.
  ///
  /// A few milliseconds on a small machine; a handful of files for each CPU on a large one.
  package static func probe(
    tree: SystemTree = SystemTree(), process: ProcessFacts = .current()
  ) -> MachineEnvironment {
    let cpuInfo = CPUInfo(tree: tree)
    let topology = TopologyProbe(tree: tree, cpuInfo: cpuInfo, process: process).topology()
    return MachineEnvironment(
      processor: ProcessorProbe(tree: tree, cpuInfo: cpuInfo, process: process).processor(),
      topology: topology,
      caches: CacheProbe(tree: tree, cpus: topology.online).caches(),
      frequency: FrequencyProbe(tree: tree).frequency(),
      memory: MemoryProbe(tree: tree, process: process).memory(),
      virtualization: VirtualizationProbe(tree: tree, cpuInfo: cpuInfo).virtualization(),
      cgroup: CgroupProbe(tree: tree).cgroup(),
      scheduling: SchedulingProbe(tree: tree, process: process).scheduling(),
      load: LoadProbe(tree: tree).load(),
      kernel: KernelProbe(tree: tree, process: process).kernel(),
      privileges: PrivilegesProbe(tree: tree).privileges(),
      software: SoftwareProbe(tree: tree, process: process).software())
  }
}
