import BenchmarkAnalysis
import BenchmarkFleet
import BenchmarkModel
import BenchmarkReports
import BenchmarkRunner
import SystemPackage

/// The runs of machines to compare: single runs, named after their folders, and runs of fleets,
/// named after their nodes.
struct HostRuns {
  /// A machine's run.
  struct Host {
    let name: String
    let folder: RunFolder
    /// Whether the user gave the fleet's folder instead of the run's.
    var isOfFleet = false
  }

  let hosts: [Host]

  /// Finds the runs at paths, each of which is the folder of a run or of a fleet.
  init(_ paths: [String]) throws {
    let fleets = paths.count { FleetFolder.isOne($0) }
    hosts = try paths.flatMap { path -> [Host] in
      guard FleetFolder.isOne(path) else {
        return [Host(name: Self.name(path), folder: RunFolder(FilePath(path)))]
      }
      let folder = FleetFolder(FilePath(path))
      let kept = try FleetFailure.naming { try folder.collection().nodes(.kept) }
      return kept.map { host in
        Host(
          name: fleets > 1 ? "\(Self.name(path))/\(host.node)" : host.node,
          folder: folder.run(of: FleetNode(name: host.node, kind: 0)), isOfFleet: true)
      }
    }
    let folders = hosts.map { AbsolutePath.of($0.folder.path) }
    if let twice = folders.first(where: { folder in folders.count { $0 == folder } > 1 }) {
      throw CommandFailure.usage(
        "'\(twice)' is given twice: a run compared with itself has no spread")
    }
    guard !hosts.isEmpty else {
      throw CommandFailure.world(
        "no run of '\(paths.joined(separator: "', '"))' was kept: fleet status says what became of its nodes"
      )
    }
  }

  private static func name(_ path: String) -> String {
    FilePath(path).lexicallyNormalized().lastComponent?.string ?? path
  }

  /// Reads the runs one by one and compares them; the raw rows of each run are released before the
  /// next run is read.
  func compared(filter: [String]) throws -> HostComparison {
    let figures = try hosts.compactMap(Self.figures)
    guard !figures.isEmpty else {
      throw CommandFailure.world(
        "no machine is left to compare: restore the files that the warnings name")
    }
    try CaseFilter.check(filter, "case of any machine", among: figures.flatMap(\.cases).uniqued())
    let comparison = HostComparison(figures, includes: TableSelection(filters: filter).contains)
    guard comparison.groups.contains(where: { !$0.cases.isEmpty }) else {
      throw CommandFailure.world(
        "the machines have no case in common that has a figure on each: there is nothing to compare"
      )
    }
    return comparison
  }

  /// The figures of a host; nil, with a warning, for a fleet's node whose run was damaged after it
  /// was collected.
  private static func figures(of host: Host) throws -> HostFigures? {
    do throws(RunFolderError) {
      return HostFigures(name: host.name, Summarizer(try host.folder.readWhole()).summary())
    } catch {
      guard host.isOfFleet else { throw error }
      Console.note("warning: \(host.name) is left out: \(error)")
      return nil
    }
  }
}

extension HostComparison {
  /// In each group, the machine whose cost relative to the group's other machines, as the median over
  /// the cases, is nearest to 1.
  ///
  /// This machine represents the group in charts and on pages.
  var middleHosts: [String] {
    groups.map { group in
      let nearest = zip(group.hosts, group.middleRatios).min {
        ($0.1 - 1).magnitude < ($1.1 - 1).magnitude
      }
      return nearest?.0 ?? group.hosts[0]
    }
  }
}
