public import BenchmarkModel

/// What suites declare of their workloads and primitives, for tables of made-up runs.
public enum MadeUpSuite {
  /// The parts that workloads play.
  public static let workloads = [
    WorkloadDescription("uncontended", .sharesData),
    WorkloadDescription("contended", .sharesData),
    WorkloadDescription("read-mix", .sharesData),
    WorkloadDescription("oversubscribed", .settles),
    WorkloadDescription("rendezvous", .handsOver),
  ]

  /// The primitives that programmers take who have not measured.
  public static let usualChoices = ["mutex", "pthread-mutex", "ns-lock"]
}
