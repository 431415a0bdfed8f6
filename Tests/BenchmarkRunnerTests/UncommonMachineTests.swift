import BenchmarkModel
import BenchmarkRunner
import TestSupport
import Testing

/// Machines whose /sys differs from that of a plain x86 server.
///
/// The made-up trees imitate what Linux shows on each kind.
@Suite struct UncommonMachineTests {
  private func fact(_ name: String, of machine: MachineEnvironment) -> String? {
    machine.facts.first { $0.name == name }?.value
  }

  // MARK: big.LITTLE

  @Test func `four small and four big cores are two clusters, and the big cores come first`() throws
  {
    let machine = try FixtureMachine.bigLittleBoard().probe()
    let topology = machine.topology
    #expect(topology.cpus.map(\.cluster) == [0, 0, 0, 0, 4, 4, 4, 4])
    #expect(topology.cpus.map(\.capacity) == [530, 530, 530, 530, 1024, 1024, 1024, 1024])
    #expect(topology.order(.cores, allowed: Array(0...7)) == [4, 5, 6, 7, 0, 1, 2, 3])
    #expect(topology.order(.spread, allowed: Array(0...7)) == [4, 5, 6, 7, 0, 1, 2, 3])
    #expect(topology.sharing(0, 3) == .cluster)
    #expect(topology.sharing(3, 4) == .node)
    #expect(fact("CPUs", of: machine) == "0-7 online of 8, 0-7 usable")
    #expect(fact("cores", of: machine) == "8, 1 thread each")
    #expect(fact("sockets", of: machine) == "1")
    #expect(fact("NUMA nodes", of: machine) == nil)
    #expect(fact("caches", of: machine) == nil)
    #expect(
      disturbances(of: machine).contains(
        .mixedCores(strongest: CPUList(4...7), others: CPUList(0...3))))
  }

  // MARK: Many cores, each a cluster of its own

  @Test func `64 cores that are each a cluster of their own share no cluster`() throws {
    let machine = try FixtureMachine.clustersOfOne().probe()
    let topology = machine.topology
    #expect(topology.coreCount == 64)
    #expect(topology.threadsPerCore == 1)
    #expect(topology.multithreading == .notSupported)
    #expect(topology.socketCount == 1)
    #expect(topology.cpus.map(\.cluster) == Array(0..<64))
    #expect(topology.order(.cores, allowed: Array(0..<64)) == Array(0..<64))
    #expect(topology.order(.spread, allowed: Array(0..<64)) == Array(0..<64))
    #expect(topology.order(.siblings, allowed: Array(0..<64)) == Array(0..<64))
    #expect(topology.sharing(0, 1) == .node)
    #expect(topology.inMapOrder(Array(0..<64)).map(\.id) == Array(0..<64))
    #expect(!topology.hasMixedCores)
    #expect(machine.processor.model == "Neoverse N1")
    #expect(fact("cores", of: machine) == "64, 1 thread each")
    #expect(fact("NUMA nodes", of: machine) == "0: 0-63")
    #expect(fact("caches", of: machine)?.contains("1024 KiB") == true)
    #expect(
      !disturbances(of: machine).contains {
        if case .mixedCores = $0 { true } else { false }
      })
  }

  // MARK: Without descriptions of caches, or of clusters

  @Test
  func `a guest without cache descriptions shows no caches, and each core is its own cluster`()
    throws
  {
    let machine = try FixtureMachine.withoutCaches().probe()
    #expect(machine.caches.isEmpty)
    #expect(machine.topology.cpus.map(\.cluster) == [0, 1, 2, 3])
    #expect(machine.topology.sharing(0, 3) == .node)
    #expect(machine.topology.order(.cores, allowed: [0, 1, 2, 3]) == [0, 1, 2, 3])
    #expect(fact("caches", of: machine) == nil)
    #expect(fact("cache lines", of: machine) == nil)
    #expect(fact("cores", of: machine) == "4, 1 thread each")
    #expect(fact("NUMA nodes", of: machine) == "0: 0-3")
  }

  @Test func `on a kernel without clusters, the CPUs that share a last-level cache are a cluster`()
    throws
  {
    let topology = try FixtureMachine.twoSocketServer().probe().topology
    #expect(topology.cpus[8].cluster == 8)
    #expect(topology.cpus[143].cluster == 8)
    #expect(topology.sharing(8, 15) == .cluster)
    #expect(topology.sharing(8, 136) == .core)
    #expect(topology.sharing(8, 16) == .node)
    #expect(topology.sharing(8, 64) == .machine)
  }

  // MARK: Hybrid x86

  @Test func `fast and small cores of a hybrid processor are distinguished`() throws {
    let machine = try FixtureMachine.hybrid().probe()
    let topology = machine.topology
    #expect(topology.coreCount == 12)
    #expect(topology.multithreading == .active)
    #expect(topology.strongestCPUs == CPUList(0...7))
    #expect(topology.siblings(of: 1) == [0, 1])
    // The first threads of the fast cores come first, then the small cores, then the fast cores'
    // second threads.
    #expect(
      topology.order(.cores, allowed: Array(0..<16))
        == [0, 2, 4, 6, 8, 9, 10, 11, 12, 13, 14, 15, 1, 3, 5, 7])
    #expect(topology.order(.spread, allowed: Array(0..<16)).prefix(4) == [0, 2, 4, 6])
    #expect(topology.order(.spread, allowed: Array(0..<16)).suffix(4) == [1, 3, 5, 7])
    #expect(topology.sharing(8, 11) == .cluster)
    #expect(topology.sharing(8, 12) == .node)
    #expect(topology.sharing(0, 2) == .cluster)
    #expect(fact("cores", of: machine) == "12, 4 with 2 threads, 8 with 1 thread")
    #expect(
      disturbances(of: machine).contains(
        .mixedCores(strongest: CPUList(0...7), others: CPUList(8...15))))
  }
}

