import BenchmarkModel
import Testing

@testable import BenchmarkRunner

/// Every case that a suite's default sweep measures, run for a moment as a worker would.
struct DefaultSweep: Sendable {
  private let catalog: CaseCatalog
  /// The cases' names.
  let names: [String]

  init(_ suite: Suite) {
    catalog = CaseCatalog(suites: [suite])
    let found = try? catalog.cases(tier: .standard, cpus: max(2, Trials.cpus.count))
    names = (found ?? []).map(\.id.description)
  }

  /// The rows of a few trials of a case.
  func rows(_ name: String) async throws -> [TrialRow] {
    let found = try catalog.find(try CaseID(parsing: name))
    var isPinned = !found.primitive.usesPool
    if case .pool = found.workload.threads { isPinned = false }
    return try await Trials.rows(
      found.primitive.prepare(Trials.context(found.id)), pace: found.workload.pace,
      operations: 500, isPinned: isPinned)
  }
}
