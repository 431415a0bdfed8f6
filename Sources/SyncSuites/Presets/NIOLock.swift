import BenchmarkModel
import BenchmarkRunner

extension LockPresets {
  /// SwiftNIO's experiment with glibc's adaptive mutex.
  static let nioLock = Preset(
    PresetDescription(
      name: "nio-lock", summary: "10 million operations shared out to 1, 2, 4 and 8 threads",
      suite: "locks", source: "apple/swift-nio pull request 2014 (2021)",
      address: "https://github.com/apple/swift-nio/pull/2014",
      machine: "the project's Linux benchmark machine, which the pull request does not describe",
      difference: """
        threads are bound to CPUs and start together at a gate, there they are a pool's, freed by \
        semaphores; NIOLock has changed since: it was a class around the mutex in 2021
        """,
      figures: [1: 0.159197135, 2: 0.79521017, 4: 0.870138925, 8: 1.065500287]
        .sorted { $0.key < $1.key }
        .map { figure("Lock (default mutex)", "nio-lock", threads: $0.key, seconds: $0.value) }
        + [1: 0.178784859, 2: 0.378932489, 4: 0.373160936, 8: 0.354516861]
        .sorted { $0.key < $1.key }
        .map {
          figure(
            "Lock (adaptive mutex)", "pthread-mutex-adaptive", threads: $0.key, seconds: $0.value)
        }),
    workloads: ["fixed-count-threads"],
    primitives: [
      "nio-lock", "pthread-mutex", "pthread-mutex-adaptive", "spin-park-futex", "mutex",
    ],
    values: ["threads": [1, 2, 4, 8], "count": [operations]], blocks: 6)

  private static let operations = 10_000_000

  private static func figure(
    _ label: String, _ primitive: String, threads: Int, seconds: Double
  ) -> PublishedFigure {
    PublishedFigure(
      label, workload: "fixed-count-threads", primitive: primitive,
      parameters: [Parameter("threads", threads), Parameter("count", operations)],
      metric: "total_ms", value: seconds * 1000)
  }
}
