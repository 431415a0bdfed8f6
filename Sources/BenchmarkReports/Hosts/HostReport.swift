package import BenchmarkAnalysis
package import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics

/// Machines beside each other: groups of identical ones, the spread in each, who stands out, and what differs between groups.
package struct HostReport: Sendable {
  private let comparison: HostComparison
  private let listsAll: Bool

  fileprivate static let width = 120
  /// So many rows tell enough, where not all are asked for.
  private static let fewRows = 10
  /// From so many machines on, a table of each beside each other fits no screen.
  private static let mostBeside = 10

  /// Makes the report; `listsAll` asks for every row of every table.
  package init(_ comparison: HostComparison, listsAll: Bool = false) {
    self.comparison = comparison
    self.listsAll = listsAll
  }

  /// The groups, each with its tables, then what is to be said of several.
  package var document: Document { .spaced(parts.map(\.document)) }

  /// A heading with what stands below it, in whatever form.
  struct Part {
    let title: String
    var level = 1
    var beside = ""
    var lines: [Line] = []
    var table: Table?

    /// A sentence, behind a word that is marked where there is one.
    struct Line {
      var label = ""
      var tone = Tone.plain
      let text: String
    }

    fileprivate var document: Document {
      var document: Document =
        title.isEmpty ? [] : [.heading(StyledText(title), level: level, beside: beside)]
      document += Document(
        lines.map { line in
          .text(
            StyledText(line.text), label: "  " + StyledText(line.label, line.tone),
            width: HostReport.width)
        })
      if let table { document += [.table(table)] }
      return document
    }
  }

  /// All that it says, in its order.
  var parts: [Part] {
    comparison.groups.flatMap(parts(of:)) + [across, changes].compactMap { $0 } + [limits]
  }

  // MARK: A group

  private func parts(of group: HostGroup) -> [Part] {
    let identity = zip(HostIdentity.names, group.identity.parts).map { "\($0) \($1)" }
    let lines = [
      Part.Line(text: identity.joined(separator: ", ")),
      Part.Line(text: Words.some(group.hosts, atMost: listsAll ? .max : 16)),
      Part.Line(text: spread(of: group)),
    ]
    let head = Part(
      title: "group \(group.name)", beside: Words.count(group.hosts.count, "identical machine"),
      lines: lines + places(of: group) + group.standingOut.map(Self.standingOut) + faults(of: group)
    )
    guard group.hosts.count > 1, !group.cases.isEmpty else { return [head] }
    return [head, beside(group), cases(group)]
  }

  private func spread(of group: HostGroup) -> String {
    let within = group.spreadWithin.map { "±\(Quantity.share.text($0))" }
    guard let between = group.spreadBetween else {
      return "one machine: nothing tells how far others of its kind differ from it"
        + (within.map { "; within it, the middle case spreads by \($0)" } ?? "")
    }
    return
      "over \(Words.count(group.cases.count, "case")), the middle one spreads by ±\(Quantity.share.text(between)) between "
      + "the machines, and by \(within ?? "an unknown amount (no intervals)") within one"
  }

  /// The shares of the places in which each machine had its CPUs.
  private func places(of group: HostGroup) -> [Part.Line] {
    let read = zip(group.hosts, group.places).compactMap { host, places in
      places.map { Part.Line(text: "places of \(host): \($0)") }
    }
    let shown = listsAll ? read.count : Self.fewRows
    let rest = read.count - shown
    return read.prefix(shown)
      + (rest > 0 ? [Part.Line(text: "places of \(Words.count(rest, "more machine")): --all")] : [])
  }

  private static func standingOut(_ found: StandingOut) -> Part.Line {
    let facts = found.facts.map {
      "\($0.name): \($0.value ?? "not reported"), elsewhere \($0.usual ?? "not reported")"
    }
    let cause =
      facts.isEmpty
      ? "nothing that is known of it differs: look at its temperature, its firmware and its neighbours"
      : "it differs in this: " + facts.joined(separator: "; ")
    let cost = Quantity.fineTimes.text(found.ratio)
    return Part.Line(
      label: "warning: ", tone: .caution,
      text: "\(found.host) stands out, its middle case costs \(cost) times the others': \(cause)")
  }

  private func faults(of group: HostGroup) -> [Part.Line] {
    group.faults.grouped { $0.host }.map { faults in
      let names = Words.some(faults.map { "\($0.id) (\($0.reason))" }, atMost: 3)
      return Part.Line(
        label: "not compared: ", tone: .alarm, text: "\(faults[0].host) has no figure of \(names)")
    }
  }

  private func beside(_ group: HostGroup) -> Part {
    guard group.hosts.count <= Self.mostBeside else { return besideAll(group) }
    let rows = group.hosts.indices.map { row in
      Table.Row(
        [.text(group.hosts[row])]
          + group.hosts.indices.map { column -> Cell in
            if row == column { return .empty }
            return .figure(group.middleRatio(of: row, over: column), .fineTimes)
          })
    }
    return Part(
      title: "each machine beside every other", level: 2,
      beside: "the middle case's cost on the row's over that on the column's",
      table: Table(
        [.init("machine", .name)] + group.hosts.map { Table.Column($0, .figure) }, rows,
        width: Self.width))
  }

  private func besideAll(_ group: HostGroup) -> Part {
    let rows = zip(group.hosts, group.middleRatios).sorted { $0.1 > $1.1 }.map { host, ratio in
      Table.Row([.text(host), .figure(ratio, .fineTimes)])
    }
    let isShort = !listsAll && rows.count > 2 * Self.fewRows
    return Part(
      title: "each machine beside the others", level: 2,
      beside: "the middle case's cost over theirs"
        + (isShort ? "; the \(Self.fewRows) dearest and the \(Self.fewRows) cheapest" : ""),
      table: Table(
        [.init("machine", .name), .init("×", .figure)],
        isShort ? Array(rows.prefix(Self.fewRows) + rows.suffix(Self.fewRows)) : rows))
  }

  private func cases(_ group: HostGroup) -> Part {
    let sorted = group.cases.sorted { ($0.spreadBetween ?? 0) > ($1.spreadBetween ?? 0) }
    let shown = listsAll ? sorted[...] : sorted.prefix(Self.fewRows)
    let rows = shown.map { found in
      let quantity = Quantity(found.column)
      return Table.Row([
        .figure(found.estimate.value, quantity), .figure(found.spreadBetween, .share),
        .figure(found.spreadWithin, .share), .figure(found.estimates.map(\.value).min(), quantity),
        .figure(found.estimates.map(\.value).max(), quantity), .text(found.id.description),
      ])
    }
    return Part(
      title: "cases by their spread", level: 2, beside: rest(shown.count, of: sorted.count),
      table: Table(
        [
          .init("middle", .figure), .init("± between", .figure), .init("± within", .figure),
          .init("least", .figure), .init("most", .figure), .init("case", .name),
        ], rows, width: Self.width))
  }

  /// What is said of rows that are not shown.
  private func rest(_ shown: Int, of all: Int) -> String {
    shown < all ? "the first \(shown) of \(all); --all lists them" : ""
  }

  // MARK: Between groups

  private var across: Part? {
    guard !comparison.across.isEmpty else { return nil }
    let names = comparison.groups.map(\.name)
    let columns = names.dropFirst().flatMap {
      [Table.Column("\($0) / \(names[0])", .figure), Table.Column("interval", .interval)]
    }
    let sorted = comparison.across.sorted { $0.change > $1.change }
    let shown = listsAll ? sorted[...] : sorted.prefix(Self.fewRows)
    let rows = shown.map { found in
      let ratios = names.indices.dropFirst().flatMap { place -> [Cell] in
        let ratio = found.ratio(ofGroup: place)
        return [.figure(ratio.value, .fineTimes), .range(ratio.interval, .fineTimes)]
      }
      return Table.Row(
        [.figure(found.estimates[0].value, Quantity(found.column))] + ratios
          + [.text(found.column.name), .text(found.id.description)])
    }
    return Part(
      title: "between the groups",
      beside: ["what differs most comes first", rest(shown.count, of: sorted.count)]
        .filter { !$0.isEmpty }.joined(separator: "; "),
      table: Table(
        [.init(names[0], .figure)] + columns + [.init("metric"), .init("case", .name)], rows,
        width: Self.width))
  }

  private var changes: Part? {
    guard comparison.groups.count > 1 else { return nil }
    let all = comparison.changes
    let shown = listsAll ? all[...] : all.prefix(Self.fewRows)
    var part = Part(
      title: "where rankings change places",
      beside: all.isEmpty ? "" : "told apart in both groups " + rest(shown.count, of: all.count))
    guard !all.isEmpty else {
      part.lines = [.init(text: "nowhere, among the primitives that both groups tell apart")]
      return part
    }
    part.table = Table(
      [
        .init("better in one"), .init("its cost", .figure), .init("better in the other"),
        .init("its cost", .figure), .init("situation", .name),
      ],
      shown.map { change in
        Table.Row([
          .text("\(change.groups[0]): \(change.better)"), .figure(change.ratios[0], .fineTimes),
          .text("\(change.groups[1]): \(change.worse)"),
          .figure(1 / change.ratios[1], .fineTimes), .text(change.situation),
        ])
      }, width: Self.width)
    part.lines = [.init(text: "A cost is relative to that of the other primitive.")]
    return part
  }

  private var limits: Part {
    Part(
      title: "",
      lines: [
        .init(
          text: """
            Between: half of the range of the machines' figures. Within: the middle of their half intervals of 95 %. A \
            group's interval is that of the median over its machines if there are six or more, and otherwise spans all of \
            their own intervals; that of a ratio is made of both ends. A difference between groups comes from \
            everything in which they differ, not from the processor alone.
            """)
      ])
  }
}

extension CaseAcross {
  /// How far any group is from the first, whichever way.
  fileprivate var change: Double {
    estimates.indices.dropFirst().map { place in
      let ratio = ratio(ofGroup: place).value
      return max(ratio, 1 / ratio)
    }.max() ?? 1
  }
}
