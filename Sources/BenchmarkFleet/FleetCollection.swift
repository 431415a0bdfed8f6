import BenchmarkModel
import BenchmarkRunner
import SystemPackage

/// What a fleet has gathered: which hosts' runs may stand beside each other, and why the others may not.
public struct FleetCollection: Codable, Equatable, Sendable {
  /// A node and what became of its run.
  public struct Host: Codable, Equatable, Sendable {
    /// Whether its run is one of the fleet's.
    public enum State: String, Codable, Sendable {
      /// It is.
      case kept
      /// It is not what was asked for.
      case refused
      /// There is none yet.
      case missing
    }

    /// The node.
    public let node: String
    /// Whether its run is one of the fleet's.
    public let state: State
    /// Why not; empty for a kept one.
    public let reason: String
    /// What the run calls its machine; nil where there is no run.
    public let host: String?
  }

  /// The version of collected.json.
  public let schemaVersion: Int
  /// The nodes, in the fleet's order.
  public let hosts: [Host]

  /// Makes a collection of its hosts.
  public init(_ hosts: [Host]) {
    schemaVersion = Fleet.schemaVersion
    self.hosts = hosts
  }

  /// The nodes in a state.
  public func nodes(_ state: Host.State) -> [Host] { hosts.filter { $0.state == state } }
}

extension FleetFolder {
  private var collectionPath: FilePath { path.appending("collected.json") }

  /// Checks each node's run, and writes collected.json and summary.csv anew.
  ///
  /// - Parameter failures: Why nodes are left out, by their names; for those that have no run.
  /// - Complexity: O(rows of all runs); one run is in memory at a time.
  public func collect(
    _ fleet: Fleet, failures: [String: String] = [:]
  ) throws(FleetFolderError) -> FleetCollection {
    var hosts: [FleetCollection.Host] = []
    var summary = Summary()
    for node in fleet.nodes {
      hosts.append(check(node, of: fleet, failures: failures, &summary))
    }
    let collection = FleetCollection(hosts)
    try write(summary.text, to: summaryPath)
    try write(json: collection, to: collectionPath)
    return collection
  }

  /// What `collect` made last.
  public func collection() throws(FleetFolderError) -> FleetCollection {
    guard let collection: FleetCollection = try read(json: collectionPath) else {
      throw .notCollected(path.string)
    }
    // The names become paths.
    guard collection.hosts.allSatisfy({ Fleet.isName($0.node) }) else {
      throw .foreign(collectionPath.string, detail: "it has a node whose name is none")
    }
    return collection
  }

  private func check(
    _ node: FleetNode, of fleet: Fleet, failures: [String: String], _ summary: inout Summary
  ) -> FleetCollection.Host {
    func host(
      _ state: FleetCollection.Host.State, _ reason: String, _ document: RunDocument? = nil
    ) -> FleetCollection.Host {
      .init(node: node.name, state: state, reason: reason, host: document?.host)
    }
    let folder = run(of: node)
    guard FileAccess.exists(folder.path) else {
      return host(.missing, failures[node.name] ?? "not measured yet")
    }
    do throws(RunFolderError) {
      // What is complete or not, trials and failures tell.
      let run = try folder.read([.trials, .failures])
      var reason = fleet.refusal(of: run, of: fleet.kind(of: node))
      if reason == nil {
        let figures = try FileAccess.read(folder.path.appending("summary.csv"))
        reason = summary.add(figures, of: node.name, began: run.document.startNanoseconds)
      }
      return host(reason == nil ? .kept : .refused, reason ?? "", run.document)
    } catch {
      return host(.refused, error.description)
    }
  }
}

/// The metrics of all hosts, while they are gathered.
private struct Summary {
  private(set) var text = ""
  private var header: Substring?
  private var nodes: [UInt64: String] = [:]

  /// Adds a host's summary.csv, each row behind the node's name; why it can't stand beside the others, nil where it does.
  mutating func add(_ bytes: [UInt8]?, of node: String, began: UInt64) -> String? {
    if let other = nodes[began] { return "it is the run of \(other): both began in one nanosecond" }
    let lines =
      bytes.map { String(decoding: $0, as: UTF8.self) }?.split(whereSeparator: \.isNewline) ?? []
    guard let first = lines.first else {
      return "it has no summary.csv: syncbench summarize makes it anew"
    }
    if let header, header != first {
      return "its summary.csv has other columns than the first host's"
    }
    if header == nil { text += "host,\(first)\n" }
    header = first
    nodes[began] = node
    for line in lines.dropFirst() { text += "\(node),\(line)\n" }
    return nil
  }
}

extension Fleet {
  /// Why a run is not one of this fleet's; nil where it is.
  func refusal(of run: Run, of kind: FleetKind) -> String? {
    let document = run.document
    if document.tool.executable != tool.executable {
      return
        "it was measured by another executable (\(document.tool.executable), not \(tool.executable))"
    }
    let plan = document.plan.fingerprint
    if plan != kind.plan { return "it has another plan (\(plan), not \(kind.plan))" }
    if document.state != .complete { return "it is not finished (\(document.state.rawValue))" }
    let missing = run.missingInvocations
    return missing > 0 ? "its table is not complete: \(missing) launches are missing" : nil
  }
}
