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

  func expectVerified(_ name: String) async throws {
    try await Trials.expectVerified(try catalog.find(try CaseID(parsing: name)))
  }
}
