import BenchmarkModel
import BenchmarkRunner

extension LockPresets {
  /// The default sweep of Arm's harness.
  ///
  /// The figures are medians of nine runs in the harness's lockhammer-all.csv.xz. Its column
  /// `access_rate` gives wall time divided by the number of acquisitions of all threads, in ns.
  static let lockhammer = Preset(
    PresetDescription(
      name: "lockhammer",
      summary: "a lock held for 0, 200 or 1000 ns, with 0 to 5000 ns of work between acquisitions",
      suite: "locks",
      source: "ARM-software/synchronization-benchmarks, lockhammer, lh_sweeptest_cfg.yaml",
      address: "https://github.com/ARM-software/synchronization-benchmarks",
      machine: "x86-1, which the source does not describe, in June 2018",
      difference: """
        the source makes 5000 acquisitions per thread, here a window is filled; the sections are empty \
        loops there, and add to a counter here; its overhead per lock, its deviation of the threads' \
        shares and its locks per second are the columns overhead_ns, share_deviation and ops_per_s
        """,
      figures: [
        costs("ticket_spinlock", "ticket", [1: 35.52, 2: 51.21, 4: 151.96, 8: 199.68]),
        costs(
          "ticket_spinlock", "ticket", inside: 1000,
          [1: 1056.22, 2: 1255.37, 4: 1258.32, 8: 1239.18]),
        costs(
          "ticket_spinlock", "ticket", inside: 200, outside: 1000,
          [1: 1240.29, 2: 728.8, 4: 380.82, 8: 434.76]),
        costs(
          "ticket_spinlock", "ticket", inside: 1000, outside: 5000,
          [1: 6052.04, 2: 3279.27, 4: 1618.23, 8: 1243.04]),
        costs("swap_mutex", "test-and-set", [1: 25.77, 2: 48.45, 4: 100.95, 8: 157.62]),
        costs(
          "swap_mutex", "test-and-set", inside: 1000, outside: 5000,
          [1: 6058.45, 2: 3118.53, 4: 1642.07, 8: 1256.41]),
      ].flatMap { $0 }),
    workloads: ["contended"],
    primitives: ["ticket", "test-and-set", "clh", "mcs", "pthread-mutex", "mutex"],
    values: ["threads": [1, 2, 4, 8], "inside": [0, 200, 1000], "outside": [0, 1000, 5000]],
    combinations: [(0, 0), (200, 0), (1000, 0), (200, 1000), (1000, 5000)].map {
      ["inside": $0.0, "outside": $0.1]
    })
}
