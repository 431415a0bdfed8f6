public import BenchmarkAnalysis
import BenchmarkModel

/// What a counted gate writes as JSON: stable keys in snake case, `null` for what is absent.
public struct CountGateJSON: Codable, Equatable, Sendable {
  /// The version of these keys: raised where one changes its meaning or goes.
  public static let schemaVersion = 1

  /// A quantity of a case.
  struct Line: Codable, Equatable, Sendable {
    /// The case's name and its suite.
    let `case`, suite: String
    /// `instructions` or `allocations`, an operation; nil where the case failed as a whole.
    @OrNull var quantity: String?
    /// The count an operation, then and now, and by which share it grew.
    @OrNull var baseline: Double?
    @OrNull var now: Double?
    @OrNull var change: Double?
    /// `pass`, `fail`, `improved`, `not-available` or `invalid`.
    let verdict: String
    /// Why there is no better verdict; empty where there is one.
    let reason: String

    init(_ line: CountGateLine) {
      `case` = line.id.description
      suite = line.id.suite
      quantity = line.quantity?.rawValue
      baseline = line.baseline
      now = line.now
      change = line.change
      verdict = line.verdict.rawValue
      reason = line.reason
    }
  }

  /// How one side was counted.
  struct Side: Codable, Equatable, Sendable {
    /// The compiler's version and the instruction set.
    let swift, architecture: String
    /// The C library, the means by which instructions were counted, and valgrind's version.
    @OrNull var libc: String?
    @OrNull var instructionsBy: String?
    @OrNull var valgrind: String?

    init(_ toolchain: CountToolchain, _ means: InstructionMeans?, valgrind: String?) {
      swift = toolchain.swift
      architecture = toolchain.architecture
      libc = toolchain.libc
      instructionsBy = means?.rawValue
      self.valgrind = valgrind
    }
  }

  /// The version of these keys.
  let schemaVersion: Int
  /// `counts`: the other gate measures time.
  let kind: String
  /// `pass`, `fail`, `invalid` or `inconclusive`.
  let outcome: String
  /// From where on a count differs: the share of the baseline, and the least difference an operation.
  let limit, leastDifference: Double
  /// The sides.
  let baseline, now: Side
  /// The quantities, by the name of their case.
  let lines: [Line]
  /// The cases that one side alone has.
  let added, removed: [String]
  /// What else has to be known.
  let notes: [String]

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
