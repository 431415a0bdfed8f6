import BenchmarkAnalysis
package import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics

extension [Advice] {
  /// The primitives to take, situation by situation: a table, and the reasons if a screen has room
  /// for the reasons.
  package var document: Document {
    let reasons = count > AdviceText.mostReasons ? [] : map(AdviceText.sentence)
    let usual = flatMap(\.usualNames).uniqued().joined(separator: ", else ")
    return .spaced([
      [.heading("which primitive to take", beside: "the usual choice is " + usual), .table(table)],
      Document(reasons.map { .text("\($0)", label: "  ") }),
      (contains { $0.otherwise != nil } ? [.text("\(AdviceText.otherwise)")] : [])
        + [.text("\(AdviceText.legend)")],
    ])
  }

  private var table: Table {
    let description = TableDescription<Advice>([
      .name("situation") { $0.finding.situation },
      .text("take") { $0.choice?.ranked.summary.id.primitive ?? "–" },
      .shown("cost", .figure) { advice in
        .figure(advice.choice?.ranked.metric.estimate.value, Quantity(advice.finding.column))
      },
      .shown("95 %", .interval) { advice in
        advice.choice.map { .spread($0.ranked.metric.estimate, Quantity(advice.finding.column)) }
          ?? .empty
      },
      .text("if", AdviceText.conditions).ifAny,
      .text("otherwise") { $0.otherwise?.ranked.summary.id.primitive ?? "" }.ifAny,
      .ratio("usual") { $0.usual?.costOverChoice.flatMap { $0.interval == nil ? nil : $0 } },
      .text("how sure", AdviceText.certainty),
      .text("best, and not told from it", AdviceText.best),
    ])
    return description.table(self, notes: .below(indent: 4)) { advice in
      let note = [advice.choice.flatMap(AdviceText.imported), AdviceText.whyNotUsual(advice)]
        .compactMap { $0 }.joined(separator: "; ")
      return note.isEmpty ? [] : [note]
    }
  }
}

/// An advice in words.
enum AdviceText {
  /// The largest number of situations whose reasons fit a screen.
  static let mostReasons = 4

  static let legend = """
    Usual: the cost of the usual choice, divided by that of the primitive to take. Floors and controls are no choice.
    """

  /// The legend of the column `otherwise`.
  static let otherwise = """
    Otherwise: the best primitive without conditions, which costs more than \
    \(Quantity.times.text(Advice.mostPrice)) times the best; if it costs less, it is the primitive to take.
    """

