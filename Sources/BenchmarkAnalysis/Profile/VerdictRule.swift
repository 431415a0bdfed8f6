/// The rules by which a profile explains a cost; docs/profile.md gives the thresholds and the
/// reasons.
package enum VerdictRule: String, CaseIterable, Codable, Sendable {
  /// The kernel passes a priority-inheriting futex from thread to thread.
  case kernelHandOver = "kernel-hand-over"
  /// The lock goes to a thread that sleeps, so every operation waits for a switch.
  case convoy
  /// Each operation wakes another thread by design.
  case threadHandOff = "thread-hand-off"
  /// More threads spin than there are CPUs, so the thread that could proceed has no CPU.
  case oversubscribedSpinner = "oversubscribed-spinner"
  /// Waiting threads use processor time, even time that the holder needs.
  case spinningBurnsCPU = "spinning-burns-cpu"
  /// Threads often call the kernel to wait or to wake, and rarely sleep there.
  case futexTraffic = "futex-traffic"
  /// The lock's cache line travels between CPUs.
  case cacheLineTransfer = "cache-line-transfer"
  /// The allocator takes a good part of an operation's cost.
  case allocationBound = "allocation-bound"
  /// Threads sleep while CPUs idle, and no hand-over explains it.
  case asleep
  /// A thread gets next to nothing.
  case starved
  /// A thread takes the primitive again before another gets it.
  case hogged
  /// No thread waits for another.
  case uncontendedFastPath = "uncontended-fast-path"
}

/// A figure that speaks for a verdict.
package struct VerdictEvidence: Equatable, Sendable {
  /// The unit of a figure.
  package enum Unit: String, Sendable {
    case nanoseconds = "ns"
    /// Occurrences per operation.
    case perOperation = "per-op"
    /// A part of a whole, 0 to 1.
    case share
    /// The ratio of two figures.
    case ratio
    /// A number of things.
    case count
  }

  /// The name of the figure.
  package let what: String
  /// The figure, in the unit.
  package let value: Double
  package let unit: Unit
  /// The rule's demand on the figure, such as `0.3 or more`; empty for a figure without a demand.
  package let demand: String

  /// The evidence of a figure; nil without the figure.
  init?(_ what: String, _ value: Double?, _ unit: Unit, demand: String = "") {
    guard let value else { return nil }
    self.what = what
    self.value = value
    self.unit = unit
    self.demand = demand
  }

  /// The evidence of a figure that a rule tests; nil without the figure.
  init?(_ what: String, _ value: Double?, _ demand: VerdictDemand) {
    self.init(what, value, demand.unit, demand: demand.text)
  }
}

/// A rule's demand on a figure.
enum VerdictDemand: Equatable, Sendable {
  case atLeast(Double, VerdictEvidence.Unit)
  case atMost(Double, VerdictEvidence.Unit)
  case under(Double, VerdictEvidence.Unit)

  /// The threshold, in the unit.
  var bound: Double {
    switch self {
    case .atLeast(let bound, _), .atMost(let bound, _), .under(let bound, _): bound
    }
  }

  /// The figure's unit.
  var unit: VerdictEvidence.Unit {
    switch self {
    case .atLeast(_, let unit), .atMost(_, let unit), .under(_, let unit): unit
    }
  }

  /// Whether a figure meets the demand.
  func isMet(by value: Double) -> Bool {
    switch self {
    case .atLeast(let bound, _): value >= bound
    case .atMost(let bound, _): value <= bound
    case .under(let bound, _): value < bound
    }
  }

  /// The demand in words, such as `0.3 or more`.
  var text: String {
    let figure =
      switch unit {
      case .nanoseconds: ProfileText.duration(bound)
      case .share: ProfileText.percent(bound)
      case .perOperation, .ratio, .count: ProfileText.digits(bound)
      }
    return switch self {
    case .atLeast: figure + " or more"
    case .atMost: figure + " or less"
    case .under: "under " + figure
    }
  }
}

/// A rule that fired.
package struct VerdictFinding: Equatable, Sendable {
  package let rule: VerdictRule
  /// The rule's statement on the case, in a sentence or two.
  package let sentence: String
  /// The figures that made the rule fire, and others that help to judge the finding.
  package let evidence: [VerdictEvidence]
  /// The names of figures that were missing and would have told more.
  package let missing: [String]
  /// The strength, by which findings are sorted, about 1 for the strongest: the rule's rank, plus
  /// 0.09 times the `share` that the rule passes to `found`.
  package let strength: Double
  /// The part of an operation's cost that the finding explains, 0 to 1, in the launches that show
  /// the finding; nil if no figure says how much.
  package private(set) var explained: Double?
  /// Whether ``explained`` is a part of the timed cost, not of the counted cost.
  let isOfTimedCost: Bool
  /// The part of the counted launches that show the finding, 0 to 1.
  package let seen: Double

  /// The finding with ``explained`` as a part of the timed cost: if the counted processes were in a
  /// cheaper regime, their counts explain at most the cost of these processes.
  func held(against facts: VerdictFacts) -> VerdictFinding {
    guard !isOfTimedCost, let part = facts.countedPart else { return self }
    var finding = self
    finding.explained = part * (explained ?? 1)
    return finding
  }

  /// Whether the finding explains enough of the cost to be the verdict.
  package var isVerdict: Bool { (explained ?? 1) * seen >= Self.leastExplained }
  /// The smallest part of the cost, over all counted launches, that a verdict explains.
  package static let leastExplained = 0.1
}
