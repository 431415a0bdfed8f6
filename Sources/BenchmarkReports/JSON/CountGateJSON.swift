package import BenchmarkAnalysis
package import BenchmarkDocument
import BenchmarkModel

extension TableDescription where Row == CountGate {
  /// The document of a gate of counts.
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
      .objects("lines", .line, \.lines),
      .field("added") { $0.added.map(\.description) },
      .field("removed") { $0.removed.map(\.description) },
      .field("notes", \.notes),
    ])
  }

  /// The compiler and the means by which one side was counted.
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
  /// A quantity of a case; `quantity` is `null` if the case failed as a whole.
  fileprivate static var line: Self {
    Self([
      .field("case", \.id.description),
      .field("suite", \.id.suite),
      .field("quantity", \.quantity?.rawValue),
      .field("baseline", \.baseline),
      .field("now", \.now),
      .field("change", \.change),
      .field("verdict", \.verdict.rawValue),
      .field("reason", \.reason),
    ])
  }
}
