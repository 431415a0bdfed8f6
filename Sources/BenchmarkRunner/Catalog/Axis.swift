import BenchmarkModel

/// The extent of a profile's sweep: a few values of each parameter, the default values, or all
/// values.
public enum Tier: Int, Comparable, Sendable {
  /// The values that a first overview needs.
  case headline
  /// The default sweep.
  case standard
  /// All values.
  case thorough

  /// Returns whether `left` takes fewer values than `right`.
  public static func < (left: Tier, right: Tier) -> Bool { left.rawValue < right.rawValue }

  /// The tier whose values a primitive takes in a workload, when a profile of this tier is run; nil
  /// if the profile does not measure the primitive there.
  ///
  /// `smallest` has two tiers: the smallest that measures the workload, and the smallest that
  /// measures the primitive. The result is this tier's number minus both of their numbers, where
  /// ``headline`` is 0.
  ///
  /// A profile that takes all values for the headline primitives takes only the headline values for
  /// primitives of the last tier, so that a hundred more locks are not a hundred more sweeps.
  func left(for smallest: Tier...) -> Tier? {
    Tier(rawValue: smallest.reduce(rawValue) { $0 - $1.rawValue })
  }
}

/// The meaning of a parameter's number, which sets the number's range.
public enum AxisKind: Sendable {
  /// Threads: 1 to 4096.
  case threads
  /// Nanoseconds: 0 to 10^9.
  case nanoseconds
  /// A percentage: 0 to 100.
  case percent
  /// Thousandths: 0 to 1000.
  case permille
  /// A count: 1 to 10^9.
  case count
  /// A CPU's number: 0 to 65,535.
  case cpu
  /// The index of a word in a list that has the given number of words.
  case words(Int)

  /// The range of the number.
  package var range: ClosedRange<Int> {
    switch self {
    case .threads: 1...4096
    case .nanoseconds: 0...1_000_000_000
    case .percent: 0...100
    case .permille: 0...1000
    case .count: 1...1_000_000_000
    case .cpu: 0...65_535
    case .words(let count): 0...max(0, count - 1)
    }
  }

  /// The unit of a value in an error's text; empty for a plain number.
  package var unit: String {
    switch self {
    case .threads, .count, .cpu, .words: ""
    case .nanoseconds: " ns"
    case .percent: " %"
    case .permille: " thousandths"
    }
  }
}

/// One parameter of a workload, with its values for each tier and number of CPUs.
public struct Axis: Sendable {
  /// The parameter's key.
  public let key: String
  /// The meaning of the parameter's number.
  public let kind: AxisKind
  /// The parameter's values for a tier, a number of CPUs and the values of earlier parameters.
  public let values: @Sendable (Tier, _ cpus: Int, _ earlier: [String: Int]) -> [Int]

  /// The name of the parameter's column, including the unit.
  public var columnName: String {
    let name = String(key.map { $0 == "-" ? "_" : $0 })
    return switch kind {
    case .threads, .count, .cpu, .words: name
    case .nanoseconds: name + "_ns"
    case .percent: name.hasSuffix("_percent") ? name : name + "_percent"
    case .permille: name.hasSuffix("_permille") ? name : name + "_permille"
    }
  }

  /// Makes an axis of its parts.
  public init(
    _ key: String, _ kind: AxisKind,
    values: @escaping @Sendable (Tier, _ cpus: Int, _ earlier: [String: Int]) -> [Int]
  ) {
    self.key = key
    self.kind = kind
    self.values = values
  }

  /// Makes an axis whose values depend on the tier alone.
  public init(
    _ key: String, _ kind: AxisKind, headline: [Int], standard: [Int], thorough: [Int]
  ) {
    self.init(key, kind) { tier, _, _ in
      switch tier {
      case .headline: headline
      case .standard: standard
      case .thorough: thorough
      }
    }
  }
}

// These axes have no values of their own: a case has such a parameter only on request.
extension Axis {
  /// The placement of threads, if a run has several placements.
  static let placement = Axis(
    "placement", .words(PlacementMode.allCases.count), headline: [], standard: [], thorough: [])

  /// The node of the memory that threads share.
  static let memory = Axis(
    "memory", .words(MemoryNode.allCases.count), headline: [], standard: [], thorough: [])
}
