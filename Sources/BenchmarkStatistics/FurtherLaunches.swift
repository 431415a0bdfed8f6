import Glibc

/// The results of a case's first launches.
package struct FirstRound: Sendable {
  /// The launches measured.
  package let launches: Int

  /// Half the width of the interval of them, as a share of the value; nil without an interval.
  package let relativeHalfWidth: Double?

  /// The duration of one launch, in nanoseconds.
  package let costNanoseconds: UInt64

  /// A case whose `launches` took `costNanoseconds` each and gave an interval of
  /// `relativeHalfWidth`.
  package init(launches: Int, relativeHalfWidth: Double?, costNanoseconds: UInt64) {
    self.launches = launches
    self.relativeHalfWidth = relativeHalfWidth
    self.costNanoseconds = costNanoseconds
  }
}

/// The number of further launches that each case gets for its interval to come down to `target`.
///
/// A half width falls with the root of the launches, so n of them at h need n (h / target)² in all.
/// The cases that `most` launches in all bring to the target are served first, and of them those
/// that need the least time, so that as many as possible reach it. The others share what is left,
/// one launch at a time to the one whose interval would be the widest. All is one sequence of
/// launches, cut before the next one that would go beyond the budget: more budget never takes a launch from a
/// case. A case without an interval gets none.
///
/// To stop if the first interval is narrow keeps those that are so by chance, and the final
/// intervals of all launches would hold the truth too seldom. So a half width below the median m of
/// all cases counts as √(h m): a case whose interval is at the target may still get launches. Then
/// 95 % intervals from 8 first launches and a target of 5 % hold the truth 93 to 96 times of 100.
///
/// In the spirit of Stein 1945, who keeps the exact confidence at the price of the first round's
/// error for good.
///
/// - Complexity: O(launches given × number of cases).
package func furtherLaunches(
  _ cases: [FirstRound], target: Double, budgetNanoseconds: UInt64, most: Int
) -> [Int] {
  precondition(target > 0, "no number of launches makes an interval a point")
  var given = Array(repeating: 0, count: cases.count)
  var budget = budgetNanoseconds
  let halfWidths = guardedHalfWidths(cases)
  let needs = zip(cases, halfWidths).map { first, halfWidth in
    let ratio = (halfWidth ?? 0) / target
    return max((Double(first.launches) * ratio * ratio).rounded(.up) - Double(first.launches), 0)
  }
  func fits(_ index: Int) -> Bool { cases[index].launches + given[index] < most }
  func give(_ index: Int) -> Bool {
    guard cases[index].costNanoseconds <= budget else { return false }
    budget -= cases[index].costNanoseconds
    given[index] += 1
    return true
  }

  let reached = cases.indices.filter { Double(cases[$0].launches) + needs[$0] <= Double(most) }
  func time(_ index: Int) -> Double { needs[index] * Double(cases[index].costNanoseconds) }
  // An equal time goes by place: the standard library's sort promises no order of equals.
  for index in reached.sorted(by: { (time($0), $0) < (time($1), $1) }) {
    for _ in 0..<Int(needs[index]) where !give(index) { return given }
  }

  let others = Set(cases.indices).subtracting(reached).sorted()
  func projected(_ index: Int) -> Double {
    let share = Double(cases[index].launches) / Double(cases[index].launches + given[index])
    return (halfWidths[index] ?? 0) * sqrt(share)
  }
  // Of equals the first: `max` would keep the last.
  while let widest = others.filter(fits).min(by: { projected($0) > projected($1) }) {
    guard give(widest) else { return given }
  }
  return given
}

/// The half widths of the cases, those below the median moved halfway up to it on the logarithm.
private func guardedHalfWidths(_ cases: [FirstRound]) -> [Double?] {
  let halfWidths = cases.map(\.relativeHalfWidth)
  let middle = median(halfWidths.compactMap { $0 }.filter(\.isFinite)) ?? 0
  return halfWidths.map { halfWidth in halfWidth.map { max($0, sqrt($0 * middle)) } }
}
