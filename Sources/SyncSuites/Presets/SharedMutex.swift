import BenchmarkModel
import BenchmarkRunner

/// Published benchmarks of readers and writers, as cases of the barrier suite.
enum BarrierPresets {
  static let all: [Preset] = [sharedMutex]

  /// The measurement after which libc++ replaced a reader-writer lock by a mutex.
  private static let sharedMutex = Preset(
    PresetDescription(
      name: "llvm-87929", summary: "reads alone, of a pointer: a reader-writer lock or a mutex",
      suite: "barrier", source: "llvm/llvm-project pull request 87929 (2024)",
      address: "https://github.com/llvm/llvm-project/pull/87929",
      machine: "a machine with 6 cores, 12 hardware threads and 32 MiB of L3 cache",
      difference: """
        the source reads one pointer inside, here a read compares two words, and each operation draws whether it reads; \
        std::mutex is a pthread mutex, as in nio-lock; the source's figures of it for more than two \
        threads were not to be had in full
        """,
      figures: reads(
        "std::shared_mutex", "pthread-rwlock", [1: 13.9, 2: 34.5, 4: 38.4, 8: 51.1, 32: 57.1])
        + reads("std::mutex", "nio-lock", [1: 5.54, 2: 15.5])),
    workloads: ["read-mix"],
    primitives: ["pthread-rwlock", "nio-lock", "mutex", "phase-fair-ticket", "seqlock"],
    values: ["threads": [1, 2, 4, 8, 32], "read-permille": [1000], "inside": [0]])

  private static func reads(
    _ label: String, _ primitive: String, _ costs: KeyValuePairs<Int, Double>
  ) -> [PublishedFigure] {
    published(label, "read-mix", primitive, costs) {
      [Parameter("threads", $0), Parameter("read-permille", 1000), Parameter("inside", 0)]
    }
  }
}
