import ArgumentParser
import BenchmarkReports
import PerfEvents

struct CountersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "counters",
    abstract: "Lists the events that can be counted here, and why the others can't.",
    discussion: """
      First the default set, then what libpfm4, tracefs and sysfs have names for. Each is opened to see \
      whether it really counts; tracepoints only while a glob selects 64 or fewer, since closing each \
      takes the kernel some 35 ms.
      """)

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case table
    case json
  }

  @Argument(
    help: ArgumentHelp(
      "Which names, such as '*miss*' or 'sched:*'; each unit mask gets a line.", valueName: "glob"))
  var glob: String?

  @Option(name: .long, help: "table or json.")
  var format = Format.table

  func run() throws {
    let counting = Counting.current
    let defaults = DefaultEventListing(counting: counting).events(matching: glob)
    let listing = EventListing(
      matching: glob, encoder: counting.encoder, kernel: counting.kernel,
      paranoid: counting.paranoid)
    if let glob, defaults.isEmpty, listing.events.isEmpty {
      let problem = listing.tracefs.complaint.map { "; \($0)" }
      throw CommandFailure(
        message:
          "no event matches '\(glob)'; `\(Console.toolName) counters` shows the names, and a "
          + "glob must match all of one, as '*miss*' does" + (problem ?? ""), status: .usage)
    }
    switch format {
    case .table: Console.output(table(defaults, listing).document)
    case .json: Console.output(try json(defaults, listing))
    }
  }

  private func table(_ defaults: [ListedEvent], _ listing: EventListing) -> CountersReport {
    let isTracepoint = { (event: ListedEvent) in event.kind == .tracepoint }
    return CountersReport(
      defaults: defaults.map(line), named: listing.events.filter { !isTracepoint($0) }.map(line),
      tracepoints: listing.events.filter(isTracepoint).map(line),
      tracepointProblem: listing.tracefs.complaint,
      counters: Self.counters(defaults, listing),
      showsEachTracepoint: glob != nil)
  }

  /// How many of the processor's events count at once; nil where no such event opens.
  private static func counters(_ defaults: [ListedEvent], _ listing: EventListing) -> String? {
    let opens = (defaults + listing.events).contains {
      $0.kind == .hardware && [.opens, .opensUserOnly].contains($0.openness)
    }
    return opens ? Counting.capacity.words : nil
  }

  private func line(_ event: ListedEvent) -> CounterLine {
    let (status, reason) = Self.status(event.openness)
    return CounterLine(
      name: event.name, otherNames: event.otherNames, group: event.group, summary: event.summary,
      status: status, reason: reason)
  }

  private static func status(_ openness: Openness) -> (CounterLine.Status, reason: String) {
    switch openness {
    case .opens: (.opens, "")
    case .opensUserOnly: (.userOnly, "")
    case .refused(let reason): (.refused, reason)
    case .notTried(let reason): (.notTried, reason)
    }
  }

  private struct Document: Encodable {
    let tracefs: TracefsState
    /// How many of the processor's events count at once; absent where none does.
    let counters: Int?
    let defaults: [Entry]
    let events: [Entry]
  }

  private struct Entry: Encodable {
    let name: String
    let otherNames: [String]
    let kind: EventKind
    let group: String
    let summary: String
    let opens: CounterLine.Status
    let reason: String

    init(_ event: ListedEvent) {
      let status = CountersCommand.status(event.openness)
      name = event.name
      otherNames = event.otherNames
      kind = event.kind
      group = event.group
      summary = event.summary
      opens = status.0
      reason = status.reason
    }
  }

  private func json(_ defaults: [ListedEvent], _ listing: EventListing) throws -> String {
    try JSONOutput.text(
      of: Document(
        tracefs: listing.tracefs,
        counters: Self.counters(defaults, listing) == nil ? nil : Counting.capacity.count,
        defaults: defaults.map(Entry.init),
        events: listing.events.map(Entry.init)), keys: .asNamed)
  }
}
