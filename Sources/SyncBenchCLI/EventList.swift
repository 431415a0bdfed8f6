import ArgumentParser
import BenchmarkDocument
import BenchmarkReports
import PerfEvents

/// The list of the events that have names on this machine, and whether each can be counted.
struct EventList {
  /// The glob that selects events by their names; nil for all.
  let glob: String?

  /// Tries to open the events, and returns the list in a format.
  ///
  /// Tracepoints are not tried if too many of them are selected.
  ///
  /// - Throws: ``CommandFailure`` if the glob selects nothing.
  func text(as format: DataFormat) throws -> String {
    let counting = Counting.current
    let defaults = DefaultEventListing(counting: counting).events(matching: glob)
    let listing = EventListing(
      matching: glob, encoder: counting.encoder, kernel: counting.kernel,
      paranoid: counting.paranoid)
    if let glob, defaults.isEmpty, listing.events.isEmpty {
      let problem = listing.tracefs.complaint.map { "; \($0)" }
      throw CommandFailure.usage(
        "no event matches '\(glob)'; `\(Console.toolName) doctor --events` shows the names, and a "
          + "glob must match a whole name, as '*miss*' does" + (problem ?? ""))
    }
    return switch format {
    case .text: Console.terminal.text(table(defaults, listing).document)
    case .json: try json(defaults, listing)
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

  /// The number of the processor's events that can be counted at the same time, in words; nil if no
  /// such event opens.
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
    /// The number of the processor's events that can be counted at the same time; absent if no such
    /// event can be counted.
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
      let status = EventList.status(event.openness)
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
        events: listing.events.map(Entry.init)))
  }
}
