import BenchmarkModel
import BenchmarkRunner

extension LockPresets {
  /// The fairness of spinlocks.
  static let ckFairness = Preset(
    PresetDescription(
      name: "ck-fairness", summary: "each thread's acquisitions of a spinlock",
      suite: "locks", source: "Concurrency Kit, regressions/ck_spinlock, fairness",
      address: "https://github.com/concurrencykit/ck/tree/master/regressions/ck_spinlock",
      difference: """
        the source prints each thread's acquisitions in 10 s and their deviation; here they are in \
        raw/threads.csv, with Jain's index and the smallest share in the table; sections have a fixed \
        length, and in the source a random one; a blocking lock stands beside the spinning ones
        """),
    workloads: ["contended"],
    primitives: [
      "test-and-set", "ttas", "ticket", "ticket-backoff", "mcs", "clh", "pthread-mutex",
    ],
    values: ["threads": [2, 4], "inside": [0, 200], "outside": [0]])
}
