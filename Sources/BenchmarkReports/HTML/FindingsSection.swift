import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics

/// The findings that a reader should know first: surprises, and the best primitives of each
/// situation.
struct FindingsSection {
  private let runs: ReportRuns
  private let findings: [RunFindings]

  /// Finds the surprises of each run, and the best primitives of its situations.
  init(_ runs: ReportRuns) {
    self.runs = runs
    findings = runs.runs.map { RunFindings($0.summary, rankings: $0.rankings) }
  }

  var document: Document {
    runs.indices.map(surprises).reduce([], +) + (fastest.map { [.table($0)] } ?? [])
  }

  // MARK: Surprises

  private func surprises(_ run: Int) -> Document {
    let found = findings[run].surprises
    let surprises = found.filter { !$0.isCaution }
    let cautions = found.filter(\.isCaution)
    let none = Block.text("None: no case failed, collapsed or starved a thread.")
    return [.heading("\(runs.heading("Surprises", of: run))", level: 2)]
      + Document(surprises.isEmpty ? [none] : surprises.map(Self.item))
      + (cautions.isEmpty ? [] : [.heading("\(runs.heading("Cautions", of: run))", level: 2)])
      + Document(cautions.map(Self.item))
  }

  private static func item(_ surprise: Surprise) -> Block {
    let (label, tone) = label(of: surprise)
    let sentence = FindingText.sentence(surprise)
    // The heading above the items says already that they are cautions.
    let text = surprise.isCaution ? sentence.without(prefix: "Caution: ") : sentence
    return .item(text, label: label, tone)
  }

  private static func label(of surprise: Surprise) -> (String, Tone) {
    switch surprise {
    case .fault: ("broken", .alarm)
    case .collapse: ("collapse", .alarm)
    case .unfairness: ("unfair", .alarm)
    case .waitTail: ("long waits", .caution)
    case .slowLoop: ("slow loop", .caution)
    case .removed: ("removed", .caution)
    case .prediction: ("off its prediction", .caution)
    case .regimes: ("two regimes", .caution)
    case .disturbance: ("disturbed", .caution)
    }
  }

  // MARK: The fastest

  /// The best primitives of each situation; in a report of one run, also the next best primitive
  /// and the primitive to take.
  private var fastest: Table? {
    let situations = findings.flatMap(\.fastest).map(\.situation).uniqued()
    guard !situations.isEmpty else { return nil }
    let advices =
      runs.areSeveral
      ? [:]
      : Advisor(runs.runs[0].summary, rankings: runs.runs[0].rankings).advices()
        .keyed(by: \.finding.situation)
    let byRun = findings.map { $0.fastest.keyed(by: \.situation) }
    let rows = situations.map { situation in
      let advice = advices[situation]
      return BestRow(
        situation: situation, advice: advice, byRun: byRun.map { advice?.finding ?? $0[situation] })
    }
    let hint =
      "primitives that the launches don't tell apart share the first rank; floors such as no-lock are "
      + "left out; take: the best, under the condition that follows, or the best without conditions if it costs at most "
      + "\(Quantity.times.text(Advice.mostPrice)) times as much; usual: the cost of "
      + (advices.values.lazy.flatMap(\.usualNames).first ?? "the usual choice")
      + ", divided by that of the primitive to take"
    // The answer comes first: a narrow window cuts the last columns off.
    let columns =
      [.text("situation") { $0.situation }] + (runs.areSeveral ? [] : Self.choice)
      + runs.indices.flatMap(best) + (runs.areSeveral ? [] : Self.beside)
    return TableDescription<BestRow>(columns).table(rows)
      .captioned("The best valid primitive of each situation", hint: hint)
  }

  /// A situation with its best primitives in each run; in a report of one run, also the advice.
  private struct BestRow: Sendable {
    let situation: String
    let advice: Advice?
    let byRun: [FastestFinding?]

    /// The best primitives of a run in words; nil if the run ranked none.
    func names(_ run: Int) -> String? {
      guard let finding = byRun[run], !finding.best.isEmpty else { return nil }
      let names = finding.best.map(\.summary.id.primitive)
      if !finding.isTellingApart || advice?.certainty == .unknown {
        return "\(names[0]) (too few launches to tell any apart)"
      }
      return names.count == 1 ? names[0] : FindingText.list(names) + ", not told apart"
    }
  }

  private typealias Column = TableDescription<BestRow>.Column

  private func best(_ run: Int) -> [Column] {
    @Sendable func cell(_ row: BestRow, _ cell: (Estimate, Quantity) -> Cell) -> Cell {
      row.byRun[run].flatMap { finding in
        finding.best.first.map { cell($0.metric.estimate, Quantity(finding.column)) }
      } ?? .empty
    }
    return [
      .text(runs.title("best", of: run)) { $0.names(run) },
      .shown(runs.title("value", of: run), .figure) { cell($0) { .figure($0.value, $1) } },
      .shown(runs.title("95 %", of: run), .interval) { cell($0) { .spread($0, $1) } },
    ]
  }

  /// The primitive to take, its conditions, and the primitive to take otherwise.
  private static let choice: [Column] = [
    .text("take") { $0.advice?.choice.map(AdviceText.name) },
    .text("if") { $0.advice.map(AdviceText.conditions) },
    .text("otherwise") { $0.advice?.otherwise?.ranked.summary.id.primitive },
  ]

  /// The next best primitive, the factor by which it is worse than the best, the number of
  /// contenders, and the cost of the usual choice divided by that of the primitive to take.
  private static let beside: [Column] = [
    .text("next") { $0.byRun[0]?.next?.summary.id.primitive },
    .figure("× best", .number) { $0.byRun[0]?.nextIsWorseBy },
    .count("of") { $0.byRun[0]?.contenders },
    .estimate("usual costs", .number) { $0.advice?.usual?.costOverChoice },
  ]
}

extension String {
  func without(prefix: String) -> String {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
  }
}
