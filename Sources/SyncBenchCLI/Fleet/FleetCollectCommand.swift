import ArgumentParser
import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkFleet
import BenchmarkReports
import BenchmarkRunner

struct FleetCollectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "collect",
    abstract: "Checks what the nodes measured, and gathers it; can be run again.",
    discussion: """
      A run that is damaged, lacks launches, or is of another plan or executable is refused with the reason; the others \
      are kept. summary.csv has all metrics of all hosts, computed from their raw rows. The exit status is 1 while a node has no run that was kept.
      """)

  @OptionGroup var argument: FleetArgument

  func run() throws {
    let fleet = try argument.fleet()
    guard !argument.folder.isGate else {
      throw CommandFailure.usage(
        "'\(argument.path)' is of a gate, whose verdicts are given by: \(argument.next)")
    }
    let argument = argument
    let status: FleetStatus?
    do {
      status = try FleetFailure.waiting {
        try await argument.status(of: fleet, FleetFailure.scheduler)
      }
    } catch is CommandFailure {
      // If the scheduler does not answer, the folder alone is enough.
      status = nil
    }
    let report = status.map { FleetStatusReport(fleet, $0) }
    let collection = try FleetFailure.naming {
      try argument.folder.collect(
        fleet, failures: report?.words ?? [:], columns: SummaryCSV.columns
      ) { SummaryCSV.rows(of: Summarizer($0).summary()) }
    }
    Console.output(Self.document(collection))
    let kept = collection.nodes(.kept).count
    let rest = collection.hosts.count - kept
    if kept > 0 {
      Console.output(
        """
        \(Words.count(kept, "host")) in \(argument.folder.summaryPath)
          \(argument.command("compare"))
          \(argument.command("report"))

        """)
    }
    guard rest > 0 else { return }
    throw CommandFailure.world(
      """
      \(Words.count(rest, "node")) of \(collection.hosts.count) have no run that was kept, for the reasons \
      above; collect again when more nodes are done
      """)
  }

  private static func document(_ collection: FleetCollection) -> Document {
    let rows = collection.hosts.map { host in
      Table.Row([
        .text(host.node), .text(host.host ?? ""),
        host.state == .refused ? .verdict("refused", .alarm) : .text(host.state.rawValue),
        .text(host.reason),
      ])
    }
    return [
      .table(Table([.init("node"), .init("host"), .init("run"), .init("why")], rows)), .space,
    ]
  }
}
