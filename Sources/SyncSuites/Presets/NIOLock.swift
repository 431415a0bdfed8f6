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
        here threads are bound to CPUs and start together; in the source they belong to a pool, and \
        semaphores start them; NIOLock has changed since: it was a class around the mutex in 2021
        """,
      figures: totals(
        "Lock (default mutex)", "nio-lock",
        [1: 159.197135, 2: 795.21017, 4: 870.138925, 8: 1065.500287])
        + totals(
          "Lock (adaptive mutex)", "pthread-mutex-adaptive",
          [1: 178.784859, 2: 378.932489, 4: 373.160936, 8: 354.516861])),
    workloads: ["fixed-count-threads"],
    primitives: [
      "nio-lock", "pthread-mutex", "pthread-mutex-adaptive", "spin-park-futex", "mutex",
    ],
    values: ["threads": [1, 2, 4, 8], "count": [operations]], blocks: 6)

  private static let operations = 10_000_000

  private static func totals(
    _ label: String, _ primitive: String, _ milliseconds: KeyValuePairs<Int, Double>
  ) -> [PublishedFigure] {
    published(label, "fixed-count-threads", primitive, metric: "total_ms", milliseconds) {
      [Parameter("threads", $0), Parameter("count", operations)]
    }
  }
}
