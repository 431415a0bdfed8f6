import BenchmarkAnalysis
package import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics

extension [Advice] {
  /// The primitives to take, situation by situation: a table, and the reasons if a screen holds
  /// them.
  package var document: Document {
    let reasons = count > AdviceText.mostReasons ? [] : map(AdviceText.sentence)
    let usual = flatMap(\.usualNames).uniqued().joined(separator: ", else ")
    return .spaced([
      [.heading("which primitive to take", beside: "the usual choice is " + usual), .table(table)],
      Document(reasons.map { .text("\($0)", label: "  ") }), [.text("\(AdviceText.legend)")],
    ])
  }

  private var table: Table {
    let description = TableDescription<Advice>([
      .name("situation") { $0.finding.situation },
      .text("in doubt take") { $0.pick?.ranked.summary.id.primitive ?? "–" },
      .shown("cost", .figure) { advice in
        .figure(advice.pick?.ranked.metric.estimate.value, Quantity(advice.finding.column))
      },
      .shown("95 %", .interval) { advice in
        advice.pick.map { .spread($0.ranked.metric.estimate, Quantity(advice.finding.column)) }
          ?? .empty
      },
      .ratio("usual") { $0.usual?.costOverPick.flatMap { $0.interval == nil ? nil : $0 } },
      .text("how sure", AdviceText.certainty),
      .text("best, and not told from it", AdviceText.best),
    ])
    return description.table(self, notes: .below(indent: 4)) { advice in
      let note = [advice.pick.flatMap(AdviceText.imported), AdviceText.whyNotUsual(advice)]
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
    In doubt: a primitive that lets its threads sleep and is not known to collapse where there are more of them than CPUs. \
    Usual: the cost of the usual choice, divided by that of the one to take; the reason given is what both declare, not \
    what was measured. Floors and controls are no choice.
    """

  /// The advice, its reasons, the cost of the usual choice and the certainty.
  static func sentence(_ advice: Advice) -> String {
    let place = situation(advice)
    guard advice.certainty != .unknown else {
      return
        "\(place): this run can't tell, because \(doubt(advice)). "
        + (advice.finding.contenders == 1
          ? "Only \(name(advice.finding.best[0])) has an interval."
          : "The best figure of \(advice.finding.contenders) was \(name(advice.finding.best[0]))'s.")
    }
    guard let pick = advice.pick else {
      return "\(place): \(fastest(advice)). None that was measured can be taken in doubt."
    }
    return ["\(place): \(choice(advice, pick))", behaviour(pick), usual(advice, pick)]
      .filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The threads, the critical section and the share of reads; other parameters by their names.
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
  static func imported(_ pick: AdvisedCase) -> String? {
    pick.behaviour.module.map { $0 == "Swift" ? "part of the language" : "import \($0)" }
  }

  /// The reason why the usual choice costs more, or is not advised though it costs less, for a
  /// table's note; nil if no declared trait is a reason.
  static func whyNotUsual(_ advice: Advice) -> String? {
    guard let pick = advice.pick, let usual = advice.usual,
      let cost = usual.costOverPick?.interval
    else { return nil }
    let name = name(usual.ranked)
    if cost.high < 1 {
      let flaws = [
        usual.behaviour.survivesOversubscription == false ? collapse : nil,
        pick.behaviour.isFair && !usual.behaviour.isFair ? "is not fair" : nil,
      ].compactMap { $0 }
      return flaws.isEmpty ? nil : "\(name) costs less, but \(FindingText.list(flaws))"
    }
    let losses = advice.usualLosses
    return losses.isEmpty ? nil : "\(name) loses: \(FindingText.list(losses.map(reason)))"
  }

  private static let collapse = "is known to collapse where there are more threads than CPUs"

  private static func reason(_ cost: DeclaredCost) -> String {
    switch cost {
    case .readersWait: "its readers wait for each other"
    case .handsOver: "it waits for the thread that is next in turn"
    case .sleepsAtOnce: "its threads sleep at once"
    case .allocates: "it allocates"
    }
  }

  /// The best primitives, as a list: no two of them are told apart.
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

  private static func choice(_ advice: Advice, _ pick: AdvisedCase) -> String {
    let figure = Quantity(advice.finding.column).text(pick.ranked.metric.estimate)
    if let cost = pick.costOverBest {
      return "\(fastest(advice)). In doubt take \(name(pick)), \(figure): "
        + "\(times(cost)) the best."
    }
    guard advice.certainty == .tied else {
      let rivals = advice.finding.contenders - 1
      return "take \(name(pick)), \(figure): "
        + (rivals == 0
          ? "it is the only one that has what is asked for and quiet launches enough."
          : rivals == 1
            ? only(advice)
            : "it is faster than the other \(rivals)\(next(advice, with: "; next is ")).")
    }
    return "in doubt take \(name(pick)), \(figure): "
      + "\(FindingText.list(advice.finding.best.map(name))) can't be told apart\(next(advice, with: "; next is "))."
  }

  private static func only(_ advice: Advice) -> String {
    guard let next = advice.finding.next, let worse = advice.finding.nextIsWorseBy else {
      return "it is faster than the other one."
    }
    return
      "the only other one, \(name(next)), costs \(Quantity.number.text(worse)) times as much."
  }

  private static func fastest(_ advice: Advice) -> String {
    let names = advice.finding.best.map(name)
    let first = Quantity(advice.finding.column).text(advice.finding.best[0].metric.estimate.value)
    return names.count == 1
      ? "\(names[0]) is the fastest at \(first)"
      : "\(FindingText.list(names)) are the fastest at \(first) and more, and can't be told apart"
  }

  private static func next(_ advice: Advice, with words: String) -> String {
    guard let next = advice.finding.next, let worse = advice.finding.nextIsWorseBy else {
      return ""
    }
    return "\(words)\(name(next)), which costs \(Quantity.number.text(worse)) times as much"
  }

  private static func behaviour(_ pick: AdvisedCase) -> String {
    let declared = pick.behaviour
    let words = [
      "Its threads sleep when they wait long",
      declared.survivesOversubscription == true
        ? "it stays usable with more threads than CPUs" : nil,
      declared.isFair ? "it is fair" : "it promises no order",
      declared.allocates.map { $0 ? "it allocates" : "it allocates nothing" },
      pick.percentile99.map { "99 % of its waits are at most \(Quantity.duration.text($0.value))" },
    ]
    return words.compactMap { $0 }.joined(separator: ", ") + "."
  }

  private static func usual(_ advice: Advice, _ pick: AdvisedCase) -> String {
    guard let usual = advice.usual else {
      return "The usual choice (\(advice.usualNames.first ?? "none")) has no figure beside it."
    }
    guard usual.ranked != pick.ranked else { return "It is the usual choice." }
    let ranked = usual.ranked
    guard let cost = usual.costOverPick, let interval = cost.interval else {
      return "The usual \(name(ranked)) has too few quiet launches to compare."
    }
    guard interval.low > 1 || interval.high < 1 else {
      return "The usual \(name(ranked)) can't be told from it."
    }
    // The losses explain a higher cost only, and are empty otherwise.
    let losses = advice.usualLosses.map(reason)
    let why =
      (losses.isEmpty ? "" : ": \(FindingText.list(losses))")
      + (usual.behaviour.survivesOversubscription == false ? ", and \(collapse)" : "")
    return "The usual \(name(ranked)) costs \(times(cost)) as much\(why)."
  }

  private static func times(_ cost: Estimate) -> String {
    let ends = cost.interval.map { " (\(Quantity.times.range($0)))" } ?? ""
    return "\(Quantity.times.text(cost.value)) times\(ends)"
  }

  private static func doubt(_ advice: Advice) -> String {
    guard advice.finding.isTellingApart else {
      let most = advice.finding.best.map(\.metric.launches).max() ?? 0
      return "no case has more than \(Words.count(most, "launch", "launches")) and six are needed"
    }
    return "\(advice.lacking) of \(advice.considered) had too few quiet launches"
  }

  private static func time(_ nanoseconds: Int) -> String {
    Quantity.duration.text(Double(nanoseconds)).replacing(".00 ", with: " ")
  }

  private static func name(_ ranked: RankedCase) -> String { ranked.summary.id.primitive }

  /// The name of the primitive, with the import that it needs.
  static func name(_ pick: AdvisedCase) -> String {
    name(pick.ranked) + (imported(pick).map { " (\($0))" } ?? "")
  }
}
