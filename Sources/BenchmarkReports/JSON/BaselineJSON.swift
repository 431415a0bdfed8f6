import BenchmarkModel

/// Stored baselines as JSON: stable keys in snake case, `null` for what is absent.
public struct BaselineJSON: Codable, Equatable, Sendable {
  /// A case's counts an operation.
  struct Case: Codable, Equatable, Sendable {
    /// The case's name.
    let `case`: String
    /// The counts.
    @OrNull var instructions: Double?
    @OrNull var allocations: Double?
    @OrNull var allocatedBytes: Double?
    /// What was left out, because two tries differed.
    let unstable: [String]
  }

  /// The baseline's name, and the file's in its folder.
  let name, file: String
  /// The tool's release, the compiler's version and the instruction set.
  let tool, swift, architecture: String
  /// The C library, how instructions were counted, and valgrind's version.
  @OrNull var libc: String?
  @OrNull var instructionsBy: String?
  @OrNull var valgrind: String?
  /// The share that a count may grow by.
  let limit: Double
  /// The cases by name.
  let cases: [Case]

  /// Makes the document of a file.
  public init(_ entry: BaselineEntry) {
    let baseline = entry.baseline
    name = entry.name
    file = entry.file
    tool = baseline.tool
    swift = baseline.toolchain.swift
    architecture = baseline.toolchain.architecture
    libc = baseline.toolchain.libc
    instructionsBy = baseline.instructionsBy?.rawValue
    valgrind = baseline.valgrind
    limit = baseline.limits.share
    cases = baseline.sortedCases.map { id, counts in
      Case(
        case: id.description, instructions: counts.instructions,
        allocations: counts.allocations, allocatedBytes: counts.allocatedBytes,
        unstable: (counts.unstable ?? []).map(\.rawValue))
    }
  }
}
