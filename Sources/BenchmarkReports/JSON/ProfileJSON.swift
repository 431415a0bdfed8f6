package import BenchmarkAnalysis
package import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics

extension TableDescription where Row == CaseProfile {
  /// The document of `profile --format json`, with units in its keys.
  package static var profile: TableDescription<CaseProfile> {
    Self(
      Column.caseFields(\.evidence.id) + [
        .field("status", \.evidence.summary.status.rawValue),
        .field("reason") { $0.evidence.summary.reason.isEmpty ? nil : $0.evidence.summary.reason },
        .field("threads", \.evidence.threads),
        .field("cpus", \.evidence.cpus),
        .field("runs_on_pool", \.evidence.runsOnPool),
        .field("traits") { profile in
          Dictionary(firsts: profile.evidence.traits.map { ($0.name, $0.value) })
        },
        .object("cost", .cost, \.cost),
        .object("wall_time", .wallTime, \.wallTime),
        .field("cpu_ns_per_op", \.processorNanosecondsPerOperation),
        .objects("counts", .count, \.counts),
        .object("waits", .waits) { $0 },
        .objects("verdict", .finding, \.findings),
        .field("next_steps", \.nextSteps),
        .field("notes", \.notes),
      ])
  }

  /// Waits and fairness.
  private static var waits: Self {
    Self([
      .field("case") { $0.waits?.source?.description },
      .field("what") { $0.waits.flatMap { $0.what.isEmpty ? nil : $0.what } },
      .field("percentiles") { profile in
        (profile.waits?.percentiles ?? []).map {
          JSONValue.object([
            ("level", $0.level.json), ("ns", TableDescription<Estimate>.exact.json($0.estimate)),
          ])
        }
      },
      .object("fairness", .exact) { $0.waits?.fairness },
      .object("smallest_share", .exact) { $0.waits?.smallestShare },
    ])
  }
}

extension TableDescription where Row == ProfileCost {
  /// The cost, and the cost of the fastest valid rival.
  fileprivate static var cost: Self {
    Self([
      .field("metric", \.column),
      .object("ns", .exact, \.estimate),
      .field("fastest_rival") { $0.fastestRival?.id.description },
      .object("fastest_rival_ns", .exact) { $0.fastestRival?.estimate },
      .field("times_fastest_rival") { $0.fastestRival?.ratio },
      .field("compared_rivals", \.comparedRivals),
      .field("place") { $0.place?.text },
      .field("uncontended_ns", \.uncontended),
    ])
  }
}

extension TableDescription where Row == WallTimeReading {
  /// The share of each state in the wall time of the case's threads, 0 to 1, or the reason why the
  /// shares are not known.
  fileprivate static var wallTime: Self {
    Self([
      .field("shares") { reading in
        reading.wall.map {
          Dictionary($0.parts.map { ($0.state.rawValue, $0.share) }, uniquingKeysWith: +)
        }
      },
      .field("reason", \.lack),
      .field("threads", \.wall?.threads),
      .field("ns_per_thread", \.wall?.nanoseconds),
      .field("counted_ns_per_op", \.wall?.costNanoseconds),
      .field("notes") { $0.wall?.notes ?? [] },
    ])
  }
}

extension WallTimeReading {
  fileprivate var wall: WallTime? {
    if case .measured(let wall) = self { wall } else { nil }
  }

  /// The reason why the shares are not known; nil if they are.
  fileprivate var lack: String? {
    if case .unavailable(let reason) = self { reason } else { nil }
  }
}

extension TableDescription where Row == CountPerOperation {
  /// The number of events in an operation; the uncertainty is a share of that number, with 95 %
  /// confidence.
  fileprivate static var count: Self {
    Self([
      .field("name", \.quantity.name),
      .field("event", \.figures?.event),
      .field("per_op", \.figures?.median),
      .field("launches") { $0.figures?.values ?? [] },
      .field("scaled") { $0.figures?.isScaled ?? false },
      .field("counted_share") { $0.figures?.scaling?.countedShare },
      .field("uncertainty") { $0.figures?.scaling?.uncertainty },
      .field("reason") { found in
        if case .missing(let reason) = found.count { reason } else { String?.none }
      },
    ])
  }
}

extension TableDescription where Row == VerdictFinding {
  /// A rule that fired.
  fileprivate static var finding: Self {
    Self([
      .field("rule", \.rule.rawValue),
      .field("sentence", \.sentence),
      .field("strength", \.strength),
      .field("explained", \.explained),
      .field("seen", \.seen),
      .objects("evidence", .evidence, \.evidence),
      .field("missing", \.missing),
    ])
  }
}

extension TableDescription where Row == VerdictEvidence {
  /// A figure that supports a finding, and the bound that the rule demands; `null` if it demands
  /// none.
  fileprivate static var evidence: Self {
    Self([
      .field("what", \.what),
      .field("value", \.value),
      .field("unit", \.unit.rawValue),
      .field("demand") { $0.demand.isEmpty ? nil : $0.demand },
    ])
  }
}
