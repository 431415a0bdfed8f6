package import BenchmarkModel

/// The wanted tables and rows of a run; all if nothing is named.
///
/// Ranks are among all cases of a situation, but ratios are to the best of its wanted contenders.
package struct TableSelection: Equatable, Sendable {
  /// The suites, empty for all.
  package var suites: [String]
  /// The workloads, empty for all.
  package var workloads: [String]
  /// The primitives, empty for all.
  package var primitives: [String]
  /// Globs, one of which must match a case's name; empty for all.
  package var filters: [String]

  /// Makes a selection; without arguments, a selection of everything.
  package init(
    suites: [String] = [], workloads: [String] = [], primitives: [String] = [],
    filters: [String] = []
  ) {
    self.suites = suites
    self.workloads = workloads
    self.primitives = primitives
    self.filters = filters
  }

  /// Whether nothing is left out.
  package var isEmpty: Bool { self == TableSelection() }

  /// Whether a case is wanted.
  package func contains(_ id: CaseID) -> Bool {
    (suites.isEmpty || suites.contains(id.suite))
      && (workloads.isEmpty || workloads.contains(id.workload))
      && (primitives.isEmpty || primitives.contains(id.primitive))
      && (filters.isEmpty || filters.contains { globMatches($0, id.description) })
  }
}
