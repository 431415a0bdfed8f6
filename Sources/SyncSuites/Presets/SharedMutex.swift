import BenchmarkModel
import BenchmarkRunner

/// Published benchmarks of readers and writers, as cases of the barrier suite.
enum BarrierPresets {
  static let all: [Preset] = [sharedMutex]

  /// The measurement by which libc++ gave up a reader-writer lock for a mutex.
  private static let sharedMutex = Preset(
    PresetDescription(
      name: "llvm-87929", summary: "reads alone, of a pointer: a reader-writer lock or a mutex",
      suite: "barrier", source: "llvm/llvm-project pull request 87929 (2024)",
      address: "https://github.com/llvm/llvm-project/pull/87929",
      machine: "a machine with 6 cores, 12 hardware threads and 32 MiB of L3 cache",
      difference: """
        the source reads one pointer inside, here two words are compared, and each read is drawn; \
        std::mutex is a pthread mutex, as in nio-lock; the source's figures of it for more than two \
        threads were not to be had in full
        """,
      figures: figures(
        "std::shared_mutex", "pthread-rwlock", [1: 13.9, 2: 34.5, 4: 38.4, 8: 51.1, 32: 57.1])
        + figures("std::mutex", "nio-lock", [1: 5.54, 2: 15.5])),
    workloads: ["read-mix"],
    primitives: ["pthread-rwlock", "nio-lock", "mutex", "phase-fair-ticket", "seqlock"],
    values: ["threads": [1, 2, 4, 8, 32], "read-permille": [1000], "inside": [0]])

  private static func figures(
    _ label: String, _ primitive: String, _ costs: KeyValuePairs<Int, Double>
  ) -> [PublishedFigure] {
    costs.map { threads, cost in
      PublishedFigure(
        label, workload: "read-mix", primitive: primitive,
        parameters: [
          Parameter("threads", threads), Parameter("read-permille", 1000), Parameter("inside", 0),
        ], metric: "ns_per_op", value: cost)
    }
  }
}
