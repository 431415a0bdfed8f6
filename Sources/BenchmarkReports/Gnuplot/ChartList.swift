import BenchmarkModel

extension Chart {
  /// The charts, in the order in which they are drawn.
  package static let all: [Chart] = locks + queues + loops + classes + others + wholeRuns

  /// What an operation costs, and what it costs in each of two regimes.
  private static let cost = ["ns_per_op", RegimeFigure.fast.rawValue, RegimeFigure.slow.rawValue]

  private static let locks: [Chart] = [
    Chart(
      "locks-cost", "the cost of each lock, sorted, by threads and work",
      .suite("locks", workloads: ["uncontended", "contended"]), metrics: cost),
    Chart(
      "locks-threads", "the cost of a lock over the threads that contend for it",
      .suite("locks", workloads: ["contended", "oversubscribed"]), metrics: ["ns_per_op"]),
    Chart(
      "locks-section", "the cost of a lock over the length of the critical section",
      .suite("locks", workloads: ["uncontended", "contended"]), metrics: ["ns_per_op"]),
    Chart(
      "locks-waits", "how long a thread waits for a lock, by percentiles",
      .percentiles("locks", workloads: ["waits"]),
      metrics: ["wait_p50_ns", "wait_p90_ns", "wait_p99_ns", "wait_p999_ns", "wait_max_ns"]),
    Chart(
      "locks-fairness", "the fairness of a lock against its throughput",
      .suite("locks", workloads: ["contended", "oversubscribed"]),
      metrics: ["ops_per_s", "smallest_share"]),
    Chart(
      "locks-many", "the cost of a lock over the number of locks",
      .suite("locks", workloads: ["many-locks"]), metrics: ["ns_per_op"]),
  ]

  private static let queues: [Chart] = [
    Chart(
      "sync", "serial against concurrent queues, over threads and section length",
      .suite("sync", workloads: ["shared", "shared-unpinned", "waits"]), metrics: ["ns_per_op"],
      leavesOut: ["-async-"]),
    Chart(
      "sync-cost", "what it costs to put work on a queue, each form",
      .suite("sync", workloads: ["alone", "shared"]), metrics: cost),
    Chart(
      "barrier", "reads and writes a second over the share of reads, and where two cost the same",
      .suite("barrier", workloads: ["read-mix"]), metrics: ["reads_per_s", "writes_per_s"],
      besides: ["-crossovers"]),
    Chart(
      "rendezvous", "what it costs all threads to meet",
      .suite("barrier", workloads: ["rendezvous"]), metrics: ["ns_per_op"]),
  ]

  private static let kindsOfLoop: Set<String> = [
    "compute", "memory", "shared-counter", "skewed", "stride",
  ]

  private static let loops: [Chart] = [
    Chart(
      "concurrent-perform-speed-up", "the speed-up of parallel loops, with the fitted curve",
      .suite("concurrent-perform", workloads: kindsOfLoop), metrics: ["speedup"],
      besides: ["-usl"]),
    Chart(
      "concurrent-perform-efficiency", "from which grain on parallel loops pay",
      .suite("concurrent-perform", workloads: kindsOfLoop), metrics: ["speedup"],
      besides: ["-break-even"]),
  ]

  private static let classes: [Chart] = [
    Chart(
      "qos-shares", "the share of the CPUs that each class gets, and the kernel's prediction",
      .suite("qos", workloads: ["share"])),
    Chart(
      "qos-latency", "how long an item of each class waits for its start, by percentiles",
      .percentiles("qos", workloads: ["latency", "wake-up"]),
      metrics: ["latency_p50_ns", "latency_p90_ns", "latency_p99_ns", "latency_max_ns"]),
    Chart(
      "pool-growth", "how a thread pool grows while its threads are blocked",
      .suite("pool", workloads: ["explosion", "growth"])),
  ]

  private static let others: [Chart] = [
    Chart(
      "dispatch-cost", "what work items, groups, sources and timers cost", .costs("dispatch"),
      metrics: ["ns_per_op"]),
    Chart(
      "operations-cost", "what operations cost, beside closures", .costs("operations"),
      metrics: ["ns_per_op"]),
    Chart(
      "tasks-cost", "what tasks, actors and streams cost", .costs("tasks"), metrics: ["ns_per_op"]),
    Chart(
      "threads-cost", "what threads cost to make and to switch", .costs("threads"),
      metrics: ["ns_per_op"]),
    Chart(
      "structures-cost", "what caches and queues cost that threads share", .costs("structures"),
      metrics: ["ns_per_op"]),
    Chart(
      "structures-cache", "the cost of a cache over the share of values that are stored",
      .suite("structures", workloads: ["cache"]), metrics: ["ns_per_op"]),
  ]

  private static let wholeRuns: [Chart] = [
    Chart("cores", "what a hand-over costs between each two CPUs, as a heat map", .pairsOfCPUs),
    Chart("counters", "what was counted an operation, as a heat map", .counts),
    Chart("drift", "every trial in measured order: how steady the machine was", .trials),
    Chart("ratios", "the second run's costs over the first's, case by case", .comparison),
    Chart("gate-pairs", "a gate's pairs of one case, in measured order", .gatePairs),
  ]
}