  /// The advice, its reasons, the cost of the usual choice and the certainty.
  static func sentence(_ advice: Advice) -> String {
    let situation = situation(advice)
    guard advice.certainty != .unknown else {
      return "\(situation): this run can't tell, because \(doubt(advice)). "
        + contenders(advice.finding)
    }
    guard let choice = advice.choice else {
      return "\(situation): \(fastest(advice)). With more threads than CPUs, "
        + "take none of the measured primitives."
    }
    return
      (["\(situation): \(self.choice(advice, choice))", behaviour(choice)]
      + [waits(choice, in: advice), usual(advice, choice), setApart(advice)])
      .filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The advice in a line or two, without its reasons.
  static func short(_ advice: Advice) -> String {
    let situation = situation(advice)
    if advice.certainty == .unknown { return "\(situation): can't tell, because \(doubt(advice))" }
    guard let choice = advice.choice else {
      return "\(situation): with more threads than CPUs, take none of the measured primitives"
    }
    func text(_ advised: AdvisedCase) -> String {
      "\(name(advised.ranked)), "
        + Quantity(advice.finding.column).text(advised.ranked.metric.estimate.value)
    }
    let conditions = conditions(advice)
    return "\(situation): take \(text(choice))" + (conditions.isEmpty ? "" : ", if \(conditions)")
      + (advice.otherwise.map { "; otherwise \(text($0))" } ?? "")
  }

  /// The situation in words: the number of threads, the section, the time between sections and the
  /// share of reads; any other parameter with its name and value.
  static func situation(_ advice: Advice) -> String {
    let words = advice.parameters.filter { $0.key != "threads" }.compactMap { parameter in
      switch parameter.key {
      case "inside":
        parameter.value == 0 ? "an empty section" : "a section of \(time(parameter.value))"
      case "outside": parameter.value == 0 ? nil : "\(time(parameter.value)) between sections"
      case "read-permille":
        "\(Quantity.share.text(Double(parameter.value) / 1000)) reads"
      default: "\(parameter.key) \(parameter.text)"
      }
    }
    return ([Words.count(advice.threads, "thread")] + words).joined(separator: ", ")
  }

  /// The import that the advised primitive needs; nil if none is declared.
  static func imported(_ advised: AdvisedCase) -> String? {
    advised.behaviour.module.map { $0 == "Swift" ? "part of the language" : "import \($0)" }
  }

  /// The reason why the usual choice costs more, or is not advised though it costs less, for a
  /// table's note; nil if there is none.
  static func whyNotUsual(_ advice: Advice) -> String? {
    guard let choice = advice.choice, let usual = advice.usual,
      let cost = usual.costOverChoice?.interval
    else { return nil }
    let name = name(usual.ranked)
    if cost.high < 1 {
      let flaws = [
        usual.behaviour.survivesOversubscription == false
          && choice.behaviour.survivesOversubscription != false ? collapse : nil,
        choice.behaviour.isFair && !usual.behaviour.isFair ? "is not fair" : nil,
      ].compactMap { $0 }
      return flaws.isEmpty ? nil : "\(name) costs less, but \(FindingText.list(flaws))"
    }
    return usual.losses.isEmpty ? nil : "\(name) loses: \(reasons(usual))"
  }

  private static let collapse = "is declared to collapse with more threads than CPUs"

  /// The reasons of a loss: a reason that the run shows is given with its figure, and any other
  /// reason is called declared.
  private static func reasons(_ usual: UsualChoice) -> String {
    let declared = usual.losses.filter { $0.without == nil }.map { reason($0.cost) }
    let shown = usual.losses.compactMap { loss in
      loss.without.map {
        "\(reason(loss.cost)) (\(Quantity.times.text($0.value)) times the cost even without reads)"
      }
    }
    return (shown + (declared.isEmpty ? [] : ["as declared, \(FindingText.list(declared))"]))
      .joined(separator: "; ")
  }

  private static func reason(_ cost: DeclaredCost) -> String {
    switch cost {
    case .readersWait: "its readers wait for each other"
    case .handsOver: "it goes to the next thread in line, even if that one is not ready"
    case .sleepsAtOnce: "its threads sleep at once"
    case .allocates: "it allocates"
    }
  }

  /// The conditions of the choice in words; empty if it has none.
  static func conditions(_ advice: Advice) -> String {
    FindingText.list((advice.choice?.conditions ?? []).map(condition))
  }

  private static func condition(_ condition: AdviceCondition) -> String {
    switch condition {
    case .threadsWithinCPUs: "the contending threads never outnumber the CPUs"
    case .asyncCallers: "its callers are async"
    case .toleratedStarvation: "a thread may be kept out without end"
    }
  }

  /// The best primitive and those that can't be told from it, as a list; empty if the run can't
  /// tell.
  static func best(_ advice: Advice) -> String {
    let names = advice.finding.best.map(name)
    return advice.certainty == .unknown ? "" : Words.some(names, atMost: 2)
  }

  /// The certainty of an advice, in a few words.
  static func certainty(_ advice: Advice) -> String {
    switch advice.certainty {
    case .told: "one is best"
    case .tied: "\(advice.finding.best.count) not told apart"
    case .unknown: "can't tell: \(doubt(advice))"
    }
  }

  private static func choice(_ advice: Advice, _ choice: AdvisedCase) -> String {
    let figure = Quantity(advice.finding.column).text(choice.ranked.metric.estimate)
    if let cost = choice.costOverBest {
      let conditions = FindingText.list((advice.best?.conditions ?? []).map(condition))
      return
        "\(fastest(advice)), if \(conditions). \(advice.isOversubscribed ? "Here take" : "Take")"
        + " \(name(choice)), \(figure), which has no condition: \(times(cost)) the best."
    }
    let conditions = conditions(advice)
    return "take \(name(choice)), \(figure)" + (conditions.isEmpty ? "" : ", if \(conditions)")
      + ". \(rivals(advice))\(otherwise(advice))"
  }

  /// The primitive to take if a condition of the choice does not hold, with its price.
  private static func otherwise(_ advice: Advice) -> String {
    guard advice.choice?.conditions.isEmpty == false else { return "" }
    guard let robust = advice.otherwise, let cost = robust.costOverBest else {
      return " Otherwise: none of the measured primitives."
    }
    let figure = Quantity(advice.finding.column).text(robust.ranked.metric.estimate.value)
    let flaws = starvation(robust)
    return " Otherwise take \(name(robust)), \(figure): \(times(cost)) the best"
      + (flaws.isEmpty ? "." : "; as declared, \(FindingText.list(flaws)).")
  }

  /// The sentence that compares the advised primitive with the situation's other contenders.
  private static func rivals(_ advice: Advice) -> String {
    let rivals = advice.finding.contenders - 1
    if advice.certainty == .tied {
      return "\(FindingText.list(advice.finding.best.map(name))) can't be told apart"
        + "\(next(advice, with: "; next is "))."
    }
    return switch rivals {
    case 0: "No other primitive has enough quiet launches and the properties asked for."
    case 1: only(advice)
    default: "It is faster than the other \(rivals)\(next(advice, with: "; next is "))."
    }
  }

  private static func only(_ advice: Advice) -> String {
    guard let next = advice.finding.next, let worse = advice.finding.nextIsWorseBy else {
      return "It is faster than the only other one."
    }
    return
      "The only other one, \(name(next)), costs \(Quantity.number.text(worse)) times as much."
  }

  private static func fastest(_ advice: Advice) -> String {
    let names = advice.finding.best.map(name)
    let first = Quantity(advice.finding.column).text(advice.finding.best[0].metric.estimate.value)
    return names.count == 1
      ? "\(names[0]) is the fastest at \(first)"
      : "\(FindingText.list(names)) are the fastest (from \(first) on) and can't be told apart"
  }

  /// The sentence on the best figure of a situation in which the run can't tell which primitive is
  /// best.
  private static func contenders(_ finding: FastestFinding) -> String {
    let best = finding.best[0]
    guard finding.contenders == 1 else {
      return "The best figure of \(finding.contenders) was \(name(best))'s."
    }
    let had = best.metric.estimate.interval == nil ? "was measured" : "has an interval"
    return "Only \(name(best)) \(had)."
  }

  private static func next(_ advice: Advice, with words: String) -> String {
    guard let next = advice.finding.next, let worse = advice.finding.nextIsWorseBy else {
      return ""
    }
    return "\(words)\(name(next)), which costs \(Quantity.number.text(worse)) times as much"
  }

  private static func behaviour(_ choice: AdvisedCase) -> String {
    let declared = choice.behaviour
    let words = [
      declared.isBlocking ? "its threads sleep when they wait long" : nil,
      declared.survivesOversubscription == true
        && !choice.conditions.contains(.threadsWithinCPUs)
        ? "it stays usable with more threads than CPUs" : nil,
      declared.isFair ? "it is fair" : "it promises no order",
      declared.allocates.map { $0 ? "it allocates" : "it allocates nothing" },
      declared.isAwaited ? "its callers become async" : nil,
    ]
    return "Declared of \(name(choice.ranked)): "
      + (words.compactMap { $0 } + starvation(choice)).joined(separator: ", ")
      + "."
  }

  /// The declared starvation of readers or writers of a primitive that lets reads run together.
  private static func starvation(_ advised: AdvisedCase) -> [String] {
    [
      advised.behaviour.writersMayStarve == true ? "its writers may starve" : nil,
      advised.behaviour.readersMayStarve == true ? "its readers may starve" : nil,
    ].compactMap { $0 }
  }

  /// The waits as measured, or the command that measures them.
  private static func waits(_ choice: AdvisedCase, in advice: Advice) -> String {
    let measured = choice.waits.map { wait in
      "in \(wait.workload), 99 % of its waits are at most "
        + Quantity.duration.text(wait.percentile99.value)
        + (wait.isStarving ? ", and a thread was kept out for most of a trial" : "")
    }
    if !measured.isEmpty { return "Measured: \(measured.joined(separator: "; "))." }
    guard !choice.waitWorkloads.isEmpty else { return "" }
    let id = choice.ranked.summary.id
    // The command measures the situation's workload too: an advice takes costs and waits from the
    // same run.
    let workloads = ([id.workload] + choice.waitWorkloads).map { "--workload \($0)" }
      .joined(separator: " ")
    return "Its waits were not measured: `run \(id.suite) \(workloads) --primitive \(id.primitive) "
      + "--threads \(advice.threads) --inside \(advice.inside)` does."
  }

  private static func usual(_ advice: Advice, _ choice: AdvisedCase) -> String {
    guard let usual = advice.usual else {
      return "The usual choice (\(advice.usualNames.first ?? "none")) has no figure beside it."
    }
    guard usual.ranked != choice.ranked else { return "It is the usual choice." }
    let ranked = usual.ranked
    guard let cost = usual.costOverChoice, let interval = cost.interval else {
      return "The usual \(name(ranked)) has too few quiet launches to compare."
    }
    // The sentence on the choice names the tie.
    if advice.finding.best.contains(ranked), choice.costOverBest == nil { return "" }
    guard interval.low > 1 || interval.high < 1 else {
      return "The usual \(name(ranked)) can't be told from \(name(choice.ranked))."
    }
    let collapses = usual.behaviour.survivesOversubscription == false
    let why = usual.losses.isEmpty ? "" : ": \(reasons(usual))"
    return "The usual \(name(ranked)) costs \(times(cost)) the time of \(name(choice.ranked))\(why)"
      + (collapses ? "\(why.isEmpty ? ", and" : "; it") \(collapse)." : ".")
  }

  private static func times(_ cost: Estimate) -> String {
    let quantity = Quantity.times.notation(of: cost)
    let ends = cost.interval.map { " (\(quantity.range($0)))" } ?? ""
    return "\(quantity.text(cost.value)) times\(ends)"
  }

  private static func doubt(_ advice: Advice) -> String {
    guard advice.finding.isTellingApart else {
      let most = advice.finding.best.map(\.metric.launches).max() ?? 0
      return "no case has more than \(Words.count(most, "launch", "launches")) and six are needed: "
        + "raise --budget, or select fewer cases"
    }
    return "\(advice.lacking) of \(advice.considered) primitives had too few quiet launches"
  }

  /// The cases that can't be compared with the situation's other cases, with the reasons.
  private static func setApart(_ advice: Advice) -> String {
    let cases = advice.setApart.map { "\($0.id.primitive) (\($0.reason))" }
    return cases.isEmpty ? "" : "Not compared: \(FindingText.list(cases))."
  }

  private static func time(_ nanoseconds: Int) -> String {
    Quantity.duration.text(Double(nanoseconds)).replacing(".00 ", with: " ")
  }

  private static func name(_ ranked: RankedCase) -> String { ranked.summary.id.primitive }

  /// The primitive, with the module to import for it.
  static func name(_ advised: AdvisedCase) -> String {
    name(advised.ranked) + (imported(advised).map { " (\($0))" } ?? "")
  }
}
