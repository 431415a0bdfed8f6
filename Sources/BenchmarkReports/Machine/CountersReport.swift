package import BenchmarkDocument
import BenchmarkModel

/// An event in the list of the events that have names on this machine.
package struct CounterLine: Equatable, Sendable {
  /// Whether the event can be counted.
  package enum Status: String, Codable, Sendable, CaseIterable {
    /// The event can be counted.
    case opens = "yes"
    /// The event can be counted in user mode only.
    case userOnly = "user mode"
    /// The event can't be counted.
    case refused = "no"
    /// The event was not tried.
    case notTried = "not tried"
  }

  package let name: String
  package let otherNames: [String]
  /// The source of the event's name: a unit of libpfm4, a tracepoint's system, or a unit of sysfs.
  package let group: String
  /// The description of the event.
  package let summary: String
  /// Whether the event can be counted.
  package let status: Status
  /// The reason why the event can't be counted or was not tried; empty otherwise.
  package let reason: String

  package init(
    name: String, otherNames: [String] = [], group: String, summary: String = "", status: Status,
    reason: String = ""
  ) {
    self.name = name
    self.otherNames = otherNames
    self.group = group
    self.summary = summary
    self.status = status
    self.reason = reason
  }
}

/// The events of this machine, each with whether it can be counted: the default set, and all events
/// with a name.
package struct CountersReport {
  private let defaults: [CounterLine]
  private let named: [CounterLine]
  private let tracepoints: [CounterLine]
  private let tracepointProblem: String?
  private let counters: String?
  private let showsEachTracepoint: Bool

  /// Makes the report.
  ///
  /// - Parameters:
  ///   - defaults: The default set.
  ///   - named: The events that libpfm4 and sysfs name.
  ///   - tracepoints: The tracepoints: a line for each if `showsEachTracepoint` is true, otherwise
  ///     only their number in each system.
  ///   - counters: The number of processor events that can be counted at the same time, in words;
  ///     nil if none can be counted.
  ///   - tracepointProblem: The reason why tracepoints can't be listed, with the remedy; nil if
  ///     they can.
  package init(
    defaults: [CounterLine], named: [CounterLine], tracepoints: [CounterLine],
    tracepointProblem: String? = nil, counters: String? = nil, showsEachTracepoint: Bool
  ) {
    self.defaults = defaults
    self.named = named
    self.tracepoints = tracepoints
    self.tracepointProblem = tracepointProblem
    self.counters = counters
    self.showsEachTracepoint = showsEachTracepoint
  }

  /// The default set, the other named events, tracepoints, and the numbered reasons.
  package var document: Document {
    var notes = Notes()
    var page = section("The default set", defaults, &notes)
    if let counters {
      let text = "\(counters); more events take turns, each in trials of its own"
      page += [.heading("The processor's counters"), .text("\(text)", label: "  "), .space]
    }
    for group in groups(of: named) {
      page += section(group, named.filter { $0.group == group }, &notes)
    }
    page += showsEachTracepoint ? section("Tracepoints", tracepoints, &notes) : systems
    if let tracepointProblem {
      page += [
        .heading("Tracepoints"), .text("\(tracepointProblem)", label: "  none: "), .space,
      ]
    }
    return page + notes.document
  }

  private func groups(of lines: [CounterLine]) -> [String] {
    lines.map(\.group).uniqued()
  }

  private func section(_ title: String, _ lines: [CounterLine], _ notes: inout Notes) -> Document {
    if lines.isEmpty { return [] }
    // The width that is left in a line beside the longest name and the status.
    let room = Paragraph.width - 20 - (lines.map(\.name.count).max() ?? 0)
    let marked = lines.map { line in
      (line, mark: notes.number(of: line.reason).map { " (\($0))" } ?? "")
    }
    let description = TableDescription<(line: CounterLine, mark: String)>([
      .text("event") { $0.line.name }, .text("opens") { $0.line.status.rawValue + $0.mark },
      .text("what it is") { Self.what($0.line, room) }.ifAny,
    ])
    return [.heading("\(title)"), .table(description.table(marked)), .space]
  }

  private static func what(_ line: CounterLine, _ room: Int) -> String {
    let others = line.otherNames.isEmpty ? "" : "= " + line.otherNames.joined(separator: ", ")
    let text = [line.summary, others].filter { !$0.isEmpty }.joined(separator: " ")
    return text.count <= room ? text : text.prefix(max(0, room - 1)) + "…"
  }

  /// The number of tracepoints of each system.
  private var systems: Document {
    if tracepoints.isEmpty { return [] }
    let counts = groups(of: tracepoints).map { system in
      // The no-break space keeps a system and its number in one line.
      "\(system)\u{A0}\(tracepoints.count { $0.group == system })"
    }
    let text =
      "\(tracepoints.count) in \(counts.count) systems (a glob such as 'sched:*' lists and "
      + "tries the matching ones): " + counts.joined(separator: ", ")
    return [.heading("Tracepoints"), .text("\(text)", label: "  "), .space]
  }
}

/// The reasons why events can't be counted or were not tried, each with the number by which the
/// events' lines refer to the reason.
private struct Notes {
  private var reasons: [String] = []

  mutating func number(of reason: String) -> Int? {
    if reason.isEmpty { return nil }
    if let index = reasons.firstIndex(of: reason) { return index + 1 }
    reasons.append(reason)
    return reasons.count
  }

  var document: Document {
    if reasons.isEmpty { return [] }
    return [.heading("Why not")]
      + Document(
        reasons.enumerated().map { .text("\($0.element)", label: "  (\($0.offset + 1)) ") })
  }
}
