package import BenchmarkModel

/// Made-up machines, described by the cores, clusters and nodes that their CPUs share.
package enum MadeUpMachine {
  /// A topology whose CPUs are numbered as in Linux: the first threads of all cores, node by node,
  /// then the second threads.
  ///
  /// - Parameters:
  ///   - coresPerCluster: The number of cores that share a cluster; nil if clusters aren't
  ///     reported.
  package static func topology(
    nodes: Int, coresPerNode: Int, threads: Int, coresPerCluster: Int? = nil
  ) -> CPUTopology {
    let cores = nodes * coresPerNode
    return CPUTopology(
      cpus: (0..<cores * threads).map { id in
        let core = id % cores
        return LogicalCPU(
          id: id, core: core, package: core / coresPerNode, node: core / coresPerNode,
          cluster: coresPerCluster.map { core / $0 * $0 })
      })
  }

  /// 16 CPUs in two nodes of four cores with two threads each, with two cores in a cluster.
  package static var sixteen: CPUTopology {
    topology(nodes: 2, coresPerNode: 4, threads: 2, coresPerCluster: 2)
  }

  /// 64 CPUs in four nodes.
  package static var sixtyFour: CPUTopology {
    topology(nodes: 4, coresPerNode: 8, threads: 2, coresPerCluster: 4)
  }

  /// 288 CPUs in two nodes with nine clusters of eight cores each.
  package static var many: CPUTopology {
    topology(nodes: 2, coresPerNode: 72, threads: 2, coresPerCluster: 8)
  }
}
