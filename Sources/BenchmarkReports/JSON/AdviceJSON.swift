public import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkStatistics

/// What `advise --format json` writes: stable keys in snake case, `null` for what is absent.
public struct AdviceJSON: Encodable {
  /// Raised where a key changes its meaning or goes.
  public static let schemaVersion = 1

  let schemaVersion: Int
  let usualChoice: [String]
  let situations: [Situation]

  /// Makes the document of what an advisor said.
  public init(_ advices: [Advice]) {
    schemaVersion = Self.schemaVersion
    usualChoice = UsualChoice.names
    situations = advices.map(Situation.init)
  }

  /// One situation.
  struct Situation: Encodable {
    let situation, suite, metric: String
    let parameters: [String: Int]
    let certainty: String
    /// The best first; empty where the run can't tell.
    let best: [Figure]
    let floors: [String]
    @OrNull var take: Taken?
    @OrNull var usual: Usual?
    let text: String

    init(_ advice: Advice) {
      situation = advice.finding.situation
      suite = advice.finding.suite
      metric = advice.finding.column.name
      parameters = Dictionary(
        advice.parameters.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
      certainty = advice.certainty.rawValue
      best = advice.certainty == .unknown ? [] : advice.finding.best.map(Figure.init)
      floors = advice.finding.floors
      take = advice.pick.map(Taken.init)
      usual = advice.usual.map { Usual($0, advice.usualLosses) }
      text = AdviceText.sentence(advice)
    }
  }

  /// A primitive's figure.
  struct Figure: Codable, Equatable {
    let primitive: String
    let estimate: Ends
    @OrNull var place: String?

    init(_ ranked: RankedCase) {
      primitive = ranked.summary.id.primitive
      estimate = Ends(ranked.metric.estimate)
      place = ranked.summary.place?.text
    }
  }

  /// A value and its interval.
  struct Ends: Codable, Equatable {
    let value: Double
    @OrNull var low: Double?
    @OrNull var high: Double?

    init(_ estimate: Estimate) {
      value = JSONOutput.significant(estimate.value)
      low = estimate.interval.map { JSONOutput.significant($0.low) }
      high = estimate.interval.map { JSONOutput.significant($0.high) }
    }
  }

  /// The one to take if in doubt.
  struct Taken: Codable, Equatable {
    let figure: Figure
    @OrNull var costOverBest: Ends?
    @OrNull var waitP99Ns: Ends?
    let isFair, isBlocking: Bool
    @OrNull var survivesOversubscription: Bool?
    @OrNull var allocates: Bool?
    @OrNull var module: String?

    init(_ pick: AdvisedCase) {
      figure = Figure(pick.ranked)
      costOverBest = pick.costOverBest.map(Ends.init)
      waitP99Ns = pick.percentile99.map(Ends.init)
      isFair = pick.behaviour.isFair
      isBlocking = pick.behaviour.isBlocking
      survivesOversubscription = pick.behaviour.survivesOversubscription
      allocates = pick.behaviour.allocates
      module = pick.behaviour.module
    }
  }

  /// The usual choice.
  struct Usual: Codable, Equatable {
    let figure: Figure
    @OrNull var costOverTake: Ends?
    /// What it does that the one to take does not, where it costs more.
    let loses: [String]

    init(_ usual: UsualChoice, _ losses: [DeclaredCost]) {
      figure = Figure(usual.ranked)
      costOverTake = usual.costOverPick.map(Ends.init)
      loses = losses.map(\.rawValue)
    }
  }
}
