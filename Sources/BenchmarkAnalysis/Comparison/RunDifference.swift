package import BenchmarkModel

/// A fact in which two runs differ, apart from their results.
package struct RunDifference: Equatable, Sendable {
  /// The name of the fact that differs, such as `kernel`.
  package let what: String
  /// The value in A; nil if the run does not say.
  package let a: String?
  /// The value in B; nil if the run does not say.
  package let b: String?
  /// The cases with this difference, in A's order; empty if the whole runs differ.
  package private(set) var cases: [CaseID] = []
}

extension RunDifference {
  /// The differences between two runs: in their machines, then in their plans, then in the cases
  /// that both have.
  ///
  /// The tool's own version is left out, because most comparisons are made to see its effect.
  static func all(
    _ a: RunDocument, _ b: RunDocument, shared: [(a: PlannedCase, b: PlannedCase)]
  ) -> [RunDifference] {
    var whole = zip(facts(a), facts(b)).compactMap { a, b in
      a.value == b.value ? nil : RunDifference(what: a.what, a: a.value, b: b.value)
    }
    // The fact `machine` is the fingerprint, `hostLabel`. A host that the user did not name has the
    // fingerprint as its name, so the fact would only repeat the host. Hosts to which the user gave
    // the same name may be different machines, which the fact shows.
    if [a, b].allSatisfy({ $0.host == $0.environment.hostLabel }) {
      whole.removeAll { $0.what == "machine" }
    }
    return whole + conditions(shared)
  }

  private typealias Fact = (what: String, value: String?)

  private static func facts(_ run: RunDocument) -> [Fact] {
    [("host", run.host)]
      + run.environment.facts.filter(\.isCompared).map { ($0.name, $0.value) } + [
        ("profile", run.plan.profile),
        ("launches per case", "\(run.plan.blocks) at most"),
        ("preset", run.plan.preset?.name ?? "none"),
      ]
  }

  /// Returns the differences in the conditions of shared cases, in the order of their first
  /// appearance; cases with the same two values share one difference.
  private static func conditions(
    _ shared: [(a: PlannedCase, b: PlannedCase)]
  ) -> [RunDifference] {
    let found = shared.flatMap { both in
      zip(both.a.conditions, both.b.conditions).filter { $0.words != $1.words }
        .map { (id: both.a.id, what: $0.what, a: $0.words, b: $1.words) }
    }
    return found.grouped { [$0.what, $0.a, $0.b] }
      .map { RunDifference(what: $0[0].what, a: $0[0].a, b: $0[0].b, cases: $0.map(\.id)) }
  }
}
