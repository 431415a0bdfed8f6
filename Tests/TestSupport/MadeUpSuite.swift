package import BenchmarkModel

/// The declarations of workloads and primitives, for the tables of made-up runs.
package enum MadeUpSuite {
  /// The workloads and their roles in the analysis.
  package static let workloads = [
    WorkloadDescription("uncontended", .sharesData),
    WorkloadDescription("contended", .sharesData),
    WorkloadDescription("read-mix", .sharesData),
    WorkloadDescription("oversubscribed", .settles),
    WorkloadDescription("rendezvous", .handsOver),
  ]

  /// The primitives that programmers take without measuring.
  package static let usualChoices = ["mutex", "pthread-mutex", "ns-lock"]
}
