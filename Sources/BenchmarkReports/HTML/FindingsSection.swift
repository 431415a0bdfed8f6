import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics

/// What a reader should know first: what nobody would expect, and the best of each situation.
struct FindingsSection {
  private let runs: ReportRuns
  private let findings: [RunFindings]

  /// Looks for the findings of the runs.
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
    // The label says already that it is one.
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
    case .prediction: ("off its prediction", .caution)
    case .regimes: ("two regimes", .caution)
    case .disturbance: ("disturbed", .caution)
    }
  }

  // MARK: The fastest

  /// The best of each situation, and the next best where there is one run.
  private var fastest: Table? {
    let situations = findings.flatMap(\.fastest).map(\.situation).uniqued()
    guard !situations.isEmpty else { return nil }
    let byRun = findings.map { own in
      Dictionary(own.fastest.map { ($0.situation, $0) }, uniquingKeysWith: { first, _ in first })
    }
    var columns = [Table.Column("situation")]
    for run in runs.indices {
      columns += [
        .init(runs.title("best", of: run)), .init(runs.title("value", of: run), .figure),
        .init("95 %", .interval),
      ]
    }
    if !runs.areSeveral {
      columns += [
        .init("next"), .init("× best", .figure), .init("of", .figure), .init("in doubt take"),
        .init("usual costs", .figure), .init("95 %", .interval),
      ]
    }
    let advices = Dictionary(
      runs.areSeveral
        ? []
        : Advisor(runs.runs[0].summary, rankings: runs.runs[0].rankings).advices()
          .map { ($0.finding.situation, $0) },
      uniquingKeysWith: { first, _ in first })
    let hint =
      "those that the launches don't tell apart share the first place; floors such as no-lock are "
      + "left out; in doubt: one whose threads sleep and that bears more threads than CPUs; usual: the cost of "
      + (advices.values.lazy.flatMap(\.usualNames).first ?? "the usual choice")
      + ", over that of the one to take in doubt"
    return Table(
      columns,
      cells: situations.map { situation in
        let advice = advices[situation]
        let own = byRun.map { advice?.finding ?? $0[situation] }
        var cells = [.text(situation)] + own.flatMap { Self.best($0, advice) }
        if !runs.areSeveral {
          cells += Self.next(own[0]) + Self.choice(advice)
        }
        return cells
      }
    ).captioned("The best valid primitive of each situation", hint: hint)
  }

  private static func best(_ finding: FastestFinding?, _ advice: Advice?) -> [Cell] {
    guard let finding, let first = finding.best.first else { return [.empty, .empty, .empty] }
    let names = finding.best.map(\.summary.id.primitive)
    let apart =
      !finding.isTellingApart || advice?.certainty == .unknown
      ? "\(names[0]) (too few launches to tell any apart)"
      : names.count == 1 ? names[0] : FindingText.list(names) + ", not told apart"
    let estimate = first.metric.estimate
    return [
      .text(apart), .figure(estimate.value, Quantity(finding.column)),
      .spread(estimate, Quantity(finding.column)),
    ]
  }

  /// The primitive to take if in doubt, and what the usual choice costs beside it.
  private static func choice(_ advice: Advice?) -> [Cell] {
    guard let pick = advice?.pick else { return [.empty, .empty, .empty] }
    let cost = advice?.usual?.costOverPick
    return [
      .text(
        pick.ranked.summary.id.primitive + (AdviceText.imported(pick).map { " (\($0))" } ?? "")),
      .figure(cost?.value, .number), .range(cost?.interval, .number),
    ]
  }

  private static func next(_ finding: FastestFinding?) -> [Cell] {
    guard let finding else { return [.empty, .empty, .empty] }
    return [
      .text(finding.next?.summary.id.primitive ?? ""), .figure(finding.nextIsWorseBy, .number),
      .count(finding.contenders),
    ]
  }
}

extension String {
  func without(prefix: String) -> String {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
  }
}
