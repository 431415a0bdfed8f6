public import BenchmarkAnalysis
import BenchmarkModel

/// What a counted gate writes as JSON: stable keys in snake case, `null` for what is absent.
public struct CountGateJSON: Codable, Equatable, Sendable {
  /// The version of these keys: raised where one changes its meaning or goes.
  public static let schemaVersion = 1

  /// A value that is written as `null` where it is absent.
  public typealias OrNull = ProfileJSON.OrNull

  /// A quantity of a case.
  public struct Line: Codable, Equatable, Sendable {
    /// The case's name and its suite.
    public let caseName, suite: String
    /// `instructions` or `allocations`, an operation; nil where the case failed as a whole.
    public let quantity: OrNull<String>
    /// The count an operation, then and now, and by which share it grew.
    public let baseline, now, change: OrNull<Double>
    /// `pass`, `fail`, `improved`, `not-available` or `invalid`.
    public let verdict: String
    /// Why there is no better verdict; empty where there is one.
    public let reason: String

    private enum CodingKeys: String, CodingKey {
      case suite, quantity, baseline, now, change, verdict, reason
      case caseName = "case"
    }

    init(_ line: CountGateLine) {
      caseName = line.id.description
      suite = line.id.suite
      quantity = OrNull(line.quantity?.rawValue)
      baseline = OrNull(line.baseline)
      now = OrNull(line.now)
      change = OrNull(line.change)
      verdict = line.verdict.rawValue
      reason = line.reason
    }
  }

  /// How one side was counted.
  public struct Side: Codable, Equatable, Sendable {
    /// The compiler's version and the instruction set.
    public let swift, architecture: String
    /// The C library, the means by which instructions were counted, and valgrind's version.
    public let libc, instructionsBy, valgrind: OrNull<String>

    private enum CodingKeys: String, CodingKey {
      case swift, architecture, libc, valgrind
      case instructionsBy = "instructions_by"
    }

    init(_ toolchain: CountToolchain, _ means: InstructionMeans?, valgrind: String?) {
      swift = toolchain.swift
      architecture = toolchain.architecture
      libc = OrNull(toolchain.libc)
      instructionsBy = OrNull(means?.rawValue)
      self.valgrind = OrNull(valgrind)
    }
  }

  /// The version of these keys.
  public let schemaVersion: Int
  /// `counts`: the other gate measures time.
  public let kind: String
  /// `pass`, `fail`, `invalid` or `inconclusive`.
  public let outcome: String
  /// From where on a count differs: the share of the baseline, and the least difference an operation.
  public let limit, leastDifference: Double
  /// The sides.
  public let baseline, now: Side
  /// The quantities, by the name of their case.
  public let lines: [Line]
  /// The cases that one side alone has.
  public let added, removed: [String]
  /// What else has to be known.
  public let notes: [String]

  private enum CodingKeys: String, CodingKey {
    case kind, outcome, limit, baseline, now, lines, added, removed, notes
    case schemaVersion = "schema_version"
    case leastDifference = "least_difference"
  }

  /// Makes the document.
  public init(_ gate: CountGate) {
    schemaVersion = Self.schemaVersion
    kind = "counts"
    outcome = gate.outcome.rawValue
    limit = gate.limits.share
    leastDifference = gate.limits.least
    baseline = Side(
      gate.baseline.toolchain, gate.baseline.instructionsBy, valgrind: gate.baseline.valgrind)
    now = Side(gate.now.toolchain, gate.now.instructionsBy, valgrind: gate.now.valgrind)
    lines = gate.lines.map(Line.init)
    added = gate.added.map(\.description)
    removed = gate.removed.map(\.description)
    notes = gate.notes
  }
}
