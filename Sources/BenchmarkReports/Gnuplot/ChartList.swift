extension Chart {
  /// The charts, in the order in which they are drawn.
  public static let all: [Chart] = [
    Chart(
      "locks-cost", "What a lock costs: each by its cost, by threads and work inside and outside",
      .suite("locks", workloads: ["uncontended", "contended"]), metrics: ["ns_per_op"]),
    Chart(
      "locks-threads", "What a lock costs as threads are added",
      .suite("locks", workloads: ["contended", "oversubscribed"]), metrics: ["ns_per_op"]),
    Chart(
      "locks-waits", "How long a thread waits for a lock", .suite("locks", workloads: ["waits"]),
      metrics: ["wait_p50_ns", "wait_p90_ns", "wait_p99_ns", "wait_p999_ns", "wait_max_ns"]),
    Chart(
      "locks-fairness", "Fairness of a lock against its throughput",
      .suite("locks", workloads: ["contended", "oversubscribed"]),
      metrics: ["ops_per_s", "smallest_share"]),
    Chart(
      "sync", "What it costs to put work on a queue",
      .suite("sync", workloads: ["alone", "shared"]), metrics: ["ns_per_op"]),
    Chart(
      "barrier", "Readers and writers over the share of reads",
      .suite("barrier", workloads: ["read-mix", "rendezvous"]),
      metrics: ["ns_per_op", "ops_per_s"]),
    Chart(
      "concurrent-perform", "Parallel loops: from which grain on they pay, and how they scale",
      .suite(
        "concurrent-perform",
        workloads: ["compute", "memory", "shared-counter", "skewed", "stride"]),
      metrics: ["speedup"]),
    Chart(
      "qos", "Latency and CPU share of each quality of service",
      .suite("qos", workloads: ["latency", "share", "wake-up", "nice"])),
  ]
}
