public import BenchmarkModel

/// One of the two executables of a gate, as its reports name it.
public struct GateExecutable: Equatable, Sendable {
  /// The last part of the path that the user gave.
  public let name: String
  /// What it says that it is.
  public let tool: ToolVersion

  /// Makes it of its parts.
  public init(name: String, tool: ToolVersion) {
    self.name = name
    self.tool = tool
  }
}

/// Everything that a gate has to tell, live or replayed.
public struct GateReport: Equatable, Sendable {
  /// The verdicts.
  public var evaluation: GateEvaluation
  /// How the measuring ended; nil for a replay, which does not know.
  public var end: GateEnd?
  /// The baseline; nil for a replay.
  public var baseline: GateExecutable?
  /// The candidate; nil for a replay.
  public var candidate: GateExecutable?
  /// Whether the files that were launched are one, and say the same of themselves.
  public var isOneFile = false
  /// The cases that only the candidate has; never gated.
  public var added: [CaseID] = []
  /// The cases that only the baseline has; never gated.
  public var removed: [CaseID] = []
  /// The cases that both have, and that can't be compared.
  public var ungated: [UngatedCase] = []
  /// What was counted on both sides of a case, mostly of those that failed.
  public var causes: [CaseID: GateCause] = [:]
  /// Pairs that were measured once more, by the rule that was fixed beforehand.
  public var repeatedPairs = 0
  /// What the measuring took, in ns; nil for a replay.
  public var elapsedNanoseconds: UInt64?
  /// The machine, in one line; nil for a replay.
  public var machine: String?
  /// What was odd about the machine, a line each.
  public var warnings: [String] = []
  /// Where the pairs are, as the user can name it; nil where they were not kept.
  public var pairsFile: String?

  /// Makes a report of verdicts alone.
  public init(_ evaluation: GateEvaluation) { self.evaluation = evaluation }
}

/// What was counted of a case on both sides, and what of it explains a slowdown.
public struct GateCause: Equatable, Sendable {
  /// What both sides counted, in the order of ``CountedQuantity/shown``.
  public let counts: [ComparedCount]
  /// What could not be counted, and why, a line each.
  public let gaps: [String]

  /// The counts that differ and of which the candidate has more.
  public var likely: [ComparedCount] { counts.filter { $0.differs && $0.b > $0.a } }

  /// The counts that were taken and don't differ.
  public var agreeing: [ComparedCount] { counts.filter { !$0.differs } }

  /// What the counts say of a case that is slower.
  public var finding: CauseFinding {
    if !likely.isEmpty { return .likely }
    let work = CountedQuantity.instructions.name
    return counts.contains { $0.quantity == work } ? .sameWork : .unknown
  }

  /// Makes a cause of its parts.
  public init(counts: [ComparedCount], gaps: [String] = []) {
    self.counts = counts
    self.gaps = gaps
  }
}

/// What the counts of a slower case say of the cause.
public enum CauseFinding: String, Sendable {
  /// The candidate has more of something.
  case likely
  /// The instructions were counted, and there is not more of them or of anything else.
  case sameWork = "same-work"
  /// Without its instructions, nobody knows whether the candidate does more work.
  case unknown
}

/// What was counted of a case that has the primitive of another one.
public struct SiblingCause: Equatable, Sendable {
  /// The case that was counted.
  public let id: CaseID
  /// What its candidate has more of.
  public let likely: [ComparedCount]
}

extension GateReport {
  /// What explains a case whose own counts don't: those of the same primitive in one thread.
  ///
  /// Instructions are counted there without a counter of the processor's. Nil where the case's own counts are
  /// enough, or no such case explains anything.
  ///
  /// - Complexity: O(number of cases).
  public func sibling(of id: CaseID) -> SiblingCause? {
    guard (causes[id]?.finding ?? .unknown) == .unknown else { return nil }
    for other in evaluation.cases.map(\.planned.id)
    where other != id && other.suite == id.suite && other.primitive == id.primitive
      && (other["threads"] ?? 1) == 1
    {
      guard let likely = causes[other]?.likely, !likely.isEmpty else { continue }
      return SiblingCause(id: other, likely: likely)
    }
    return nil
  }
}
