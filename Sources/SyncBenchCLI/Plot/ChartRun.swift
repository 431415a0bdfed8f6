import BenchmarkModel
import BenchmarkReports
import BenchmarkRunner
import SystemPackage

/// A run whose charts are drawn.
struct ChartRun: Sendable {
  /// The run's name in a chart of several runs.
  let name: String
  let folder: RunFolder
  let document: RunDocument

  /// Reads the documents of runs and names each run by its folder, or by folder and host if two
  /// folders have the same name, or by folder and position in `paths` if the hosts are the same
  /// too.
  static func read(_ paths: [String]) throws -> [ChartRun] {
    let folders = paths.map { RunFolder(FilePath($0)) }
    let documents = try folders.map { try $0.readDocument() }
    let byFolder = folders.map {
      $0.path.lexicallyNormalized().lastComponent?.string ?? $0.path.string
    }
    let byHost = zip(byFolder, documents).map { "\($0) on \($1.host)" }
    let byNumber = byFolder.enumerated().map { "\($0 + 1): \($1)" }
    let names = [byFolder, byHost].first { Set($0).count == $0.count } ?? byNumber
    return paths.indices.map { index in
      ChartRun(
        name: brief(names[index], among: names), folder: folders[index],
        document: documents[index])
    }
  }

  /// Shortens a run's name, which follows every primitive of a chart and has little room there.
  private static func brief(_ name: String, among names: [String]) -> String {
    let limit = 24
    guard name.count > limit else { return name }
    let cut = name.prefix(limit - 1) + "…"
    let isAlone = names.count { $0.hasPrefix(String(name.prefix(limit - 1))) } == 1
    return isAlone ? String(cut) : "…" + name.suffix(limit - 1)
  }

  /// The lines at the bottom of charts of these runs.
  static func caption(_ runs: [ChartRun]) -> String {
    guard runs.count > 1 else { return runs.map { ChartCaption.text($0.document) }.joined() }
    return runs.map { "\(ChartCaption.plain($0.name)): \(ChartCaption.text($0.document))" }
      .joined(separator: "\n")
  }

  /// The workloads that the runs together measured.
  static func measured(_ runs: [ChartRun]) -> MeasuredWorkloads {
    var bySuite: [String: Set<String>] = [:]
    // Pairs of CPUs have a chart of their own, the heat map.
    for planned in runs.flatMap(\.document.plan.cases) where !planned.id.isOfTwoCPUs {
      bySuite[planned.id.suite, default: []].insert(planned.id.workload)
    }
    func workloads(with name: String) -> [String: Set<String>] {
      var found: [String: Set<String>] = [:]
      for table in runs.flatMap(\.document.plan.tables) {
        for column in table.columns where column.name == name {
          let measured = bySuite[table.suite] ?? []
          found[table.suite, default: []].formUnion(
            column.workloads.isEmpty ? measured : measured.intersection(column.workloads))
        }
      }
      return found
    }
    return MeasuredWorkloads(
      bySuite: bySuite, costed: workloads(with: "ns_per_op"),
      timed: workloads(with: "latency_p50_ns"), runs: runs.count,
      hasCounts: runs.contains { $0.document.plan.counting != nil },
      hasPairs: runs.contains { $0.document.plan.cases.contains(where: \.id.isOfTwoCPUs) })
  }
}
