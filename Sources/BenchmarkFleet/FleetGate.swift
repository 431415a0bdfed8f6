package import BenchmarkModel
import BenchmarkRunner
package import SystemPackage

/// A gate whose cases are dealt to identical nodes; both launches of a pair, of the baseline and of
/// the candidate, are measured on one node.
///
/// `alpha` bounds the probability that any gated case fails if nothing differs. A node's share of
/// `alpha` equals its share of the cases. A case is therefore judged after the same numbers of
/// pairs, and by the same test, as in a gate of all cases on one machine, and `alpha` holds for all
/// nodes together.
package struct FleetGate: Equatable, Sendable {
  /// The plan of all gated cases, without shams (cases measured as the baseline against itself),
  /// because each node draws shams of its own.
  package let plan: GatePlan
  /// The cases of each node, as indices in the plan.
  package let shares: [[Int]]

  /// Deals the cases to the nodes in turn; nodes that would get no case are left out.
  ///
  /// - Parameter nodes: The number of nodes, one at least.
  package init(_ plan: GatePlan, nodes: Int) {
    let gated = plan.cases.filter { $0.role == .gated }
    self.plan = GatePlan(seed: plan.seed, alpha: plan.alpha, beta: plan.beta, cases: gated)
    let count = max(1, min(nodes, gated.count))
    shares = (0..<count).map { node in gated.indices.filter { $0 % count == node } }
  }

  /// A node's share of `alpha`.
  package func alpha(ofNode node: Int) -> Double {
    plan.alpha * Double(shares[node].count) / Double(plan.cases.count)
  }

  /// The expected time of the node that takes longest, in ns.
  ///
  /// - Parameters:
  ///   - shams: The shams that stand for the nodes' own, which the nodes draw later.
  ///   - cases: The plans of all cases.
  package func expectedNanoseconds(shams: [GateCase], _ cases: [PlannedCase]) -> UInt64 {
    shares.indices.map { node in
      let own = GatePlan(
        seed: plan.seed, alpha: alpha(ofNode: node), beta: plan.beta,
        cases: shares[node].map { plan.cases[$0] } + shams)
      return GateEstimate(own, cases).nanoseconds
    }.max() ?? 0
  }

  /// The words of the command line by which a node gates its cases, one word on each line.
  package func words(ofNode node: Int) -> String {
    // Each node has its own order of launches, from a seed that follows from the gate's seed.
    let own = ["--alpha=\(alpha(ofNode: node))", "--seed=\(plan.seed &+ UInt64(node))"]
    return (own + shares[node].map { "--filter=\(plan.cases[$0].id)" }).map { $0 + "\n" }.joined()
  }
}

/// The pairs that a gate's nodes measured, added node by node.
package struct MergedGate: Sendable {
  private let plan: GatePlan
  private var cases: [GateCase]
  private var rows: [PairRow] = []
  /// The planned cases that no node has gated so far, with their indices.
  private var indicesLeft: [CaseID: Int]

  /// The warnings: nodes whose pairs are left out, each with the reason, and other faults of the
  /// nodes' tables.
  package internal(set) var warnings: [String] = []

  /// Makes a gate with a plan and without pairs.
  package init(_ plan: GatePlan) {
    self.plan = plan
    cases = plan.cases
    indicesLeft = Dictionary(
      cases.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { _, last in last })
  }

  /// Adds a node's recording, or nothing of it if an error is thrown.
  ///
  /// - Throws: ``FleetGateError/foreignCase(_:node:)``.
  package mutating func add(
    _ recording: PairRecording, of node: String
  ) throws(FleetGateError) {
    var (cases, indicesLeft) = (cases, indicesLeft)
    var own: [Int] = []
    for planned in recording.plan.cases {
      if planned.role == .sham {
        own.append(cases.count)
        cases.append(planned)
      } else if let index = indicesLeft.removeValue(forKey: planned.id),
        cases[index] == planned
      {
        own.append(index)
      } else {
        throw .foreignCase(planned.id, node: node)
      }
    }
    (self.cases, self.indicesLeft) = (cases, indicesLeft)
    for var row in recording.rows {
      row.caseIndex = own[row.caseIndex]
      rows.append(row)
    }
  }

  /// The pairs of all nodes as one recording; a case whose node left no recording has no pairs.
  package var recording: PairRecording {
    PairRecording(
      plan: GatePlan(seed: plan.seed, alpha: plan.alpha, beta: plan.beta, cases: cases), rows: rows)
  }
}

