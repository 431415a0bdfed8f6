/// The CPUs of a machine, with the cores, sockets and memory nodes that they share.
package struct CPUTopology: Sendable, Equatable {
  /// Every CPU that is present, online or not, ascending by number.
  package let cpus: [LogicalCPU]
  /// The numbers of all CPUs for which the kernel keeps room, whether a CPU is plugged in or not.
  package var possible: CPUList?
  /// The state of simultaneous multithreading, as the kernel reports it.
  package var multithreading: Multithreading?

  /// Makes the topology of CPUs in any order; of several CPUs with the same number, the first
  /// counts.
  package init(
    cpus: [LogicalCPU] = [], possible: CPUList? = nil, multithreading: Multithreading? = nil
  ) {
    var seen: Set<Int> = []
    self.cpus = cpus.filter { seen.insert($0.id).inserted }.sorted { $0.id < $1.id }
    self.possible = possible
    self.multithreading = multithreading
  }

  /// The state of simultaneous multithreading.
  package enum Multithreading: String, Codable, Sendable {
    /// Switched on, and at least one core has two threads online.
    case active
    /// Switched on, but no core has two threads online.
    case inactive
    /// Supported by the cores, but switched off in the kernel.
    case off
    /// Not supported by the cores.
    case notSupported
  }
}

/// One CPU as the scheduler sees it.
package struct LogicalCPU: Codable, Sendable, Hashable {
  /// The kernel's number of this CPU.
  package var id: Int
  /// The physical core, unique within its socket; nil when offline or not reported.
  package var core: Int?
  /// The socket; nil when offline or not reported.
  package var package: Int?
  /// The memory node; nil when offline or not reported.
  package var node: Int?
  /// The lowest CPU of the cluster or, for a core without a cluster, of the CPUs that share the
  /// last level of cache; nil when offline or not reported.
  package var cluster: Int?
  /// Whether threads can run on the CPU now.
  package var isOnline: Bool
  /// The kernel's `cpu_capacity`: 1024 for the strongest core; nil if it isn't reported.
  package var capacity: Int?
  /// The kind of core; nil if the kernel reports no kinds.
  package var kind: CoreKind?

  package init(
    id: Int, core: Int? = nil, package: Int? = nil, node: Int? = nil, cluster: Int? = nil,
    isOnline: Bool = true, capacity: Int? = nil, kind: CoreKind? = nil
  ) {
    self.id = id
    self.core = core
    self.package = package
    self.node = node
    self.cluster = cluster
    self.isOnline = isOnline
    self.capacity = capacity
    self.kind = kind
  }
}

/// The two kinds of core of a hybrid x86 processor.
package enum CoreKind: String, Codable, Sendable {
  /// A fast core.
  case performance
  /// A small core.
  case efficiency
}

/// A memory node and the CPUs nearest to it.
package struct NUMANode: Codable, Sendable, Hashable {
  /// The kernel's number of the node.
  package var id: Int
  /// The CPUs of the node.
  package var cpus: CPUList
}

// MARK: - Counting

extension CPUTopology {
  /// The CPUs that threads can run on.
  package var online: CPUList { CPUList(cpus.lazy.filter(\.isOnline).map(\.id)) }

  /// The CPUs that are present but switched off.
  ///
  /// The kernel's own `offline` file also names CPUs that could be plugged in but are not. Here
  /// such CPUs are only in `possible`.
  package var offline: CPUList { CPUList(cpus.lazy.filter { !$0.isOnline }.map(\.id)) }

  /// The number of physical cores that have a CPU online.
  package var coreCount: Int { siblingSets.count }

  /// The number of sockets that have a CPU online; nil if sockets aren't reported.
  package var socketCount: Int? {
    let sockets = Set(cpus.lazy.compactMap(\.package))
    return sockets.isEmpty ? nil : sockets.count
  }

  /// The most threads that any core has online; nil without CPUs.
  package var threadsPerCore: Int? { siblingSets.map(\.count).max() }

