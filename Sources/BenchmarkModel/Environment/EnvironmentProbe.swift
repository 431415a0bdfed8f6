/// Describes a machine from the files of its kernel and the facts of this process.
package enum EnvironmentProbe {
  /// The release of the compiler that built this program.
  package static var swiftVersion: String { compilerVersion }

  /// The description of this machine, read on first use and kept for the rest of the command.
  package static let current = probe()

  /// Reads the files of each part of the machine; facts that no file has are nil or empty in the
  /// answer.
  ///
  /// The call takes a few milliseconds on a small machine. On a large machine, it reads a handful
  /// of files for each CPU.
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

/// A reader of a machine's parts; the Swift file of each part names the files that are read.
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