extension FixtureMachine {
  /// A server of one socket whose firmware gives each core its own cluster, and gives an offset
  /// into its ACPI table as the socket's number.
  fileprivate static func clustersOfOne() throws -> FixtureMachine {
    let tree = try FixtureTree()
    try tree.armCPUInfo([String](repeating: "0xd0c", count: 64))
    try tree.cpuLists(present: "0-63", online: "0-63", possible: "0-63")
    try tree.file("/sys/devices/system/cpu/smt/control", "notsupported")
    for cpu in 0..<64 {
      try tree.core(cpu, siblings: "\(cpu)", package: 36)
      try tree.cluster(cpu, "\(cpu)")
      try tree.cache(cpu, index: 0, level: 1, "Data", "64K", sharedBy: "\(cpu)")
      try tree.cache(cpu, index: 1, level: 1, "Instruction", "64K", sharedBy: "\(cpu)")
      try tree.cache(cpu, index: 2, level: 2, "Unified", "1024K", sharedBy: "\(cpu)")
    }
    try tree.file("/sys/devices/system/node/node0/cpulist", "0-63")
    return FixtureMachine(
      tree: tree, process: .fixture(allowed: CPUList(0...63), architecture: "aarch64"))
  }

  /// A guest of four CPUs without a folder of caches.
  fileprivate static func withoutCaches() throws -> FixtureMachine {
    let tree = try FixtureTree()
    try tree.armCPUInfo([String](repeating: "0xd0c", count: 4))
    try tree.cpuLists(present: "0-3", online: "0-3", possible: "0-3")
    for cpu in 0..<4 {
      try tree.core(cpu, siblings: "\(cpu)", package: 0, capacity: 1024)
      try tree.cluster(cpu, "\(cpu)")
    }
    try tree.file("/sys/devices/system/node/node0/cpulist", "0-3")
    return FixtureMachine(
      tree: tree, process: .fixture(allowed: CPUList(0...3), architecture: "aarch64"))
  }

  /// Four fast cores with two threads each, and two modules of four small cores that share a
  /// second-level cache.
  fileprivate static func hybrid() throws -> FixtureMachine {
    let tree = try FixtureTree()
    try tree.x86CPUInfo(
      count: 16, model: "12th Gen Intel(R) Core(TM) i7-1270P", vendor: "GenuineIntel",
      flags: "fpu ht")
    try tree.cpuLists(present: "0-15", online: "0-15", possible: "0-15")
    try tree.file("/sys/devices/system/cpu/smt/control", "on")
    for cpu in 0..<16 {
      let siblings = cpu < 8 ? "\(cpu / 2 * 2)-\(cpu / 2 * 2 + 1)" : "\(cpu)"
      let module = cpu < 8 ? siblings : "\(cpu / 4 * 4)-\(cpu / 4 * 4 + 3)"
      try tree.core(cpu, siblings: siblings, package: 0)
      try tree.cluster(cpu, module)
      try tree.cache(cpu, index: 2, level: 2, "Unified", "2048K", sharedBy: module)
      try tree.cache(cpu, index: 3, level: 3, "Unified", "18432K", sharedBy: "0-15")
    }
    try tree.file("/sys/devices/system/node/node0/cpulist", "0-15")
    try tree.file("/sys/devices/cpu_core/cpus", "0-7")
    try tree.file("/sys/devices/cpu_atom/cpus", "8-15")
    return FixtureMachine(tree: tree, process: .fixture(allowed: CPUList(0...15)))
  }
}