  /// The memory nodes that have CPUs, ascending; empty if nodes aren't reported.
  package var nodes: [NUMANode] {
    let byNode = Dictionary(grouping: cpus.filter { $0.node != nil }, by: { $0.node ?? 0 })
    return byNode.map { NUMANode(id: $0.key, cpus: CPUList($0.value.map(\.id))) }
      .sorted { $0.id < $1.id }
  }

  /// The online CPUs of the strongest cores: all online CPUs, unless cores are mixed.
  package var strongestCPUs: CPUList {
    let online = cpus.filter(\.isOnline)
    let most = online.map { CoreStrength($0) }.max()
    return CPUList(online.filter { CoreStrength($0) == most }.map(\.id))
  }

  /// Whether some cores are stronger than others, as on big.LITTLE and hybrid processors.
  package var hasMixedCores: Bool { strongestCPUs != online }
}

// MARK: - Cores and placement

extension CPUTopology {
  /// The online CPUs of each physical core, in the order of each core's lowest CPU.
  package var siblingSets: [CPUList] {
    Self.cores(of: cpus.filter(\.isOnline)).map { CPUList($0.map(\.id)) }
  }

  /// The online CPUs on the physical core of a CPU, ascending, with the CPU itself.
  ///
  /// The list has only the CPU itself if the kernel doesn't report its core, and is empty if there
  /// is no such CPU.
  package func siblings(of id: Int) -> [Int] {
    guard let cpu = cpus.first(where: { $0.id == id }) else { return [] }
    let key = CoreKey(cpu)
    return cpus.filter { $0.id == id || ($0.isOnline && CoreKey($0) == key) }.map(\.id)
  }

  /// The number of physical cores that have an allowed CPU online.
  package func physicalCoreCount(allowed: [Int]) -> Int {
    Self.cores(of: usable(allowed)).count
  }

  /// The allowed CPUs that are online, in the order in which threads are bound to them.
  ///
  /// The first CPU of each physical core comes first, then the second CPU of each core, and so on.
  /// Cores are ordered by strength, the strongest first, then by socket, node and lowest CPU
  /// number.
  ///
  /// - Complexity: O(n log n) in the number of CPUs.
  package func placementOrder(allowed: [Int]) -> [Int] {
    let cores = Self.cores(of: usable(allowed)).sorted { left, right in
      guard let first = left.first, let second = right.first else { return false }
      let strengths = (CoreStrength(first), CoreStrength(second))
      if strengths.0 != strengths.1 { return strengths.1 < strengths.0 }
      return first.address.lexicographicallyPrecedes(second.address)
    }
    let rounds = cores.map(\.count).max() ?? 0
    return (0..<rounds).flatMap { round in
      cores.compactMap { $0.count > round ? $0[round].id : nil }
    }
  }

  /// The allowed CPUs that are online, in the order of a placement; `unpinned` has the order of
  /// `cores`.
  ///
  /// - Complexity: O(n²) in the number of CPUs for siblings, else O(n log n).
  package func order(_ mode: PlacementMode, allowed: [Int]) -> [Int] {
    let cores = placementOrder(allowed: allowed)
    switch mode {
    case .cores, .unpinned: return cores
    case .siblings:
      let placed = Set(cores)
      var seen: Set<Int> = []
      return cores.flatMap { cpu in siblings(of: cpu).filter(placed.contains) }
        .filter { seen.insert($0).inserted }
    case .spread: return spread(cores)
    }
  }

