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
    let ids = situations.flatMap { $0 }
    let first = Set(situations.compactMap(\.first))
    let kinds = kinds
    let figures = runs.runs.indices.map { columns(of: $0) }
    let rest: [TableDescription<CaseID>.Column] = [
      .text("kind") { kinds[$0.primitive] }.ifAny, .text("notes", notes).ifAny,
    ]
    let description = TableDescription(
      [.text("primitive") { $0.primitive }]
        + (runs.table(ofSuite: suite)?.columns { $0.parameters } ?? []) + figures.joined() + rest)
    let direction = column.polarity == .higherIsBetter ? "higher is better" : "lower is better"
    var table = description.table(ids).captioned(
      "\(suite)/\(workload): \(column.name), \(direction)", hint: description.constants(ids))
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
    let names = runs.runs.indices.map { run in
      Table.Span("\(runs.letter(run)) \(runs.runs[run].name)", count: counts[run])
    }
    return [.init(nil, count: before)] + names + (behind > 0 ? [.init(nil, count: behind)] : [])
  }

  private static let place = "#"

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

  // MARK: A case of a run

  private func columns(of run: Int) -> [TableDescription<CaseID>.Column] {
    let entries = entries[run]
    let column = column
    let quantity = Quantity(column)
    @Sendable func estimate(_ id: CaseID) -> Estimate? {
      entries[id]?.summary.metrics[column.name]?.estimate
    }
    let figures: [TableDescription<CaseID>.Column] = [
      .shown(Self.place, .figure) { entries[$0]?.place ?? .empty },
      .shown(column.name, .figure) { id in
        estimate(id).map { .figure($0.value, quantity) }
          ?? entries[id].map { $0.status?.cell ?? .empty } ?? RunNotes.notInRun
      },
      .shown("95 %", .interval) { id in estimate(id).map { .spread($0, quantity) } ?? .empty },
    ]
    return figures + (run == 0 ? [best] : ratios(of: run))
      + besideColumns.map { beside in
        .figure(beside.name, Quantity(beside)) {
          entries[$0]?.summary.metrics[beside.name]?.estimate.value
        }
      }
  }

  private var best: TableDescription<CaseID>.Column {
    let entries = entries[0]
    return .shown("× best", .figure) { entries[$0]?.ratioToBest ?? .empty }
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
