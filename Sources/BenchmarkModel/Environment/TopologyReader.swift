extension MachineReader {
  private static let cpuRoot = "/sys/devices/system/cpu"
  private static let nodeRoot = "/sys/devices/system/node"

  /// Reads the CPUs and their shared parts: /sys/devices/system/cpu and node, else /proc/cpuinfo.
  func topology() -> CPUTopology {
    let present = presentCPUs()
    let online = tree.cpuList("\(Self.cpuRoot)/online") ?? onlineWithoutSysfs(among: present)
    let nodes = nodeOfCPU()
    let kinds = kindOfCPU()
    let fallback = coresWithoutSysfs()
    let cpus = present.cpus.map { id in
      guard online.contains(id) else { return LogicalCPU(id: id, node: nodes[id], isOnline: false) }
      return LogicalCPU(
        id: id, core: core(of: id) ?? fallback[id]?.core,
        package: package(of: id) ?? fallback[id]?.package, node: nodes[id],
        cluster: cluster(of: id), capacity: tree.integer("\(Self.cpuRoot)/cpu\(id)/cpu_capacity"),
        kind: kinds[id])
    }
    let topology = CPUTopology(cpus: cpus, possible: tree.cpuList("\(Self.cpuRoot)/possible"))
    return topology.with(multithreading(of: topology))
  }

  // MARK: Which CPUs

  private func presentCPUs() -> CPUList {
    let lists = [
      tree.cpuList("\(Self.cpuRoot)/present"),
      CPUList(tree.numberedEntries(Self.cpuRoot, prefix: "cpu").filter(CPUList.mayHold)),
      CPUList(cpuInfo.processors.map(\.id)),
      process.allowedCPUs,
    ]
    return lists.lazy.compactMap { $0 }.first { !$0.isEmpty } ?? .empty
  }

  private func onlineWithoutSysfs(among present: CPUList) -> CPUList {
    let listed = CPUList(cpuInfo.processors.map(\.id))
    return listed.isEmpty ? present : present.intersection(listed)
  }

  // MARK: Sharing

  /// A physical core, named after the lowest of its CPUs.
  ///
  /// The kernel's own core_id starts again in each socket, die or cluster, depending on the
  /// architecture and the kernel's age; the list of siblings always identifies a core.
  private func core(of id: Int) -> Int? {
    let folder = "\(Self.cpuRoot)/cpu\(id)/topology"
    let siblings =
      tree.cpuList("\(folder)/core_cpus_list") ?? tree.cpuList("\(folder)/thread_siblings_list")
    return siblings?.cpus.first
  }

  /// A cluster, named after the lowest of its CPUs.
  ///
  /// If the kernel's cluster is no larger than a core, the CPUs that share the last level of cache
  /// count as the cluster. Clusters and caches are both read, because few x86 processors have
  /// clusters larger than cores, and few arm64 firmwares describe their caches.
  private func cluster(of id: Int) -> Int? {
    let cpu = "\(Self.cpuRoot)/cpu\(id)"
    let cluster = tree.cpuList("\(cpu)/topology/cluster_cpus_list")
    let core = tree.cpuList("\(cpu)/topology/core_cpus_list")
    if let cluster, cluster.count > core?.count ?? 1 { return cluster.cpus.first }
    let lastLevel = tree.numberedEntries("\(cpu)/cache", prefix: "index").last
    let sharers = lastLevel.flatMap { tree.cpuList("\(cpu)/cache/index\($0)/shared_cpu_list") }
    return (sharers ?? cluster)?.cpus.first
  }

  private func package(of id: Int) -> Int? {
    // Firmware that describes no sockets gives -1.
    tree.integer("\(Self.cpuRoot)/cpu\(id)/topology/physical_package_id").flatMap {
      $0 < 0 ? nil : $0
    }
  }

  private func coresWithoutSysfs() -> [Int: (core: Int?, package: Int?)] {
    struct Key: Hashable { var package, core: Int? }
    var lowest: [Key: Int] = [:]
    var cores: [Int: (core: Int?, package: Int?)] = [:]
    for processor in cpuInfo.processors {
      var core: Int?
      if processor.core != nil {
        let key = Key(package: processor.package, core: processor.core)
        core = lowest[key] ?? processor.id
        lowest[key] = core
      }
      cores[processor.id] = (core, processor.package)
    }
    return cores
  }

  private func nodeOfCPU() -> [Int: Int] {
    var nodes: [Int: Int] = [:]
    for node in tree.numberedEntries(Self.nodeRoot, prefix: "node") {
      for cpu in tree.cpuList("\(Self.nodeRoot)/node\(node)/cpulist")?.cpus ?? [] {
        nodes[cpu] = node
      }
    }
    return nodes
  }

  private func kindOfCPU() -> [Int: CoreKind] {
    // A hybrid x86 processor has a PMU for each kind of core, and the PMU lists the CPUs of that
    // kind.
    var kinds: [Int: CoreKind] = [:]
    for cpu in tree.cpuList("/sys/devices/cpu_core/cpus")?.cpus ?? [] { kinds[cpu] = .performance }
    for cpu in tree.cpuList("/sys/devices/cpu_atom/cpus")?.cpus ?? [] { kinds[cpu] = .efficiency }
    return kinds
  }

  private func multithreading(of topology: CPUTopology) -> CPUTopology.Multithreading? {
    if let threads = topology.threadsPerCore, threads > 1 { return .active }
    switch tree.text("\(Self.cpuRoot)/smt/control") {
    case "on": return .inactive
    case "off", "forceoff": return .off
    case "notsupported": return .notSupported
    default: return nil
    }
  }
}

extension CPUTopology {
  fileprivate func with(_ multithreading: Multithreading?) -> CPUTopology {
    var copy = self
    copy.multithreading = multithreading
    return copy
  }
}
