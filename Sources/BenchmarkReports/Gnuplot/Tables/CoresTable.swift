package import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkStatistics

/// The table of the chart `cores`: a row for each pair of CPUs and each primitive, with the
/// positions of the CPUs on the heat map.
///
/// `from_place` and `to_place` count from 1 in the order of the map: by node, then by cluster, with
/// siblings beside each other. `shares` is the smallest part of the machine that has both CPUs. If
/// the machine reports no nodes, its sockets count as nodes. The field of a node, cluster or core
/// that is not known is empty.
package enum CoresTable {
  /// The header.
  package static let columns =
    ["case", "workload", "primitive", "status", "reason", "ns_per_op"]
    + ["from", "to"].flatMap { end in
      [end] + ["place", "node", "cluster", "core"].map { "\(end)_\($0)" }
    } + ["shares"]

  /// The table of a run; only the header if no pair was measured.
  ///
  /// - Parameter primitives: The primitives to include; empty for all.
  /// - Complexity: O(cases × CPUs).
  package static func render(_ summary: RunSummary, primitives: [String] = []) -> String {
    let cases = summary.cases.filter { found in
      found.id.isOfTwoCPUs && !found.planned.isNegativeControl
        && (primitives.isEmpty || primitives.contains(found.id.primitive))
    }
    let topology = summary.document.environment.topology
    let ends = Set(cases.flatMap { [$0.id["from"], $0.id["to"]] }.compactMap(\.self))
    let places = Dictionary(
      topology.inMapOrder(ends.sorted()).enumerated().map { ($1.id, (place: $0 + 1, cpu: $1)) },
      uniquingKeysWith: { first, _ in first })
    return CSV.line(columns)
      + cases.map { found in
        let cpus = ["from", "to"].compactMap { found.id[$0] }
        let sharing = cpus.count == 2 ? topology.sharing(cpus[0], cpus[1]) : nil
        return CSV.line(
          [
            found.id.description, found.id.workload, found.id.primitive, found.status.rawValue,
            found.reason, FigureText.significant(found.metrics["ns_per_op"]?.estimate.value),
          ] + cpus.flatMap { fields($0, places[$0]) } + [sharing?.rawValue ?? ""])
      }.joined()
  }

  private static func fields(_ cpu: Int, _ found: (place: Int, cpu: LogicalCPU)?) -> [String] {
    [cpu, found?.place, found?.cpu.nodeOrPackage, found?.cpu.cluster, found?.cpu.core]
      .map { $0.map(String.init) ?? "" }
  }
}