  /// Orders CPUs in rounds: one CPU of each core, then a second CPU of each core, and so on.
  ///
  /// In each round, stronger cores come before weaker ones. Among cores of one strength, the first
  /// are on different nodes, the next in other clusters of these nodes, and the rest are further
  /// cores of the same clusters.
  private func spread(_ cores: [Int]) -> [Int] {
    let byID = Dictionary(uniqueKeysWithValues: cpus.map { ($0.id, $0) })
    // The numbers of CPUs of each core, of cores of each cluster and of clusters of each node that
    // precede the current CPU.
    var siblings: [CoreKey: Int] = [:]
    var coresOf: [[Int]: Int] = [:]
    var clustersOf: [Int: Int] = [:]
    // The index of each cluster in its node, and of each core in its cluster.
    var clusterNumbers: [[Int]: Int] = [:]
    var coreNumbers: [CoreKey: Int] = [:]
    let placed = cores.compactMap { byID[$0] }.enumerated().map { index, cpu in
      let key = CoreKey(cpu)
      let (node, cluster) = (cpu.nodeOrPackage ?? -1, [cpu.nodeOrPackage ?? -1, cpu.cluster ?? -1])
      let sibling = siblings[key, default: 0]
      siblings[key] = sibling + 1
      if clusterNumbers[cluster] == nil {
        clusterNumbers[cluster] = clustersOf[node, default: 0]
        clustersOf[node, default: 0] += 1
      }
      if sibling == 0 {
        coreNumbers[key] = coresOf[cluster, default: 0]
        coresOf[cluster, default: 0] += 1
      }
      return (
        cpu: cpu.id, strength: CoreStrength(cpu), sibling: sibling,
        turns: [coreNumbers[key] ?? 0, clusterNumbers[cluster] ?? 0, node, index]
      )
    }
    return placed.sorted { left, right in
      if left.sibling != right.sibling { return left.sibling < right.sibling }
      if left.strength != right.strength { return right.strength < left.strength }
      return left.turns.lexicographicallyPrecedes(right.turns)
    }.map(\.cpu)
  }

  private func usable(_ allowed: [Int]) -> [LogicalCPU] {
    let allowed = Set(allowed)
    return cpus.filter { $0.isOnline && allowed.contains($0.id) }
  }

  /// Groups CPUs by physical core: the cores in the order of their first CPUs in `cpus`, and the
  /// CPUs of a core in the order of `cpus`.
  private static func cores(of cpus: [LogicalCPU]) -> [[LogicalCPU]] {
    var indices: [CoreKey: Int] = [:]
    var cores: [[LogicalCPU]] = []
    for cpu in cpus {
      let key = CoreKey(cpu)
      if let index = indices[key] {
        cores[index].append(cpu)
      } else {
        indices[key] = cores.count
        cores.append([cpu])
      }
    }
    return cores
  }
}

/// The key that identifies a physical core.
private enum CoreKey: Hashable {
  // A core's number is unique only within its socket, so the socket is part of the key.
  case core(Int, package: Int?)
  // A CPU without a reported core counts as a core of its own: taking such CPUs for siblings would
  // leave cores unused.
  case alone(cpu: Int)

  init(_ cpu: LogicalCPU) {
    if let core = cpu.core {
      self = .core(core, package: cpu.package)
    } else {
      self = .alone(cpu: cpu.id)
    }
  }
}

/// The strength of a core relative to the other cores of its machine; an unreported capacity counts
/// as the weakest.
private struct CoreStrength: Hashable, Comparable {
  var capacity: Int
  var kindRank: Int

  init(_ cpu: LogicalCPU) {
    capacity = cpu.capacity ?? -1
    kindRank =
      switch cpu.kind {
      case .performance: 2
      case nil: 1
      case .efficiency: 0
      }
  }

  static func < (left: Self, right: Self) -> Bool {
    (left.capacity, left.kindRank) < (right.capacity, right.kindRank)
  }
}

// MARK: - Sharing

/// The smallest part of a machine that two CPUs share; smaller parts are listed before larger
/// parts.
package enum CPUSharing: String, CaseIterable, Sendable {
  /// A core: the CPUs are siblings.
  case core
  /// A cluster of cores, or the last level of cache.
  case cluster
  /// A memory node, or a socket if nodes aren't reported.
  case node
  case machine
}

extension CPUTopology {
  /// The smallest part that two CPUs share; nil if one of the CPUs does not exist.
  package func sharing(_ first: Int, _ second: Int) -> CPUSharing? {
    guard let first = cpus.first(where: { $0.id == first }),
      let second = cpus.first(where: { $0.id == second })
    else { return nil }
    if CoreKey(first) == CoreKey(second) { return .core }
    guard first.nodeOrPackage == second.nodeOrPackage else { return .machine }
    return first.cluster != nil && first.cluster == second.cluster ? .cluster : .node
  }

