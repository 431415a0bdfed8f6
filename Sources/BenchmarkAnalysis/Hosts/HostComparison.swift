package import BenchmarkModel
package import BenchmarkStatistics

/// A comparison of machines: machines of one kind form a group, and the groups are compared with
/// each other.
package struct HostComparison: Equatable, Sendable {
  /// The groups, the group with the most machines first.
  package let groups: [HostGroup]
  /// The cases that all groups have, with each group compared to the first; empty if there is only
  /// one group.
  package let across: [CaseAcross]
  /// The changes of rank: two primitives that two groups rank in opposite order.
  package let changes: [RankChange]

  /// Compares machines.
  ///
  /// - Complexity: O(machines² × cases) in a group, O(groups² × cases × rivals of a case) between
  ///   groups.
  package init(_ hosts: [HostFigures], includes: (CaseID) -> Bool = { _ in true }) {
    // Groups of equal size stay in the order of their first machines.
    let parts = hosts.grouped { $0.identity }.enumerated().sorted {
      ($1.element.count, $0.offset) < ($0.element.count, $1.offset)
    }
    groups = parts.enumerated().map { index, part in
      HostGroup(name: Self.name(index), part.element.map { $0.selecting(includes) })
    }
    across = CaseAcross.all(groups)
    changes = RankChange.all(groups)
  }

  /// The name of a group: one letter, and two letters from the 27th group on.
  private static func name(_ index: Int) -> String {
    let letter = String(UnicodeScalar(UInt8(ascii: "A") + UInt8(index % 26)))
    return index < 26 ? letter : name(index / 26 - 1) + letter
  }
}

/// A case in all groups: each group's figure divided by the first group's.
package struct CaseAcross: Equatable, Sendable {
  package let id: CaseID
  package let column: MetricColumn
  /// The groups' figures, in the order of the groups.
  package let estimates: [Estimate]

  /// A group's figure divided by the first group's.
  ///
  /// The interval is made of the ends of both intervals, so it contains the true ratio whenever
  /// both intervals contain their true figures.
  package func ratio(ofGroup index: Int) -> Estimate {
    let (first, own) = (estimates[0], estimates[index])
    let interval: Interval? =
      if let below = first.interval, let above = own.interval, below.low > 0 {
        Interval(low: above.low / below.high, high: above.high / below.low)
      } else { nil }
    return Estimate(value: own.value / first.value, interval: interval)
  }

  static func all(_ groups: [HostGroup]) -> [CaseAcross] {
    guard let first = groups.first, groups.count > 1 else { return [] }
    let others = groups.dropFirst().map(\.byID)
    return first.cases.compactMap { own in
      let rest = others.compactMap { $0[own.id] }
      // The measured distance between two CPUs differs from machine to machine, so only the kinds
      // of the places must be equal.
      guard rest.count == others.count,
        rest.allSatisfy({ $0.column == own.column && $0.placeKind == own.placeKind })
      else { return nil }
      return CaseAcross(
        id: own.id, column: own.column, estimates: [own.estimate] + rest.map(\.estimate))
    }
  }
}

/// Two primitives that two groups tell apart, in opposite order.
package struct RankChange: Equatable, Sendable {
  /// The suite, workload and parameters of both cases.
  package let situation: String
  /// The primitive that is better in the first of the two groups.
  package let better: String
  /// The primitive that is better in the second of the two groups.
  package let worse: String
  /// The groups' names.
  package let groups: [String]
  /// The cost of ``better`` divided by the cost of ``worse``, in each of the two groups.
  package let ratios: [Double]

  static func all(_ groups: [HostGroup]) -> [RankChange] {
    groups.indices.flatMap { left in
      groups.indices.dropFirst(left + 1).flatMap { right in all(groups[left], groups[right]) }
    }
  }

  private static func all(_ left: HostGroup, _ right: HostGroup) -> [RankChange] {
    let there = right.byID
    let shared = left.cases.filter { own in
      there[own.id]?.column == own.column && there[own.id]?.placeKind == own.placeKind
    }
    return shared.grouped { $0.id.situation }.flatMap { rivals in
      rivals.flatMap { better in
        rivals.compactMap { worse -> RankChange? in
          guard let one = there[better.id], let other = there[worse.id],
            better.isBetter(than: worse), other.isBetter(than: one)
          else { return nil }
          return RankChange(
            situation: better.id.situation, better: better.id.primitive,
            worse: worse.id.primitive, groups: [left.name, right.name],
            ratios: [better.cost / worse.cost, one.cost / other.cost])
        }
      }
    }
  }
}

extension HostGroup {
  fileprivate var byID: [CaseID: GroupedCase] {
    cases.keyed(by: \.id)
  }
}

extension GroupedCase {
  /// The figure as a cost, of which less is better; a metric of which more is better is inverted.
  fileprivate var cost: Double {
    column.polarity == .higherIsBetter ? 1 / estimate.value : estimate.value
  }

  /// Whether the case is told apart from `other`, and better.
  fileprivate func isBetter(than other: GroupedCase) -> Bool {
    guard let own = estimate.interval, let others = other.estimate.interval else { return false }
    return column.polarity == .higherIsBetter ? own.low > others.high : own.high < others.low
  }
}
