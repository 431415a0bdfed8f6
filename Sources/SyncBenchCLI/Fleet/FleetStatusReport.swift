import BenchmarkDocument
import BenchmarkFleet
import BenchmarkModel

/// The progress of a fleet's nodes, as a table and as a line.
struct FleetStatusReport {
  private let fleet: Fleet
  private let status: FleetStatus

  init(_ fleet: Fleet, _ status: FleetStatus) {
    self.fleet = fleet
    self.status = status
  }

  /// The table of the nodes, and ``line`` below it.
  var document: Document {
    [
      .table(
        Table(
          [.init("node"), .init("state"), .init("why, or how far")],
          status.nodes.map { node in
            let (word, text) = Self.words(node.state)
            let isFailure = ["failed", "damaged"].contains(word)
            return Table.Row([
              .text(node.node), isFailure ? .verdict(word, .alarm) : .text(word), .text(text),
            ])
          })), .space, .line(StyledText(line)),
    ]
  }

  /// The number of nodes in each state.
  var line: String {
    let states = status.nodes.map { Self.words($0.state).state }
    let parts = states.uniqued().map { state in "\(states.count { $0 == state }) \(state)" }
    return "\(Words.count(states.count, "node")): " + parts.joined(separator: ", ")
  }

  /// The share of the nodes that are done, in tenths.
  var tenth: Int { status.count { $0 == .done } * 10 / max(1, status.nodes.count) }

  /// Each node's state, with the reason or the progress if there is one, by the node's name.
  var words: [String: String] {
    Dictionary(
      status.nodes.map { node in
        let (word, text) = Self.words(node.state)
        return (node.node, text.isEmpty ? word : "\(word): \(text)")
      }, uniquingKeysWith: { first, _ in first })
  }

  private static func words(_ state: NodeStatus.State) -> (state: String, text: String) {
    switch state {
    case .waiting(let reason, let rows):
      (
        "waiting",
        reason + (rows.map { "; has \(Words.count($0, "row")) from an earlier turn" } ?? "")
      )
    case .running(let seconds, let expected):
      ("running", progress(seconds, of: expected))
    case .done: ("done", "")
    case .failed(let reason): ("failed", reason)
    case .damaged(let reason, _): ("damaged", reason)
    case .unknown: ("unknown", "the scheduler does not answer")
    }
  }

  private static func progress(_ seconds: Int, of expected: Int) -> String {
    func clock(_ seconds: Int) -> String {
      // A scheduler may report any duration, so the duration is limited to a century.
      ProgressLine.clock(UInt64(min(max(1, seconds), 3_155_760_000)) * 1_000_000_000)
    }
    return seconds < expected
      ? "\(clock(seconds)) of about \(clock(expected)), \(seconds * 100 / expected) % by the clock"
      : "\(clock(seconds)), longer than the \(clock(expected)) that were planned"
  }
}
