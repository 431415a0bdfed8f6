/// A figure that a claim is judged by.
///
/// Cases are named by their paths, such as `locks/uncontended/mutex/inside=0`.
package enum ClaimFigure: Equatable, Sendable {
  /// A metric of a case: the column of its suite's table, in that column's unit.
  case metric(_ case: String, _ column: String)
  /// A metric of a case divided by the same metric of another case, without a unit.
  ///
  /// The two metrics are resampled independently, so the interval covers the variation of both.
  case ratio(_ case: String, over: String, _ column: String)
  /// The share, 0 to 1, of a case's launches that ended in one of these ways.
  case share(of: String, ending: Set<ClaimEnding>)

  /// The names of the cases that the figure needs.
  package var cases: [String] {
    switch self {
    case .metric(let name, _), .share(let name, _): [name]
    case .ratio(let name, let other, _): [name, other]
    }
  }

  /// The column that the figure reads; nil for a share of endings.
  package var column: String? {
    switch self {
    case .metric(_, let column), .ratio(_, _, let column): column
    case .share: nil
    }
  }
}

/// The ending of a launch of a case.
package enum ClaimEnding: String, Codable, CaseIterable, Sendable {
  /// The launch returned, and every check held.
  case returned
  /// A check did not hold, however the launch ended.
  case brokeItsPromise = "broke-its-promise"
  /// A signal or a trap ended the process.
  case crashed
  /// The launch never returned: the case stood still until its own watchdog ended it by SIGALRM.
  case hung
}

/// The band in which a figure has to lie for a claim to hold.
package struct ClaimBand: Equatable, Sendable {
  /// The lower bound, inclusive; nil for none.
  package let low: Double?
  /// The upper bound, inclusive; nil for none.
  package let high: Double?

  /// The band from `low` to `high`, both inside.
  package static func within(_ range: ClosedRange<Double>) -> ClaimBand {
    ClaimBand(low: range.lowerBound, high: range.upperBound)
  }

  /// The band of at least `low`.
  package static func atLeast(_ low: Double) -> ClaimBand { ClaimBand(low: low, high: nil) }

  /// The band of at most `high`.
  package static func atMost(_ high: Double) -> ClaimBand { ClaimBand(low: nil, high: high) }

  /// The band for an ending that every launch must have.
  package static let always = within(1...1)

  /// The band for an ending that no launch may have.
  package static let never = within(0...0)

  /// Whether the band is a single value, which every trial must have.
  var isExact: Bool { low != nil && low == high }
}

/// A figure, and the band in which it has to lie.
package struct ClaimCondition: Equatable, Sendable {
  /// The text that names the condition's primitive or setting to a reader.
  package let label: String
  package let figure: ClaimFigure
  /// The band in which the figure has to lie.
  package let band: ClaimBand

  package init(_ label: String, _ figure: ClaimFigure, _ band: ClaimBand) {
    self.label = label
    self.figure = figure
    self.band = band
  }
}

/// The rule for a claim to hold.
package enum ClaimRule: Equatable, Sendable {
  /// A rule whose conditions must all hold; a condition that surely fails refutes the claim.
  case all([ClaimCondition])
  /// The same condition at several settings of the named parameter; the claim depends on the
  /// parameter if the condition holds at only some of them.
  case each(of: String, [ClaimCondition])

  /// The rule's conditions, in their order.
  package var conditions: [ClaimCondition] {
    switch self {
    case .all(let conditions), .each(_, let conditions): conditions
    }
  }
}

extension ClaimFigure {
  /// The cost of an operation of a case, in ns of wall time.
  package static func cost(_ name: String) -> ClaimFigure { .metric(name, "ns_per_op") }

  /// The cost of a case divided by the cost of another.
  package static func costRatio(_ name: String, over other: String) -> ClaimFigure {
    .ratio(name, over: other, "ns_per_op")
  }
}
