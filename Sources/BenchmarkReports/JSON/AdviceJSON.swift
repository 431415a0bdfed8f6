package import BenchmarkAnalysis
package import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics

extension TableDescription where Row == [Advice] {
  /// The document of `advise --format json`.
  package static var advices: TableDescription<[Advice]> {
    Self([
      .field("schema_version") { _ in 2 },
      .field("usual_choice") { $0.flatMap(\.usualNames).uniqued() },
      .objects("situations", .advice) { $0 },
    ])
  }
}

extension TableDescription where Row == Advice {
  /// The advice for a situation.
  fileprivate static var advice: Self {
    Self([
      .field("situation", \.finding.situation),
      .field("suite", \.finding.suite),
      .field("metric", \.finding.column.name),
      .field("parameters") { advice in
        Dictionary(firsts: advice.parameters.map { ($0.key, $0.value) })
      },
      .field("certainty", \.certainty.rawValue),
      // The best primitive is first; the list is empty if the advice's certainty is `unknown`.
      .objects("best", .ranked) { $0.certainty == .unknown ? [] : $0.finding.best },
      .field("floors", \.finding.floors),
      .object("take", .taken, \.choice),
      .object("otherwise", .taken, \.otherwise),
      .object("usual", .usual) { $0.usual == nil ? nil : $0 },
      .field("text", AdviceText.sentence),
    ])
  }

  /// The usual choice, and its losses if it costs more than the advised primitive.
  private static var usual: Self {
    Self([
      .object("figure", .ranked) { $0.usual?.ranked },
      .object("cost_over_take", .rounded) { $0.usual?.costOverChoice },
      .objects("loses", .loss) { $0.usual?.losses ?? [] },
    ])
  }
}

extension TableDescription where Row == RankedCase {
  /// A primitive's figure.
  fileprivate static var ranked: Self {
    Self([
      .field("primitive", \.summary.id.primitive),
      .object("estimate", .rounded, \.metric.estimate),
      .field("place") { $0.summary.place?.text },
    ])
  }
}

extension TableDescription where Row == AdvisedCase {
  /// An advised primitive.
  fileprivate static var taken: Self {
    Self([
      .object("figure", .ranked, \.ranked),
      .object("cost_over_best", .rounded, \.costOverBest),
      .field("conditions") { $0.conditions.map(\.rawValue) },
      .objects("waits", .wait, \.waits),
      .field("is_fair", \.behaviour.isFair),
      .field("is_blocking", \.behaviour.isBlocking),
      .field("survives_oversubscription", \.behaviour.survivesOversubscription),
      .field("allocates", \.behaviour.allocates),
      .field("is_awaited", \.behaviour.isAwaited),
      .field("writers_may_starve", \.behaviour.writersMayStarve),
      .field("readers_may_starve", \.behaviour.readersMayStarve),
      .field("module", \.behaviour.module),
    ])
  }
}

extension TableDescription where Row == UsualLoss {
  /// A reason for the extra cost of the usual choice.
  fileprivate static var loss: Self {
    Self([
      .field("reason", \.cost.rawValue),
      .object("cost_without", .rounded, \.without),
    ])
  }
}

extension TableDescription where Row == MeasuredWait {
  /// The waits for a primitive in a workload.
  fileprivate static var wait: Self {
    Self([
      .field("workload", \.workload),
      .object("p99_ns", .rounded) { $0.percentile99 },
      .object("starved_share", .rounded, \.starvedShare),
    ])
  }
}
