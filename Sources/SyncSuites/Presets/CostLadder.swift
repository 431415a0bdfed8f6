import BenchmarkModel
import BenchmarkRunner

extension LockPresets {
  /// Six primitives of the source's cost hierarchy, whose levels are about a factor of ten apart.
  static let costLadder = Preset(
    PresetDescription(
      name: "cost-ladder",
      summary: "the levels of cost of a shared counter, from an atomic addition to a convoy",
      suite: "locks",
      source: "Travis Downs, A Concurrency Cost Hierarchy (2020), results/skl/combined.csv",
      address: "https://github.com/travisdowns/concurrency-hierarchy-bench",
      machine: "an Intel Skylake on which five threads are one more than the CPUs",
      difference: """
        the source gives each thread's time per operation; the figures are our medians of its 15 \
        trials, divided by the threads to be wall time; its queued lock is a std::mutex with a queue, \
        ours a serial queue; its ticket lock spins without a pause; five threads are one more than the \
        CPUs only where there are four CPUs
        """,
      figures: [
        costs("atomic add", "atomic-add", [1: 7, 2: 44.1, 4: 96.4, 5: 140.4], .timeOfEach),
        costs("cas add", "compare-and-swap", [1: 12, 2: 108.6, 4: 347.2, 5: 483.3], .timeOfEach),
        costs("std::mutex", "pthread-mutex", [1: 20.9, 2: 125.3, 4: 276.3, 5: 332.1], .timeOfEach),
        costs(
          "spin with pause", "ttas-pause", [1: 11.2, 2: 42.9, 4: 220.1, 5: 505.1], .timeOfEach),
        costs("ticket spin", "ticket", [1: 9.7, 2: 215.2, 4: 489.2, 5: 124_906.2], .timeOfEach),
        costs(
          "queued fifo", "serial-queue-sync", [1: 44.4, 2: 7834.6, 4: 16_947.7, 5: 21_892.7],
          .timeOfEach),
      ].flatMap { $0 }),
    workloads: ["contended"],
    primitives: [
      "atomic-add", "compare-and-swap", "ttas-pause", "ticket", "pthread-mutex",
      "serial-queue-sync",
    ],
    values: ["threads": [1, 2, 4, 5], "inside": [0], "outside": [0]])
}
