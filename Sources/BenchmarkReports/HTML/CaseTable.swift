import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics

/// All cases of a workload in one table: situation by situation, in each the best first, then what was not
/// ranked, with the reason.
struct CaseTable {
  /// A case of a run, with its place if it has one.
  private struct Entry {
    let summary: CaseSummary
    var place: Cell = .empty
    var ratioToBest: Cell = .empty
    /// The words for a case without a rank.
    var status: CaseStatusWords?
  }

  private let runs: ReportRuns
  private let suite: String
  private let workload: String
  private let suites: [SuiteSummary?]
  /// By run, then by case.
  private var entries: [[CaseID: Entry]] = []
  /// The cases of all runs, situation by situation.
  private var situations: [[CaseID]] = []
  private let column: MetricColumn

  /// Makes the table of a workload that is ranked; nil where it has no metric with a better direction.
  init?(_ runs: ReportRuns, suite: String, workload: String, rankings: [[Ranking]]) {
    self.runs = runs
    self.suite = suite
    self.workload = workload
    suites = runs.suite(suite)
    guard let column = suites.lazy.compactMap({ $0?.primaryMetric(of: workload) }).first else {
      return nil
    }
    self.column = column
    var order: [String] = []
    var members: [String: [CaseID]] = [:]
    for rankings in rankings {
      var own: [CaseID: Entry] = [:]
      for ranking in rankings {
        let entries = Self.entries(ranking)
        if members[ranking.situation] == nil { order.append(ranking.situation) }
        members[ranking.situation, default: []] += entries.map(\.summary.id)
        for entry in entries { own[entry.summary.id] = entry }
      }
      entries.append(own)
    }
    situations = order.map { (members[$0] ?? []).uniqued() }
  }

  /// A ranking's cases with their places, which cases share that are not told apart.
  private static func entries(_ ranking: Ranking) -> [Entry] {
    let counts = Dictionary(grouping: ranking.ranked, by: \.place).mapValues(\.count)
    let ranked = ranking.ranked.map { ranked in
      let isShared = (counts[ranked.place] ?? 1) > 1
      return Entry(
        summary: ranked.summary,
        place: ranking.hasPlaces ? .place(ranked.place, isShared: isShared) : .empty,
        ratioToBest: .ratioToBest(ranked.ratioToBest, ranked.role))
    }
    return ranked
      + ranking.unranked.map { summary in
        Entry(
          summary: summary,
          status: CaseStatusWords(summary, unrankedBy: ranking.column))
      }
  }

  // MARK: The table

  var table: Table {
    let parameters = SituationColumns(
      situations.joined(), parameters: runs.table(ofSuite: suite)?.parameters ?? [])
    let beside = besideColumns
    let kinds = kinds
    let hasNotes = situations.joined().contains { !notes($0).isEmpty }
    let direction = column.polarity == .higherIsBetter ? "higher is better" : "lower is better"
    var columns = [Table.Column("primitive")] + parameters.columns
    var spans = [Table.Span(nil, count: columns.count)]
    for run in runs.runs.indices {
      let own = columnsOfRun(run, beside: beside)
      columns += own
      spans.append(Table.Span("\(runs.letter(run)) \(runs.runs[run].name)", count: own.count))
    }
    let rest = (kinds.isEmpty ? 0 : 1) + (hasNotes ? 1 : 0)
    if !kinds.isEmpty { columns.append(.init("kind")) }
    if hasNotes { columns.append(.init("notes")) }
    if rest > 0 { spans.append(Table.Span(nil, count: rest)) }
    let rows = situations.flatMap { members in
      members.enumerated().map { index, id in
        row(id, isFirst: index == 0, parameters, beside: beside, kinds: kinds, hasNotes: hasNotes)
      }
    }
    var table = Table(columns, rows)
      .captioned("\(suite)/\(workload): \(column.name), \(direction)", hint: parameters.constants)
    if runs.areSeveral { table.spans = spans }
    return table
  }

  /// What the workload is about beside its metric; with several runs there is no room for it.
  private var besideColumns: [MetricColumn] {
    guard !runs.areSeveral, let suite = suites[0] else { return [] }
    return suite.table.columns.filter { column in
      column.isBesideRanking && column.name != self.column.name
        && entries[0].values.contains { $0.summary.metrics[column.name] != nil }
    }
  }

  /// What primitives are, in a few words; none where nobody has said.
  private var kinds: [String: String] {
    var kinds: [String: String] = [:]
    for case let suite? in suites {
      for description in suite.table.primitives where kinds[description.name] == nil {
        let kind = TraitText.brief(description)
        if !kind.isEmpty { kinds[description.name] = kind }
      }
    }
    let named = Set(situations.joined().map(\.primitive))
    return kinds.filter { named.contains($0.key) }
  }

