import BenchmarkModel
import BenchmarkRunner

extension LockPresets {
  /// Folly's comparison of its small locks with std::mutex and with combining locks.
  static let smallLocks = Preset(
    PresetDescription(
      name: "folly-small-locks", summary: "work inside the lock and ten times as much outside",
      suite: "locks", source: "Folly, synchronization/test/SmallLocksBenchmark.cpp",
      address:
        "https://github.com/facebook/folly/blob/main/folly/synchronization/test/SmallLocksBenchmark.cpp",
      machine: "Intel Xeon E5-2680 v4 at 2.4 GHz, all hardware threads in groups, a lock each",
      difference: """
        the source burns 100 loop steps inside and 1000 outside, taken for 60 and 600 ns: its \
        std::mutex takes 900 ns with both and 666 ns with the outer work and five counters alone; it \
        keeps all hardware threads busy and gives each group of threads a lock of its own, here there \
        is one group; it gives the time from one section of a thread to its next, divided by the \
        threads here
        """,
      figures: costs(
        "std::mutex", "pthread-mutex", inside: 60, outside: 600,
        [1: 900.28, 2: 1270, 4: 2400, 8: 4850, 16: 11_360, 32: 32_120], .timeOfEach)
        + costs(
          "folly::DistributedMutex, combining", nil, inside: 60, outside: 600,
          [1: 688.68, 2: 977.27, 4: 1440, 8: 1920, 16: 3220, 32: 8150], .timeOfEach)),
    workloads: ["contended"],
    primitives: ["pthread-mutex", "ttas-pause", "ticket", "mcs", "spin-park-futex", "mutex"],
    values: ["threads": [1, 2, 4, 8, 16, 32], "inside": [60], "outside": [600]])
}
