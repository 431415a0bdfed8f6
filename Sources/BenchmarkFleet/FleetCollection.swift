package import BenchmarkModel
import BenchmarkRunner
import SystemPackage

/// The collected runs of a fleet: the hosts whose runs may be compared, and the reasons why the
/// runs of other hosts may not.
package struct FleetCollection: Codable, Equatable, Sendable {
  /// A node and the fate of its run.
  package struct Host: Codable, Equatable, Sendable {
    /// Whether the node's run belongs to the fleet.
    package enum State: String, Codable, Sendable {
      case kept
      /// The run has another plan or executable than the fleet, is incomplete, can't be read, or is
      /// a copy of another node's run.
      case refused
      /// There is no run.
      case missing
    }

    package let node: String
    /// Whether the node's run belongs to the fleet.
    package let state: State
    /// The reason why the run is refused or missing; empty for a kept run.
    package let reason: String
    /// The run's name for its machine; nil if there is no run that can be read.
    package let host: String?
  }

  /// The version of collected.json.
  package let schemaVersion: Int
  /// The nodes, in the fleet's order.
  package let hosts: [Host]

  /// Makes a collection of hosts.
  package init(_ hosts: [Host]) {
    schemaVersion = Fleet.schemaVersion
    self.hosts = hosts
  }

  /// The nodes in a state.
  package func nodes(_ state: Host.State) -> [Host] { hosts.filter { $0.state == state } }
}

extension FleetFolder {
  private var collectionPath: FilePath { path.appending("collected.json") }

  /// Checks each node's run, and writes collected.json and summary.csv anew.
  ///
  /// The figures are computed from the raw rows: a node's own summary.csv is never read.
  ///
  /// - Parameters:
  ///   - failures: The reasons why nodes without a run are left out, by the nodes' names.
  ///   - columns: The columns of summary.csv after the column of the host.
  ///   - rows: Computes the rows of a run; each row's fields are in the order of `columns`.
  /// - Complexity: O(rows of all runs); one run is in memory at a time.
  package func collect(
    _ fleet: Fleet, failures: [String: String] = [:], columns: [String], rows: (Run) -> [[String]]
  ) throws(FleetFolderError) -> FleetCollection {
    removeLeftOvers()
    var hosts: [FleetCollection.Host] = []
    var text = CSV.line(["host"] + columns)
    var nodes: [UInt64: String] = [:]
    for node in fleet.nodes {
      let (host, run) = check(node, of: fleet, failures: failures, &nodes)
      hosts.append(host)
      for row in run.map(rows) ?? [] { text += CSV.line([node.name] + row) }
    }
    let collection = FleetCollection(hosts)
    try write(text, to: summaryPath)
    try write(json: collection, to: collectionPath)
    return collection
  }

  /// The last result of `collect`.
  package func collection() throws(FleetFolderError) -> FleetCollection {
    guard let collection: FleetCollection = try read(json: collectionPath) else {
      throw .notCollected(path.string)
    }
    // The nodes' names become paths.
    guard collection.hosts.allSatisfy({ Fleet.isName($0.node) }) else {
      throw .foreign(
        collectionPath.string, detail: "it has a node whose name can't be a file's name")
    }
    return collection
  }

  /// Decides whether a node's run is kept, and returns the run if it is.
  ///
  /// The whole run is read, because a kept run must also be readable for comparisons and reports.
  ///
  /// - Parameter nodes: The nodes of the kept runs, by the runs' start times.
  private func check(
    _ node: FleetNode, of fleet: Fleet, failures: [String: String], _ nodes: inout [UInt64: String]
  ) -> (host: FleetCollection.Host, run: Run?) {
    func host(
      _ state: FleetCollection.Host.State, _ reason: String, _ document: RunDocument? = nil
    ) -> FleetCollection.Host {
      .init(node: node.name, state: state, reason: reason, host: document?.host)
    }
    let folder = run(of: node)
    guard FileAccess.exists(folder.path) else {
      return (host(.missing, failures[node.name] ?? "not measured yet"), nil)
    }
    do throws(RunFolderError) {
      let run = try folder.read()
      let began = run.document.startNanoseconds
      let duplicate = nodes[began].map {
        "it is a copy of the run of \($0): both have the same start time"
      }
      if let reason = fleet.refusal(of: run, of: fleet.kind(of: node)) ?? duplicate {
        return (host(.refused, reason, run.document), nil)
      }
      nodes[began] = node.name
      return (host(.kept, "", run.document), run)
    } catch {
      return (host(.refused, error.description), nil)
    }
  }
}

extension Fleet {
  /// The reason why a run is not one of this fleet's; nil for a run of the fleet.
  func refusal(of run: Run, of kind: FleetKind) -> String? {
    let document = run.document
    if document.tool.executable != tool.executable {
      return
        "it was measured by another executable (\(document.tool.executable), not \(tool.executable))"
    }
    let plan = document.plan.fingerprint
    if plan != kind.plan { return "it has another plan (\(plan), not \(kind.plan))" }
    if document.state != .complete { return "it is not finished (\(document.state.rawValue))" }
    let missing = run.missingLaunches
    return missing > 0 ? "its table is not complete: \(missing) launches are missing" : nil
  }
}