  private func columnsOfRun(_ run: Int, beside: [MetricColumn]) -> [Table.Column] {
    var columns: [Table.Column] = [
      .init("#", .figure), .init(column.name, .figure), .init("95 %", .interval),
    ]
    if run == 0 {
      columns.append(.init("× best", .figure))
    } else {
      columns += [
        .init("\(runs.letter(run)) ÷ \(runs.letter(0))", .figure), .init("95 %", .interval),
        .init("\(runs.letter(run)) is"),
      ]
    }
    return columns + beside.map { .init($0.name, .figure) }
  }

  private func row(
    _ id: CaseID, isFirst: Bool, _ parameters: SituationColumns, beside: [MetricColumn],
    kinds: [String: String], hasNotes: Bool
  ) -> Table.Row {
    var cells = [.text(id.primitive)] + parameters.cells(id)
    for run in runs.runs.indices {
      cells += figures(id, run)
      cells += beside.map { figure(entries[run][id]?.summary, $0) }
    }
    if !kinds.isEmpty { cells.append(.text(kinds[id.primitive] ?? "")) }
    if hasNotes { cells.append(.text(notes(id))) }
    return Table.Row(cells, isFirst: isFirst)
  }

  // MARK: A case of a run

  private func figures(_ id: CaseID, _ run: Int) -> [Cell] {
    let entry = entries[run][id]
    let estimate = entry?.summary.metrics[column.name]?.estimate
    let cells = [
      entry?.place ?? .empty,
      estimate.map { .figure($0.value, Quantity(column)) } ?? entry.map {
        $0.status?.cell ?? .empty
      } ?? RunNotes.notInRun,
      estimate.map { .spread($0, Quantity(column)) } ?? .empty,
    ]
    return cells
      + (run == 0 ? [entry?.ratioToBest ?? .empty] : ratio(runs.comparison(of: id, in: run)))
  }

  private func ratio(_ compared: ComparedCase?) -> [Cell] {
    guard let compared else { return [.empty, .empty, .empty] }
    let tone: Tone =
      switch compared.direction {
      case .worse: .alarm
      case .better: .good
      case .notToldApart, .noInterval: .faint
      }
    return [
      .figure(compared.ratio.value, .fineTimes), .range(compared.ratio.interval, .fineTimes),
      .verdict(ComparisonWords.direction(of: compared), tone),
    ]
  }

  private func figure(_ summary: CaseSummary?, _ column: MetricColumn) -> Cell {
    .figure(summary?.metrics[column.name]?.estimate.value, Quantity(column))
  }

  /// Why it is not valid, and what to know beside its figures, in each run.
  private func notes(_ id: CaseID) -> String {
    let all = runs.runs.indices.map { run -> String in
      guard let entry = entries[run][id] else { return "" }
      return ([entry.status?.note ?? ""] + entry.summary.notes)
        .filter { !$0.isEmpty }.joined(separator: "; ")
    }
    return RunNotes.joined(all, runs)
  }
}

/// What is said of the same thing in several runs.
enum RunNotes {
  /// The cell of a case in a run that did not plan the case.
  static let notInRun = Cell.verdict("not in this run", .faint)

  /// A text a run as one, each with its run's letter; what all say is said once.
  static func joined(_ texts: [String], _ runs: ReportRuns) -> String {
    guard runs.areSeveral else { return texts.first ?? "" }
    if Set(texts).count == 1 { return texts[0] }
    return texts.enumerated().filter { !$0.element.isEmpty }
      .map { "\(runs.letter($0.offset)): \($0.element)" }.joined(separator: "; ")
  }
}

/// The parameters in which cases of a table differ, and those that all of them share.
struct SituationColumns {
  private let varying: [(key: String, name: String)]
  /// The parameters that are the same everywhere; nil without one.
  let constants: String?

  init(_ ids: some Sequence<CaseID>, parameters: [ParameterColumn]) {
    var values: [String: Set<Int?>] = [:]
    var keys: [String] = []
    let ids = Array(ids)
    for id in ids {
      for parameter in id.parameters where values[parameter.key] == nil {
        keys.append(parameter.key)
        values[parameter.key] = []
      }
    }
    for id in ids {
      for key in keys { values[key]?.insert(id[key]) }
    }
    func name(_ key: String) -> String { parameters.first { $0.key == key }?.name ?? key }
    varying = keys.filter { (values[$0]?.count ?? 0) > 1 }.map { ($0, name($0)) }
    let same = keys.filter { values[$0]?.count == 1 }
      .map { key in
        "\(name(key)) = \(values[key]?.first.map { $0.map { Parameter.text(of: $0, for: key) } ?? "" } ?? "")"
      }
    constants = same.isEmpty ? nil : "everywhere " + same.joined(separator: ", ")
  }

  var columns: [Table.Column] { varying.map { .init($0.name, .figure) } }

  func cells(_ id: CaseID) -> [Cell] {
    varying.map { parameter in
      guard let value = id[parameter.key] else { return .empty }
      return Parameter.words(of: parameter.key) == nil
        ? .count(value) : .text(Parameter.text(of: value, for: parameter.key))
    }
  }
}
