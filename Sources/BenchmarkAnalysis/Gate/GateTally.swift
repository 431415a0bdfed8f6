package import BenchmarkModel
package import BenchmarkStatistics
import Glibc

/// The pairs of a gate as they come in, and the decisions so far.
///
/// A live gate, a replay and a simulation all use a tally. Verdicts depend on the set of pairs,
/// never on the order of adding.
package struct GateTally: Sendable {
  package let plan: GatePlan
  /// The looks at each case: the numbers of pairs after which the case may be decided.
  package let looks: [GateLook]
  private var progress: [CaseProgress]

  /// Starts a tally without pairs.
  package init(plan: GatePlan) {
    self.plan = plan
    looks = plan.looks
    progress = plan.cases.map { _ in CaseProgress() }
  }

  /// Adds a pair of one of the plan's cases.
  ///
  /// - Complexity: O(1); for a pair that completes a look, O(n log n) in the look's pairs.
  package mutating func add(_ row: PairRow) {
    let planned = plan.cases[row.caseIndex]
    progress[row.caseIndex].add(row, of: planned, looks: looks)
  }

  /// The decision on a case so far.
  package func decision(ofCase index: Int) -> GateDecision { progress[index].decision }

  /// Whether a case needs no further pair: it was decided, or a side failed, or it is a sham (the
  /// baseline against itself) with as many pairs as the gated case that needs the most.
  ///
  /// A sham can only revoke verdicts, so an undecided case continues without further pairs of the
  /// sham.
  ///
  /// - Complexity: O(1); for a sham, O(number of cases).
  package func isSettled(_ index: Int) -> Bool {
    let own = progress[index]
    if own.decision.isFinal || own.failure != nil { return true }
    return plan.cases[index].role == .sham && own.complete >= mostPairsNeeded
  }

  /// The most pairs that a gated case's decision rests on; a case that no look decided counts with
  /// the pairs of the first look, and a failed case with none.
  private var mostPairsNeeded: Int {
    zip(plan.cases, progress).filter { $0.0.role == .gated }.map { $0.1.needed(looks) }.max() ?? 0
  }

  /// The number of cases that need no further pair, including shams.
  package var settled: Int { progress.indices.count { isSettled($0) } }

  /// The verdicts so far; undecided cases have the verdict that they would have if the gate ended
  /// now.
  package func evaluation() -> GateEvaluation {
    GateEvaluation(
      plan: plan,
      results: zip(plan.cases, progress).map { planned, progress in
        progress.result(of: planned, plan: plan, looks: looks)
      })
  }
}

/// The differences of one case, by pair.
private struct CaseProgress {
  /// The difference of each pair; nil if the pair is still missing.
  private var differences: [Double?] = []
  /// The number of pairs before the first missing pair.
  private(set) var complete = 0
  private(set) var decision = GateDecision.undecided
  private(set) var failure: (side: PairSide, pair: Int, reason: String)?

  mutating func add(_ row: PairRow, of planned: GateCase, looks: [GateLook]) {
    switch row.outcome {
    case .repeated: break
    case .failed(let side, let reason): note(side, row.pair, reason)
    case .measured(let a, let b): add(planned.difference(a: a, b: b), row.pair, planned, looks)
    }
  }

  /// Keeps the failure of the earliest pair; if both sides of the pair failed, keeps the baseline's
  /// failure, which makes the candidate's meaningless.
  private mutating func note(_ side: PairSide, _ pair: Int, _ reason: String) {
    if let failure, (failure.pair, failure.side.rawValue) <= (pair, side.rawValue) { return }
    failure = (side, pair, reason)
  }

  private mutating func add(
    _ difference: Double, _ pair: Int, _ planned: GateCase, _ looks: [GateLook]
  ) {
    // No look reads a pair that comes after the pairs of the last look.
    guard let last = looks.last, pair < last.pairs else { return }
    while differences.count <= pair { differences.append(nil) }
    precondition(differences[pair] == nil, "a pair counts once")
    differences[pair] = difference
    let before = complete
    while complete < differences.count, differences[complete] != nil { complete += 1 }
    guard !decision.isFinal, looks.contains(where: { before < $0.pairs && $0.pairs <= complete })
    else { return }
    decision = gateDecision(
      known(complete), looks: looks, effect: planned.limits.effect,
      tolerance: planned.limits.tolerance)
  }

  /// The number of pairs of the look that decided the case, else of the first look; 0 if a side
  /// failed.
  func needed(_ looks: [GateLook]) -> Int { failure == nil ? looks[decision.look ?? 0].pairs : 0 }

  private func known(_ count: Int) -> [Double] { differences.prefix(count).compactMap { $0 } }

  func result(of planned: GateCase, plan: GatePlan, looks: [GateLook]) -> GateCaseResult {
    // A look's decision rests on the pairs of that look, so the ratio leaves out later pairs too.
    let used = decision.look.map { looks[$0].pairs } ?? complete
    return GateCaseResult(
      planned: planned, decision: decision,
      failure: failure.map { (side: $0.side, text: "pair \($0.pair): \($0.reason)") },
      ratio: gateRatio(known(used), beta: plan.beta), pairs: used, looks: looks)
  }
}

extension GateCase {
  /// The difference ln(b / a) of a pair, with the baseline's value `a` and the candidate's `b`, or
  /// its negative if higher is better; above zero, the candidate is worse.
  ///
  /// If the sides are exchanged, the difference of logarithms changes only its sign.
  func difference(a: Double, b: Double) -> Double {
    polarity == .higherIsBetter ? log(a) - log(b) : log(b) - log(a)
  }
}
