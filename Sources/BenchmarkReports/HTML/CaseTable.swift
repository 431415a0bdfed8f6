import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics

/// All cases of a workload in one table: situation by situation, in each the best first, then what was not
/// ranked, with the reason.
struct CaseTable {
  private let runs: ReportRuns
  private let suite: String
  private let workload: String
  private let suites: [SuiteSummary?]
  private let suiteTable: SuiteTable
  /// By run, then by case.
  private var entries: [[CaseID: RankingRow]] = []
  /// The cases of all runs, situation by situation.
  private var situations: [[CaseID]] = []
  private let column: MetricColumn

  /// Makes the table of a workload that is ranked; nil where it has no metric with a better direction.
  init?(_ runs: ReportRuns, suite: String, workload: String, rankings: [[Ranking]]) {
    self.runs = runs
    self.suite = suite
    self.workload = workload
    suites = runs.suite(suite)
    guard let suiteTable = runs.table(ofSuite: suite),
      let column = suites.lazy.compactMap({ $0?.primaryMetric(of: workload) }).first
    else { return nil }
    self.suiteTable = suiteTable
    self.column = column
    var order: [String] = []
    var members: [String: [CaseID]] = [:]
    for rankings in rankings {
      var own: [CaseID: RankingRow] = [:]
      for ranking in rankings {
        let entries = ranking.rows
        if members[ranking.situation] == nil { order.append(ranking.situation) }
        members[ranking.situation, default: []] += entries.map(\.summary.id)
        for entry in entries { own[entry.summary.id] = entry }
      }
      entries.append(own)
    }
    situations = order.map { (members[$0] ?? []).uniqued() }
  }

  // MARK: The table

  var table: Table {
    let ids = situations.flatMap { $0 }
    let first = Set(situations.compactMap(\.first))
    let kinds = kinds
    let figures = runs.indices.map { columns(of: $0) }
    let rest: [TableDescription<CaseID>.Column] = [
      .text("kind") { kinds[$0.primitive] }.ifAny, .text("notes", notes).ifAny,
    ]
    let description = TableDescription(
      [.text("primitive") { $0.primitive }]
        + suiteTable.columns { $0.parameters } + figures.joined() + rest)
    var table = description.table(ids).captioned(
      "\(suite)/\(workload): \(column.name), \(column.direction)", hint: description.constants(ids))
    table.rows = zip(table.rows, ids).map { .init($0.cells, isFirst: first.contains($1)) }
    if runs.areSeveral { table.spans = spans(table, figures) }
    return table
  }

  /// The runs' names above their columns, which stand behind the `#` of the first run.
  private func spans(
    _ table: Table, _ figures: [[TableDescription<CaseID>.Column]]
  ) -> [Table.Span] {
    let counts = figures.map { TableDescription($0).table([]).columns.count }
    let before = table.columns.firstIndex { $0.title == Self.place } ?? 0
    let behind = table.columns.count - before - counts.reduce(0, +)
    let names = runs.indices.map { run in
      Table.Span(runs.named(run), count: counts[run])
    }
    return [.init(nil, count: before)] + names + (behind > 0 ? [.init(nil, count: behind)] : [])
  }

  private static let place = "#"

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

  // MARK: A case of a run

  private func columns(of run: Int) -> [TableDescription<CaseID>.Column] {
    let entries = entries[run]
    let column = column
    let figures: [TableDescription<CaseID>.Column] = [
      .shown(Self.place, .figure) { id in
        entries[id].flatMap { row in
          row.place.map { .place($0, isShared: row.isShared) }
        } ?? .empty
      },
      .metric(
        column,
        absent: { id in
          guard let row = entries[id] else { return RunNotes.notInRun }
          return row.metric == nil ? row.status.cell : .empty
        }
      ) { entries[$0]?.summary.metrics[column.name]?.estimate },
    ]
    guard run == 0 else { return figures + ratios(of: run) }
    let columns = RankingColumns(column, suiteTable) { entries[$0] }
    // With several runs there is no room for what the workload is about beside its metric.
    let beside = runs.areSeveral ? [] : columns.beside(entries.values)
    return figures + [columns.ratioToBest] + beside
  }

  /// The case in a run beside the case in the first run.
  private func ratios(of run: Int) -> [TableDescription<CaseID>.Column] {
    let runs = runs
    let letter = runs.letter(run)
    return [
      .estimate("\(letter) ÷ \(runs.letter(0))", .fineTimes) {
        runs.comparison(of: $0, in: run)?.ratio
      },
      .shown("\(letter) is") { id in
        runs.comparison(of: id, in: run).map {
          .verdict(ComparisonWords.direction(of: $0), Self.tone($0.direction))
        } ?? .empty
      },
    ]
  }

  private static func tone(_ direction: RatioDirection) -> Tone {
    switch direction {
    case .worse: .alarm
    case .better: .good
    case .notToldApart, .noInterval: .faint
    }
  }

  /// Why it is not valid, and what to know beside its figures, in each run.
  @Sendable private func notes(_ id: CaseID) -> String? {
    let all = runs.indices.map { run -> String in
      guard let entry = entries[run][id] else { return "" }
      return ((entry.metric == nil ? [entry.status.note] : []) + entry.summary.notes)
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
