/// Describes a machine by the files of its kernel.
package enum EnvironmentProbe {
  /// The release of the compiler that this was built by.
  package static var swiftVersion: String { compilerVersion }

  /// This machine, read when it is first asked for, and the same for the rest of the command.
  package static let current = probe()

  /// Reads each part's files; absent facts stay absent in the answer.
  ///
  /// A few milliseconds on a small machine; a handful of files for each CPU on a large one.
  package static func probe(
    tree: SystemTree = SystemTree(), process: ProcessFacts = .current()
  ) -> MachineEnvironment {
    let read = MachineReader(tree: tree, process: process)
    let topology = read.topology()
    return MachineEnvironment(
      processor: read.processor(), topology: topology, caches: tree.caches(of: topology.online),
      frequency: read.frequency(), memory: read.memory(), virtualization: read.virtualization(),
      cgroup: CgroupProbe(tree: tree).cgroup(), scheduling: read.scheduling(), load: read.load(),
      kernel: read.kernel(), privileges: read.privileges(), software: read.software())
  }
}

/// Reads the parts of a machine; each part's file says from where.
struct MachineReader {
  let tree: SystemTree
  let process: ProcessFacts
  let cpuInfo: CPUInfo

  init(tree: SystemTree, process: ProcessFacts = .current()) {
    self.tree = tree
    self.process = process
    cpuInfo = CPUInfo(tree: tree)
  }
}
