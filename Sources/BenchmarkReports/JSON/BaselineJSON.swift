package import BenchmarkDocument
import BenchmarkModel

extension TableDescription where Row == BaselineEntry {
  /// A stored baseline in JSON.
  package static var baseline: TableDescription<BaselineEntry> {
    Self([
      .field("name", \.name),
      .field("file", \.file),
      .field("tool", \.baseline.tool),
      .field("swift", \.baseline.toolchain.swift),
      .field("architecture", \.baseline.toolchain.architecture),
      .field("libc", \.baseline.toolchain.libc),
      .field("instructions_by", \.baseline.instructionsBy?.rawValue),
      .field("valgrind", \.baseline.valgrind),
      .field("limit", \.baseline.limits.share),
      .field("cases") { $0.baseline.sortedCases.map(counts) },
    ])
  }

  /// A case's counts an operation; `unstable` names what two tries disagreed on.
  private static func counts(_ id: CaseID, _ counts: OperationCounts) -> JSONValue {
    .object([
      ("case", id.description.json),
      ("instructions", counts.instructions.json),
      ("allocations", counts.allocations.json),
      ("allocated_bytes", counts.allocatedBytes.json),
      ("unstable", (counts.unstable ?? []).map(\.rawValue).json),
    ])
  }
}