/// An error of the nodes' gates.
package enum FleetGateError: Error, Equatable, CustomStringConvertible {
  /// A node gated a case that is not in the plan, differs from the planned case, or was also gated
  /// by another node.
  case foreignCase(CaseID, node: String)
  /// The nodes are of several kinds.
  case severalKinds([Int])

  /// The error in one line.
  package var description: String {
    switch self {
    case .foreignCase(let id, let node):
      "'\(id)' of \(node) is not one of the gate's cases, or is another node's too: gate again into another folder"
    case .severalKinds(let cpus):
      "a gate takes identical nodes, and these have \(cpus.map(String.init).joined(separator: " and ")) CPUs: name others"
    }
  }
}

extension FleetFolder {
  private var planPath: FilePath { path.appending("plan.json") }

  /// Whether the fleet's nodes run a gate.
  package var isGate: Bool { FileAccess.exists(planPath) && FileAccess.exists(documentPath) }

  /// Writes the cases of each node, the baseline and the file of limits, before the jobs are
  /// submitted.
  package func write(
    _ gate: FleetGate, of fleet: Fleet, baseline: FilePath, limits: FilePath?
  ) throws(FleetFolderError) {
    try copy(baseline, to: path.appending("bin/baseline"))
    if let limits { try copy(limits, to: path.appending("bin/limits.yml")) }
    try write(json: GatePlanDocument(gate.plan), to: planPath)
    do throws(RunFolderError) {
      _ = try FileAccess.makeFolder("cases", in: path)
    } catch { throw .file(error) }
    for (index, node) in fleet.nodes.enumerated() {
      try write(gate.words(ofNode: index), to: path.appending("cases/\(node.name)"))
    }
  }

  /// Reads the plan of the fleet's gate, and checks that no case is lost, because the remaining
  /// cases would be taken for the whole gate.
  private func plan(of fleet: Fleet) throws(FleetFolderError) -> GatePlan {
    let document: GatePlanDocument? = try read(json: planPath)
    guard let plan = document?.plan, plan.defect == nil else {
      throw .foreign(planPath.string, detail: document?.plan.defect ?? "it is gone")
    }
    guard plan.cases.count == fleet.kinds[0].cases else {
      throw FleetFolderError.foreign(
        planPath.string, detail: "it has \(plan.cases.count) of \(fleet.kinds[0].cases) cases")
    }
    return plan
  }

  /// The pairs of all nodes' recordings.
  ///
  /// A node whose pairs can't be read or added is left out with a warning.
  ///
  /// - Parameter pairs: Returns the pairs of a node's run; nil if the run is not a gate's.
  package func mergedGate(
    of fleet: Fleet, pairs: (Run) -> PairRecording?
  ) throws -> MergedGate {
    removeLeftOvers()
    var merged = MergedGate(try plan(of: fleet))
    for node in fleet.nodes where FileAccess.isFolder(run(of: node).path) {
      do {
        guard let recording = pairs(try run(of: node).readGate()) else { continue }
        try merged.add(recording, of: node.name)
      } catch {
        merged.warnings.append("\(node.name) is left out: \(error)")
      }
    }
    return merged
  }
}

/// The plan of a fleet's gate on disk.
private struct GatePlanDocument: Codable {
  let schemaVersion: Int
  let plan: GatePlan

  init(_ plan: GatePlan) {
    schemaVersion = Fleet.schemaVersion
    self.plan = plan
  }
}
