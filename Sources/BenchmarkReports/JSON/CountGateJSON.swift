package import BenchmarkAnalysis
package import BenchmarkDocument
import BenchmarkModel

extension TableDescription where Row == CountGate {
  /// The document of `gate --counts FOLDER --json`.
  package static var countGate: TableDescription<CountGate> {
    Self([
      .field("schema_version") { _ in 1 },
      .field("kind") { _ in "counts" },
      .field("outcome", \.outcome.rawValue),
      .field("limit", \.limits.share),
      .field("least_difference", \.limits.least),
      .field("baseline") {
        side($0.baseline.toolchain, $0.baseline.instructionsBy, valgrind: $0.baseline.valgrind)
      },
      .field("now") { side($0.now.toolchain, $0.now.instructionsBy, valgrind: $0.now.valgrind) },
      .objects("lines", .countLine, \.lines),
      .field("added") { $0.added.map(\.description) },
      .field("removed") { $0.removed.map(\.description) },
      .field("notes", \.notes),
    ])
  }

  /// The toolchain of one side, and the means by which its instructions were counted.
  private static func side(
    _ toolchain: CountToolchain, _ means: InstructionMeans?, valgrind: String?
  ) -> JSONValue {
    .object([
      ("swift", toolchain.swift.json),
      ("architecture", toolchain.architecture.json),
      ("libc", toolchain.libc.json),
      ("instructions_by", (means?.rawValue).json),
      ("valgrind", valgrind.json),
    ])
  }
}

extension TableDescription where Row == CountGateLine {
  /// A quantity of a case, on the screen and in JSON; `quantity` is `null` if the case failed as a
  /// whole.
  static var countLine: TableDescription<CountGateLine> {
    Self([
      .text("verdict") { CountGateText.word($0.verdict) },
      .text("case", key: "case") { $0.id.description },
      .text("an operation", key: "quantity") { $0.quantity?.rawValue },
      .figure("baseline", key: "baseline", .exact) { $0.baseline }.exact,
      .figure("now", key: "now", .exact) { $0.now }.exact,
      .shown("change", .figure) { .text(CountGateText.change($0)) },
      .field("suite", \.id.suite),
      .field("change", \.change),
      .field("verdict", \.verdict.rawValue),
      .field("reason", \.reason),
    ])
  }
}
