import BenchmarkModel

@testable import BenchmarkRunner

/// A small catalogue: workloads of each pace, and programs that do nothing.
enum CatalogFixture {
  static let catalog = CaseCatalog(suites: suites)

  /// The version of an executable with this catalogue.
  static let tool = ToolVersion(version: "9", commit: "abc", executable: "f00d")

  /// A request for the whole plan of a gate on one CPU.
  static let description = DescriptionRequest(
    selection: CaseSelection(), cpuOrder: [0], isPinned: true)

  static let profile = Profile(
    name: "test", summary: "", tier: .headline, blocks: 10, steadyLaunches: 4,
    sampling: Sampling(warmups: 1, trials: 3, trialNanoseconds: 5_000_000), countedLaunches: 2)

  static let suites = [
    Suite(
      name: "locks", summary: "locks", columns: columns,
      workloads: [
        Workload(
          name: "uncontended", operation: "one", axes: [inside], pace: .operations,
          summaryLevel: 0, threads: .single, primitives: locks),
        Workload(
          name: "contended", operation: "one", axes: [threads, inside], pace: .window,
          summaryLevel: 0.25, threads: .own(parameter: "threads"), role: .sharesData,
          primitives: locks),
      ], usualChoices: ["mutex"], usualQueue: "queue"),
    Suite(
      name: "loops", summary: "loops", columns: columns,
      workloads: [
        Workload(
          name: "compute", operation: "one", axes: [width, grain], pace: .operations,
          summaryLevel: 0.25, threads: .pool(widthParameter: "width"),
          referencePrimitive: "serial",
          primitives: [
            primitive("serial", unusedAxes: ["width"]), primitive("parallel"),
          ])
      ]),
    Suite(
      name: "qos", summary: "classes", columns: columns,
      workloads: [
        Workload(
          name: "nice", operation: "one", axes: [], pace: .once, summaryLevel: 0.5,
          threads: .pool(widthParameter: nil),
          sampling: { _ in Sampling(warmups: 0, trials: 1, trialNanoseconds: 1000) },
          launchLimit: 3, primitives: [primitive("background")])
      ]),
  ]

  private static let columns = [
    MetricColumn("ns_per_op", .lowerIsBetter, .elapsedPerOperation)
  ]

  private static let threads = Axis("threads", .threads) { tier, cpus, _ in
    tier == .headline ? [cpus] : [1, cpus]
  }

  private static let inside = Axis(
    "inside", .nanoseconds, headline: [0], standard: [0, 200], thorough: [0, 200, 1000])

  private static let width = Axis("width", .threads) { _, cpus, _ in [1, cpus] }

  private static let grain = Axis(
    "grain", .nanoseconds, headline: [10], standard: [10, 100], thorough: [10, 100])

  private static let locks = [
    primitive("ticket"), primitive("mutex"),
    primitive("no-lock") { id in
      (id["threads"] ?? 1) > 1 ? .invalid(reason: "it excludes nobody") : .valid
    },
  ]

  static func primitive(
    _ name: String, traits: [Trait] = [], unusedAxes: Set<String> = [], usesPool: Bool = false,
    expectation: @escaping @Sendable (CaseID) -> Expectation = { _ in .valid }
  ) -> MeasuredPrimitive {
    MeasuredPrimitive(
      name: name, summary: name, traits: traits, unusedAxes: unusedAxes, usesPool: usesPool,
      expectation: expectation
    ) { .adding($0.value("threads", default: 1)) }
  }
}

extension TrialProgram {
  /// A program whose operations are the sum of its threads' operations.
  static func adding(
    _ threads: Int = 1, violation: String? = nil,
    _ run: @escaping @Sendable (TrialThread) -> UInt64 = { $0.operations }
  ) -> TrialProgram {
    TrialProgram(threadCount: threads, run: run) {
      TrialConclusion(operations: $0.reduce(0, +), violation: violation)
    }
  }
}
