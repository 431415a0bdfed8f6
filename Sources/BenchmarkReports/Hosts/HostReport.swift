package import BenchmarkAnalysis
package import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics

/// A comparison of machines: groups of identical machines, the spread in each group, the machines
/// that stand out, and the differences between groups.
package struct HostReport: Sendable {
  private let comparison: HostComparison
  private let listsAll: Bool

  /// The largest number of rows of a table, unless all rows are asked for.
  ///
  /// The table of machines sorted by cost is an exception: it has this number of the dearest
  /// machines, and the same number of the cheapest.
  private static let fewRows = 10
  /// The largest number of machines in a group whose table has a column for each machine.
  private static let mostBeside = 10

  /// Makes the report; `listsAll` asks for every row of every table.
  package init(_ comparison: HostComparison, listsAll: Bool = false) {
    self.comparison = comparison
    self.listsAll = listsAll
  }

  /// The groups, each with its tables, then the differences between groups.
  package var document: Document {
    .spaced(comparison.groups.flatMap(documents) + [across, changes, [Self.line(Self.limits)]])
  }

  private static func line(_ text: String, label: StyledText = "") -> Block {
    .text("\(text)", label: "  " + label)
  }

  // MARK: A group

  private func documents(of group: HostGroup) -> [Document] {
    let identity = zip(HostIdentity.names, group.identity.parts).map { "\($0) \($1)" }
    let beside = Words.count(group.hosts.count, "identical machine")
    let head: Document =
      [
        .heading("group \(group.name)", beside: beside),
        Self.line(identity.joined(separator: ", ")),
        Self.line(Words.some(group.hosts, atMost: listsAll ? .max : 16)),
        Self.line(spread(of: group)),
      ]
      + Document(places(of: group) + group.standingOut.map(Self.standingOut) + faults(of: group))
    guard group.hosts.count > 1, !group.cases.isEmpty else { return [head] }
    return [head, self.beside(group), cases(group)]
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

  /// The places in which each machine had its CPUs, each place with its share of the trials.
  private func places(of group: HostGroup) -> [Block] {
    let read = zip(group.hosts, group.places).compactMap { host, places in
      places.map { Self.line("places of \(host): \($0)") }
    }
    let shown = listsAll ? read.count : Self.fewRows
    let rest = read.count - shown
    return read.prefix(shown)
      + (rest > 0 ? [Self.line("places of \(Words.count(rest, "more machine")): --all")] : [])
  }

  private static func standingOut(_ found: StandingOut) -> Block {
    let facts = found.facts.map {
      "\($0.name): \($0.value ?? "not reported"), elsewhere \($0.usual ?? "not reported")"
    }
    let cause =
      facts.isEmpty
      ? "nothing that is known of it differs: look at its temperature, its firmware and its neighbours"
      : "it differs in this: " + facts.joined(separator: "; ")
    let cost = Quantity.fineTimes.text(found.ratio)
    return line(
      "\(found.host) stands out, its costs are \(cost) times the others' (median over the cases): \(cause)",
      label: StyledText("warning: ", .caution))
  }

  private func faults(of group: HostGroup) -> [Block] {
    group.faults.grouped { $0.host }.map { faults in
      let names = Words.some(faults.map { "\($0.id) (\($0.reason))" }, atMost: 3)
      return Self.line(
        "\(faults[0].host) has no figure of \(names)", label: StyledText("not compared: ", .alarm))
    }
  }

  private func beside(_ group: HostGroup) -> Document {
    guard group.hosts.count <= Self.mostBeside else { return besideAll(group) }
    let machines = TableDescription<Int>(
      [.name("machine") { group.hosts[$0] }]
        + group.hosts.indices.map { column in
          .figure(group.hosts[column], .fineTimes) { row in
            row == column ? nil : group.middleRatio(of: row, over: column)
          }
        })
    return [
      .heading(
        "each machine beside every other", level: 2,
        beside: "a case's cost on the row's machine divided by its cost on the column's, "
          + "median over the cases"),
      .table(machines.table(Array(group.hosts.indices))),
    ]
  }

  private func besideAll(_ group: HostGroup) -> Document {
    let rows = group.hosts.indices.sorted { group.middleRatios[$0] > group.middleRatios[$1] }
    let isShort = !listsAll && rows.count > 2 * Self.fewRows
    let machines = TableDescription<Int>([
      .name("machine") { group.hosts[$0] }, .figure("×", .fineTimes) { group.middleRatios[$0] },
    ])
    return [
      .heading(
        "each machine beside the others", level: 2,
        beside: "a case's cost over its median cost on the others, median over the cases"
          + (isShort ? "; the \(Self.fewRows) dearest and the \(Self.fewRows) cheapest" : "")),
      .table(
        machines.table(isShort ? rows.prefix(Self.fewRows) + rows.suffix(Self.fewRows) : rows)),
    ]
  }

  private func cases(_ group: HostGroup) -> Document {
    let (shown, rest) = first(
      group.cases.sorted { ($0.spreadBetween ?? 0) > ($1.spreadBetween ?? 0) })
    return [
      .heading("cases by their spread", level: 2, beside: rest), .table(Self.spreads.table(shown)),
    ]
  }

  private static let spreads = TableDescription<GroupedCase>([
    .shown("middle", .figure) { .figure($0.estimate.value, Quantity($0.column)) },
    .figure("± between", .share) { $0.spreadBetween },
    .figure("± within", .share) { $0.spreadWithin },
    .shown("least", .figure) { .figure($0.estimates.map(\.value).min(), Quantity($0.column)) },
    .shown("most", .figure) { .figure($0.estimates.map(\.value).max(), Quantity($0.column)) },
    .name("case") { $0.id.description },
  ])

  /// The first rows, or all rows if `listsAll` is true, with a sentence on the rows left out.
  private func first<Row>(_ rows: [Row]) -> (shown: [Row], rest: String) {
    let shown = listsAll ? rows : Array(rows.prefix(Self.fewRows))
    return (
      shown,
      shown.count < rows.count
        ? "the first \(shown.count) of \(rows.count); --all lists all" : ""
    )
  }

  // MARK: Between groups

  private var across: Document {
    guard !comparison.across.isEmpty else { return [] }
    let names = comparison.groups.map(\.name)
    let (shown, rest) = first(comparison.across.sorted { $0.change > $1.change })
    let figures = TableDescription<CaseAcross>(
      [.shown(names[0], .figure) { .figure($0.estimates[0].value, Quantity($0.column)) }]
        + names.indices.dropFirst().flatMap { group -> [TableDescription<CaseAcross>.Column] in
          [
            .figure("\(names[group]) / \(names[0])", .fineTimes) {
              $0.ratio(ofGroup: group).value
            },
            .shown("interval", .interval) {
              .range($0.ratio(ofGroup: group).interval, .fineTimes)
            },
          ]
        } + [.text("metric") { $0.column.name }, .name("case") { $0.id.description }])
    return [
      .heading(
        "between the groups",
        beside: ["what differs most comes first", rest].filter { !$0.isEmpty }
          .joined(separator: "; ")), .table(figures.table(shown)),
    ]
  }

  private var changes: Document {
    guard comparison.groups.count > 1 else { return [] }
    let title: StyledText = "where ranks change"
    guard !comparison.changes.isEmpty else {
      return [
        .heading(title),
        Self.line("nowhere, among the primitives that both groups tell apart"),
      ]
    }
    let (shown, rest) = first(comparison.changes)
    return [
      .heading(
        title,
        beside: ["told apart in both groups", rest].filter { !$0.isEmpty }.joined(separator: "; ")),
      Self.line("A cost is relative to that of the other primitive."),
      .table(Self.rankChanges.table(shown)),
    ]
  }

  private static let rankChanges = TableDescription<RankChange>([
    .text("better in one") { "\($0.groups[0]): \($0.better)" },
    .figure("its cost", .fineTimes) { $0.ratios[0] },
    .text("better in the other") { "\($0.groups[1]): \($0.worse)" },
    .figure("its cost", .fineTimes) { 1 / $0.ratios[1] },
    .name("situation") { $0.situation },
  ])

  private static let limits = """
    Between: half of the range of the machines' figures. Within: the median half width of their 95 % intervals. A \
    group's figure is the median over its machines. From six machines on, its interval is the median's; with fewer, it \
    spans all the machines' intervals; a ratio's interval is made of the ends of both intervals. A difference between \
    groups comes from everything in which they differ, not from the processor alone.
    """
}

extension CaseAcross {
  /// The largest factor between a group and the first group, in either direction.
  fileprivate var change: Double {
    estimates.indices.dropFirst().map { group in
      let ratio = ratio(ofGroup: group).value
      return max(ratio, 1 / ratio)
    }.max() ?? 1
  }
}
