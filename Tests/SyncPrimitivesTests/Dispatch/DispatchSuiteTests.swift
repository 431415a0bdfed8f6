import BenchmarkModel
import CSyncShims
import Dispatch
import Testing

@testable import BenchmarkRunner
@testable import SyncSuites

/// The small cases of a suite: each primitive of each workload, at sizes that take no time.
enum SmallCases {
  /// The names of the suite's cases at the given values.
  static func names(of suite: Suite, at values: [String: [Int]]) -> [String] {
    var selection = CaseSelection()
    selection.overrides = values
    let catalog = CaseCatalog(suites: [suite])
    let found = try? catalog.cases(tier: .standard, cpus: 2, selection: selection)
    return (found ?? []).map(\.id.description)
  }

  /// The workload and primitive of every line of a suite, as the beginning of a case's name.
  static func lines(of suite: Suite) -> Set<String> {
    Set(
      suite.workloads.flatMap { workload in
        workload.primitives.map { "\(suite.name)/\(workload.name)/\($0.name)" }
      })
  }

  /// Runs a case as a worker runs it, and expects its checks to hold.
  static func run(_ name: String, of suite: Suite) async throws {
    let found = try CaseCatalog(suites: [suite]).find(try CaseID(parsing: name))
    // A control is seen to fail elsewhere: where two threads can't overlap it may not.
    if found.expectation == .valid { try await Trials.expectVerified(found, operations: 1) }
  }
}

extension PrimitiveTests {
  /// Every primitive of the dispatch suite, those too that no first look takes.
  @Suite struct DispatchSuiteTests {
    private static let suite = DispatchSuite.suite()
    static let names = SmallCases.names(
      of: suite,
      at: [
        "items": [1, 9], "threads": [2], "rest": [0, 20_000], "delay": [50_000, 700_000],
        "period": [200_000], "leeway": [0, 100_000], "calls": [1, 5], "quiet": [100_000],
        "block": [0, 100_000], "leaves": [1, 9], "limit": [0, 20_000],
      ])

    @Test func `every primitive has a small case`() {
      let covered = Set(
        Self.names.map { $0.split(separator: "/").prefix(3).joined(separator: "/") })
      #expect(covered == SmallCases.lines(of: Self.suite))
    }

    @Test(arguments: names)
    func `a small case passes its check`(name: String) async throws {
      try await SmallCases.run(name, of: Self.suite)
    }

    @Test func `Dispatch's clock is the monotonic one`() {
      for _ in 0..<100 {
        let before = sync_monotonic_ns()
        let now = DispatchTime.now().uptimeNanoseconds
        let after = sync_monotonic_ns()
        #expect(before <= now && now <= after)
      }
    }

    @Test func `no leeway is listed twice`() throws {
      let timer = try #require(Self.suite.workloads.first { $0.name == "timer" })
      let leeway = try #require(timer.axes.last)
      #expect(leeway.values(.standard, 2, ["period": 1_000_000]) == [0, 100_000, 1_000_000])
      #expect(leeway.values(.standard, 2, ["period": 10_000_000]) == [0, 1_000_000])
      #expect(leeway.values(.headline, 2, ["period": 1_000_000]) == [0])
    }
  }
}
