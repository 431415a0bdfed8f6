package import BenchmarkModel

/// A machine's CPUs in the order of each placement, and the reasons why a placement has no room on
/// the machine.
package struct Placements: Sendable {
  private let topology: CPUTopology
  private let orders: [PlacementMode: [Int]]

  /// Orders the allowed CPUs; keeps their order if the topology has none of them, and takes CPU 0
  /// if no CPU is allowed.
  package init(_ topology: CPUTopology, allowed: [Int]) {
    self.topology = topology
    let fallback = allowed.isEmpty ? [0] : allowed
    orders = Dictionary(
      uniqueKeysWithValues: PlacementMode.allCases.map { mode in
        let order = topology.order(mode, allowed: allowed)
        return (mode, order.isEmpty ? fallback : order)
      })
  }

  /// The CPUs in the order of a placement; at least one CPU.
  package func order(_ mode: PlacementMode) -> [Int] { orders[mode] ?? [0] }

  /// The value of a case's parameter `placement`.
  static func mode(of id: CaseID) -> PlacementMode? {
    id.text(of: "placement").flatMap(PlacementMode.init)
  }

  /// The value of a case's parameter `memory`.
  static func memory(of id: CaseID) -> MemoryNode? {
    id.text(of: "memory").flatMap(MemoryNode.init)
  }

  /// A CPU of the memory node that `memory` means for threads on `cpus`; nil if there is none.
  func memoryCPU(_ memory: MemoryNode, of cpus: [Int]) -> Int? {
    guard let first = cpus.first else { return nil }
    switch memory {
    case .first: return first
    case .other:
      guard let own = node(of: first) else { return nil }
      return order(.cores).first { cpu in node(of: cpu).map { $0 != own } ?? false }
    }
  }

  /// The reason to leave out a case with a placement or a memory node; nil to keep the case.
  ///
  /// In a run with several placements, a case's CPUs must match the name of its placement: they are
  /// on one core for `siblings`, on one node for `cores`, and on several nodes for `spread`. Of
  /// cases that differ only in their placement and have the same CPUs, the first is kept.
  func misfit(
    of id: CaseID, threads: Int, cpus: [Int], taken: inout [String: CaseID]
  ) -> String? {
    if let memory = Self.memory(of: id), memoryCPU(memory, of: cpus) == nil {
      return cpus.isEmpty
        ? "memory=\(memory.rawValue) left out: threads that are bound to no CPU have no node"
        : "memory=other left out: this machine has \(nodeCount < 2 ? "one memory node" : "no CPU to use on another node")"
    }
    guard let mode = Self.mode(of: id), mode != .unpinned else { return nil }
    let what = "\(threads) threads with placement=\(mode.rawValue) left out"
    if let limit = limit(of: mode, cpus: cpus, threads: threads) { return "\(what): \(limit)" }
    let others = id.parameters.filter { $0.key != "placement" }.map(\.description)
    let key =
      ([id.suite, id.workload, id.primitive] + others + cpus.sorted().map(String.init))
      .joined(separator: "/")
    if let other = taken.updateValue(id, forKey: key), let own = Self.mode(of: other) {
      taken[key] = other
      return "\(what): they would have the CPUs of placement=\(own.rawValue)"
    }
    return nil
  }

  /// The reason why these CPUs don't match the placement's name; nil if they do.
  private func limit(of mode: PlacementMode, cpus: [Int], threads: Int) -> String? {
    let shared = Set(
      cpus.dropFirst().compactMap { cpu in cpus.first.flatMap { topology.sharing($0, cpu) } })
    switch mode {
    case .unpinned: return nil
    case .siblings:
      let most = topology.threadsPerCore ?? 1
      return threads > cpus.count || !shared.isSubset(of: [.core])
        ? "a core has \(most) CPU\(most == 1 ? "" : "s")" : nil
    case .cores:
      return shared.contains(.machine) ? "no node has CPUs for so many threads" : nil
    case .spread:
      return shared.contains(.machine) ? nil : "this machine has one node with CPUs to use"
    }
  }

  private func node(of cpu: Int) -> Int? { topology.cpus.first { $0.id == cpu }?.node }

  private var nodeCount: Int { topology.nodes.count }
}
