package import BenchmarkModel
import CSyncShims

/// The pairs of a machine's CPUs that are measured.
package struct CorePairs: Sendable {
  /// The largest number of a machine's CPUs at which all pairs are measured.
  ///
  /// On a machine with more CPUs, the pairs of a sample of at most this many CPUs are measured.
  package static let mostCPUs = 64
  /// The seed of the sample: a constant, so that two runs have the same cases.
  private static let seed: UInt64 = 21

  /// All pairs of the measured CPUs, sorted by the CPUs' numbers; `first` is the lower number.
  package let all: [(first: Int, second: Int)]
  /// The first pair for each smallest part that two CPUs share: a core, a cluster, a node or only
  /// the machine.
  package let nearest: [(first: Int, second: Int)]

  /// Chooses the pairs among the CPUs that threads may use.
  ///
  /// - Complexity: O(n log n) in the number of CPUs, and O(n) for each pair.
  package init(_ topology: CPUTopology, allowed: [Int]) {
    let cpus = Self.sample(topology, topology.placementOrder(allowed: allowed)).sorted()
    all = cpus.enumerated().flatMap { index, first in
      cpus.dropFirst(index + 1).map { (first, $0) }
    }
    var found: [CPUSharing: (Int, Int)] = [:]
    for (first, second) in all where found.count < CPUSharing.allCases.count {
      guard let sharing = topology.sharing(first, second) else { continue }
      if found[sharing] == nil { found[sharing] = (first, second) }
    }
    nearest = CPUSharing.allCases.compactMap { found[$0] }.sorted { $0 < $1 }
  }

  /// All CPUs if there are at most `mostCPUs`, otherwise a sample of whole cores.
  ///
  /// The sample takes two cores of a cluster at a time, from clusters that are drawn from each node
  /// in turn. It takes two, because pairs within a cluster might otherwise be missing. The cores
  /// are drawn at random, because the first cores of a node often serve interrupts.
  private static func sample(_ topology: CPUTopology, _ cpus: [Int]) -> [Int] {
    guard cpus.count > mostCPUs else { return cpus }
    let placed = topology.inMapOrder(cpus)
    func drawn<Item>(_ items: [Item], of first: (Item) -> Int) -> [Item] {
      items.sorted { draw(first($0)) < draw(first($1)) }
    }
    // Each entry of a node's list has two cores of a cluster, and the entries are in the order of
    // their draw.
    let nodes = placed.grouped { $0.nodeOrPackage ?? -1 }.map { node in
      let clusters = node.grouped { $0.cluster ?? -1 }.map { cluster in
        let cores = drawn(cluster.grouped { $0.core ?? -1 - $0.id }) { $0[0].id }
        return stride(from: 0, to: cores.count, by: 2).map { start in
          cores[start..<min(start + 2, cores.count)].joined().map(\.id)
        }
      }
      let rounds = clusters.map(\.count).max() ?? 0
      return (0..<rounds).flatMap { round in
        drawn(clusters.compactMap { $0.count > round ? $0[round] : nil }) { $0[0] }
      }
    }
    var chosen: [Int] = []
    for turn in 0..<(nodes.map(\.count).max() ?? 0) {
      for node in nodes where node.count > turn && chosen.count + node[turn].count <= mostCPUs {
        chosen += node[turn]
      }
    }
    return chosen
  }

  private static func draw(_ cpu: Int) -> UInt64 { sync_mix_index(seed &+ UInt64(cpu)) }
}
