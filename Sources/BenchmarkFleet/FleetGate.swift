public import BenchmarkModel
import BenchmarkRunner
public import SystemPackage

/// A gate whose cases are dealt to identical nodes: both sides of a pair are always measured on one node.
///
/// Each node's share of `alpha` is that of its cases, so that a case is judged by the same looks and counts as in a gate of
/// all cases on one machine, and the whole suite has the same bound.
public struct FleetGate: Equatable, Sendable {
  /// All that is gated, without shams: each node draws its own.
  public let plan: GatePlan
  /// The cases of each node, as places in the plan.
  public let shares: [[Int]]

  /// Deals the cases like cards; nodes that would get none are left out.
  ///
  /// - Parameter nodes: How many nodes there are, one at least.
  public init(_ plan: GatePlan, nodes: Int) {
    let gated = plan.cases.filter { $0.role == .gated }
    self.plan = GatePlan(seed: plan.seed, alpha: plan.alpha, beta: plan.beta, cases: gated)
    let count = max(1, min(nodes, gated.count))
    shares = (0..<count).map { node in gated.indices.filter { $0 % count == node } }
  }

  /// A node's part of the error bound.
  public func alpha(ofNode node: Int) -> Double {
    plan.alpha * Double(shares[node].count) / Double(plan.cases.count)
  }

  /// The words of the command line by which a node gates its cases, a line each.
  public func words(ofNode node: Int) -> String {
    // Another order on each node, each drawn from the gate's.
    let own = ["--alpha=\(alpha(ofNode: node))", "--seed=\(plan.seed &+ UInt64(node))"]
    return (own + shares[node].map { "--filter=\(plan.cases[$0].id)" }).map { $0 + "\n" }.joined()
  }

  /// One recording of what the nodes recorded; a case whose node left none has no pairs in it.
  ///
  /// - Throws: ``FleetGateError`` where a node gated what is not planned.
  public static func merged(
    _ plan: GatePlan, _ recordings: [(node: String, recording: PairRecording)]
  ) throws(FleetGateError) -> PairRecording {
    var cases = plan.cases
    var rows: [PairRow] = []
    var places: [CaseID: Int] = [:]
    for (place, planned) in cases.enumerated() { places[planned.id] = place }
    for (node, recording) in recordings {
      var own: [Int] = []
      for planned in recording.plan.cases {
        if planned.role == .sham {
          own.append(cases.count)
          cases.append(planned)
        } else if let place = places.removeValue(forKey: planned.id), cases[place] == planned {
          own.append(place)
        } else {
          throw FleetGateError.foreignCase(planned.id, node: node)
        }
      }
      rows += recording.rows.map { $0.moved(toCase: own[$0.caseIndex]) }
    }
    return PairRecording(
      plan: GatePlan(seed: plan.seed, alpha: plan.alpha, beta: plan.beta, cases: cases), rows: rows)
  }
}

/// What can be wrong with what nodes gated.
public enum FleetGateError: Error, Equatable, CustomStringConvertible {
  /// A node gated a case that is not planned, is planned otherwise, or that another node gated too.
  case foreignCase(CaseID, node: String)
  /// The nodes are of several kinds.
  case severalKinds([Int])

  /// One line.
  public var description: String {
    switch self {
    case .foreignCase(let id, let node):
      "'\(id)' of \(node) is not one of the gate's cases, or is another node's too: gate again into another folder"
    case .severalKinds(let cpus):
      "a gate takes identical nodes, and these have \(cpus.map(String.init).joined(separator: " and ")) CPUs: name others"
    }
  }
}

extension PairRow {
  fileprivate func moved(toCase place: Int) -> PairRow {
    PairRow(
      caseIndex: place, pair: pair, order: order, paddingA: paddingA, paddingB: paddingB,
      outcome: outcome)
  }
}

extension FleetFolder {
  private var planPath: FilePath { path.appending("plan.csv") }

  /// Whether its nodes gate.
  public var isGate: Bool { FileAccess.exists(planPath) && FileAccess.exists(documentPath) }

  /// Writes what each node gates, the baseline and the file of limits; before the jobs are handed in.
  public func write(
    _ gate: FleetGate, of fleet: Fleet, baseline: FilePath, limits: FilePath?
  ) throws(FleetFolderError) {
    try copy(baseline, to: path.appending("bin/baseline"))
    if let limits { try copy(limits, to: path.appending("bin/limits.yml")) }
    try write(PairTable.opening(of: gate.plan), to: planPath)
    do throws(RunFolderError) {
      _ = try FileAccess.makeFolder("cases", in: path)
    } catch { throw .file(error) }
    for (place, node) in fleet.nodes.enumerated() {
      try write(gate.words(ofNode: place), to: path.appending("cases/\(node.name)"))
    }
  }

  /// What the nodes recorded, as one recording; it is written too, as pairs.csv of the folder.
  ///
  /// - Throws: ``FleetFolderError``, `GateFolderError`, ``FleetGateError``.
  public func mergedGate(of fleet: Fleet) throws -> PairRecording {
    let plan = try GateFolder.readPairs(at: planPath).plan
    let recordings = try fleet.nodes.compactMap {
      node -> (node: String, recording: PairRecording)? in
      let own = GateFolder(run(of: node).path)
      guard FileAccess.exists(own.pairsPath) else { return nil }
      return (node.name, try own.readPairs())
    }
    let merged = try FleetGate.merged(plan, recordings)
    let lines = merged.rows.map { PairTable.line(of: $0, in: merged.plan) }
    try write(
      PairTable.opening(of: merged.plan) + lines.joined(), to: GateFolder(path).pairsPath)
    return merged
  }
}
