/// The user's choice of cases and values; the run's profile, such as `quick`, decides the rest.
package struct CaseSelection: Codable, Equatable, Sendable {
  /// The suites, empty for all.
  package var suites: [String] = []
  /// Globs over case names, empty for all.
  package var filters: [String] = []
  /// The workloads, empty for all.
  package var workloads: [String] = []
  /// The primitives, empty for all.
  package var primitives: [String] = []
  /// The values that replace those of an axis (a parameter with a list of values), by the axis's
  /// key.
  package var overrides: [String: [Int]] = [:]
  /// The values that a preset (a published benchmark to repeat) has for axes without an override,
  /// by the axis's key; some axes may belong to workloads that were not selected.
  package var defaults: [String: [Int]] = [:]
  /// The preset's combinations of ``defaults``, one of which a case must have; nil if every
  /// combination is allowed.
  package var defaultCombinations: [[String: Int]]?

  /// Selects everything.
  package init() {}
}

extension CaseSelection {
  /// Whether a combination of the preset has a case's values; parameters that the user chose, or
  /// that the combination lacks, are not compared.
  package func isCombined(_ values: [Parameter]) -> Bool {
    defaultCombinations?.contains { combination in
      values.allSatisfy {
        overrides[$0.key] != nil || combination[$0.key] ?? $0.value == $0.value
      }
    } ?? true
  }

  /// Returns items in the order in which the selection names their cases.
  ///
  /// The order is by the first glob that matches, then by suite, workload and primitive. Items that
  /// are equal in all four keep their order.
  ///
  /// - Complexity: O(n log n), and O(number of globs) for each item.
  package func inOrder<Item>(_ items: [Item], of id: (Item) -> CaseID) -> [Item] {
    let ranked = items.enumerated().map { index, item in
      let id = id(item)
      let ranks = [
        filters.firstIndex { globMatches($0, id.description) }, suites.firstIndex(of: id.suite),
        workloads.firstIndex(of: id.workload), primitives.firstIndex(of: id.primitive), index,
      ]
      return (ranks: ranks.map { $0 ?? .max }, item: item)
    }
    return ranked.sorted { $0.ranks.lexicographicallyPrecedes($1.ranks) }.map(\.item)
  }
}
