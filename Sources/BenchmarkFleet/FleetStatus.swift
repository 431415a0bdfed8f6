import BenchmarkRunner
import SystemPackage

/// The progress of each node of a fleet.
package struct FleetStatus: Equatable, Sendable {
  /// The nodes, in the fleet's order.
  package let nodes: [NodeStatus]

  /// Joins the folder's state with the scheduler's; if they differ, the folder's state counts.
  ///
  /// - Parameter jobs: The jobs that the scheduler knows; nil if it does not answer.
  package init(_ fleet: Fleet, in folder: FleetFolder, jobs: [NodeJob]?) {
    let byNode = Dictionary(
      (jobs ?? []).map { ($0.node, $0.state) }, uniquingKeysWith: { _, last in last })
    nodes = fleet.nodes.map { node in
      let job = byNode[node.name]
      do throws(FleetFolderError) {
        let state = try Self.state(
          of: node, fleet.kind(of: node), folder, job: job,
          isKnown: jobs != nil, isSubmitted: !fleet.jobs.isEmpty)
        return NodeStatus(node: node.name, state: state)
      } catch {
        // A job that is still in the queue may still make a run.
        return NodeStatus(
          node: node.name,
          state: .damaged(error.description, isOver: job?.isOver ?? (jobs != nil)))
      }
    }
  }

  private static func state(
    of node: FleetNode, _ kind: FleetKind, _ folder: FleetFolder, job: NodeJob.State?,
    isKnown: Bool, isSubmitted: Bool
  ) throws(FleetFolderError) -> NodeStatus.State {
    let run = folder.run(of: node).path
    if FileAccess.exists(run) {
      guard FileAccess.isFolder(run) else { throw .file(.notAFolder(run.string)) }
      // The run is complete, because a job renames it to this name last.
      return .done
    }
    if let reason = try folder.text("failed/\(node.name)") { return .failed(reason.firstLine) }
    switch job {
    case .waiting(let reason):
      return .waiting(reason, rows: try parkedRows(of: node, folder))
    case .running(let seconds):
      return .running(
        seconds: seconds, expectedSeconds: Int(kind.expectedNanoseconds / 1_000_000_000))
    case .completed, .ended, nil:
      if !isKnown { return .unknown }
      if job == nil, !isSubmitted {
        return .failed(
          "the submission was not finished: if no fleet submit is still running, cancel the fleet, and submit into another folder"
        )
      }
      return .failed(try ending(of: node, job, folder))
    }
  }

  /// The number of rows that the last turn of the node's job saved for the next turn; nil if the
  /// last turn saved none, for example because the node died.
  private static func parkedRows(
    of node: FleetNode, _ folder: FleetFolder
  ) throws(FleetFolderError) -> Int? {
    let words = try folder.text("state/\(node.name)")?.firstLine.split(separator: " ")
    return words.flatMap { $0.count == 3 && $0[0] == "parked" ? Int($0[1]) : nil }
  }

  /// The reason why a finished job has left no run.
  private static func ending(
    of node: FleetNode, _ job: NodeJob.State?, _ folder: FleetFolder
  ) throws(FleetFolderError) -> String {
    let log =
      try folder.text("log/\(node.name).txt")?.lastLine.map { "; the last line of its log: \($0)" }
      ?? "; it wrote no log: does the node see the folder '\(folder.path)'?"
    if case .ended(let word) = job { return "its job ended: \(word)\(log)" }
    return job == nil
      ? "the scheduler knows no job of it, and it left no run\(log)"
      : "its job ended and left no run\(log)"
  }

  /// Whether no node can still make a run.
  package var isOver: Bool {
    nodes.allSatisfy {
      switch $0.state {
      case .done, .failed: true
      case .damaged(_, let isOver): isOver
      case .waiting, .running, .unknown: false
      }
    }
  }

  /// The nodes that are left out or have a file that can't be read, each with the reason.
  package var failures: [(node: String, reason: String)] {
    nodes.compactMap {
      switch $0.state {
      case .failed(let reason), .damaged(let reason, _): ($0.node, reason)
      case .done, .waiting, .running, .unknown: nil
      }
    }
  }

  /// The number of nodes in a state.
  package func count(_ isIn: (NodeStatus.State) -> Bool) -> Int { nodes.count { isIn($0.state) } }
}

/// The progress of a node.
package struct NodeStatus: Equatable, Sendable {
  /// The state of a node.
  package enum State: Equatable, Sendable {
    /// The node's job or its next turn has not started, for a reason; `rows` is the number of rows
    /// that the last turn saved, nil for none.
    case waiting(String, rows: Int?)
    /// The node's job has been running for `seconds`; the whole plan should take `expectedSeconds`.
    case running(seconds: Int, expectedSeconds: Int)
    /// The node's run is in the folder.
    case done
    /// The node is left out, for a reason.
    case failed(String)
    /// A file of the node can't be read, for a reason; `isOver` is whether the node's job is over.
    case damaged(String, isOver: Bool)
    /// The node has no run, and the scheduler does not answer.
    case unknown
  }

  package let node: String
  /// The state of the node.
  package let state: State
}

extension String {
  /// The first line, cut to 400 characters.
  var firstLine: String { brief(split(maxSplits: 1, whereSeparator: \.isNewline).first) ?? "" }

  /// The last line, cut to 400 characters; nil for a text without lines.
  var lastLine: String? { brief(split(whereSeparator: \.isNewline).last) }

  private func brief(_ line: Substring?) -> String? { line.map { String($0.prefix(400)) } }
}