  /// The CPUs with these numbers, sorted by node, socket, cluster and core, so that CPUs that share
  /// a part are beside each other.
  package func inMapOrder(_ ids: [Int]) -> [LogicalCPU] {
    let wanted = Set(ids)
    return cpus.filter { wanted.contains($0.id) }.sorted { left, right in
      left.mapAddress.lexicographicallyPrecedes(right.mapAddress)
    }
  }
}

extension LogicalCPU {
  /// The node; the socket if nodes aren't reported.
  package var nodeOrPackage: Int? { node ?? package }

  /// The key for ordering CPUs by socket, node and number.
  fileprivate var address: [Int] { [package ?? .max, node ?? .max, id] }

  private var mapAddressOfCore: [Int] { [package ?? .max, core ?? id] }

  /// The key for ordering CPUs by node, socket, cluster, core and number.
  fileprivate var mapAddress: [Int] {
    [nodeOrPackage ?? .max, package ?? .max, cluster ?? .max] + mapAddressOfCore + [id]
  }
}

// MARK: - Coding

extension CPUTopology: Codable {
  // One object for each CPU would take two thousand lines on a 256-CPU server. So each value of a
  // fact is written once, with the CPUs that share the value: "package": {"0": "0-63,128-191", …}.
  private enum CodingKeys: String, CodingKey {
    case possible, multithreading, online, offline, core, package, node, cluster, capacity, kind
  }

  /// Decodes each value of a fact with the CPUs that share the value.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    var byID: [Int: LogicalCPU] = [:]
    for id in try container.decode(CPUList.self, forKey: .online).cpus {
      byID[id] = LogicalCPU(id: id)
    }
    for id in try container.decode(CPUList.self, forKey: .offline).cpus {
      byID[id] = LogicalCPU(id: id, isOnline: false)
    }
    func assign<Value: Decodable & Hashable>(
      _ key: CodingKeys, to path: WritableKeyPath<LogicalCPU, Value?>, as read: (String) -> Value?
    ) throws {
      let table = try container.decodeIfPresent([String: CPUList].self, forKey: key) ?? [:]
      for (text, list) in table {
        for id in list.cpus { byID[id]?[keyPath: path] = read(text) }
      }
    }
    try assign(.core, to: \.core) { Int($0) }
    try assign(.package, to: \.package) { Int($0) }
    try assign(.node, to: \.node) { Int($0) }
    try assign(.cluster, to: \.cluster) { Int($0) }
    try assign(.capacity, to: \.capacity) { Int($0) }
    try assign(.kind, to: \.kind) { CoreKind(rawValue: $0) }
    self.init(
      cpus: Array(byID.values),
      possible: try container.decodeIfPresent(CPUList.self, forKey: .possible),
      multithreading: try container.decodeIfPresent(Multithreading.self, forKey: .multithreading))
  }

  /// Encodes each value of a fact with the CPUs that share the value.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(possible, forKey: .possible)
    try container.encodeIfPresent(multithreading, forKey: .multithreading)
    try container.encode(online, forKey: .online)
    try container.encode(offline, forKey: .offline)
    func encode(_ key: CodingKeys, _ fact: (LogicalCPU) -> String?) throws {
      var table: [String: [Int]] = [:]
      for cpu in cpus {
        if let value = fact(cpu) { table[value, default: []].append(cpu.id) }
      }
      guard !table.isEmpty else { return }
      try container.encode(table.mapValues { CPUList($0) }, forKey: key)
    }
    try encode(.core) { $0.core.map(String.init) }
    try encode(.package) { $0.package.map(String.init) }
    try encode(.node) { $0.node.map(String.init) }
    try encode(.cluster) { $0.cluster.map(String.init) }
    try encode(.capacity) { $0.capacity.map(String.init) }
    try encode(.kind) { $0.kind?.rawValue }
  }
}
