import BenchmarkModel
import BenchmarkRunner

extension LockPresets {
  /// A preset that varies the number of locks from which each operation draws one, and so the
  /// contention.
  static let manyLocks = Preset(
    PresetDescription(
      name: "many-locks",
      summary: "32 threads, each operation draws one of 2, 64, 1000 or a million locks",
      suite: "locks", source: "Alex Kladov, Mutexes Are Faster Than Spinlocks (2020)",
      address: "https://matklad.github.io/2020/01/04/mutexes-are-faster-than-spinlocks.html",
      machine: "Intel Core i7-7820HQ, 4 cores, 8 hardware threads, Linux 4.19",
      difference: """
        the source times rounds of 10,000 operations a thread with the threads' wake-up in them, here a \
        window is filled; threads are bound to CPUs; Rust's std::sync::Mutex of that time was a \
        pthread_mutex_t
        """,
      figures: [
        level(2, std: 97.770106, parking: 68.350542, spin: 142.257494, amd: 127.612286),
        level(64, std: 21.538657, parking: 10.016941, spin: 55.555043, amd: 40.82985),
        level(1000, std: 13.897816, parking: 6.553058, spin: 37.946399, amd: 39.530919),
        level(1_000_000, std: 15.975801, parking: 7.142194, spin: 5.947778, amd: 6.512221),
      ].flatMap { $0 }),
    workloads: ["many-locks"],
    primitives: ["pthread-mutex", "mutex", "nio-lock", "spin-park-futex", "ttas-pause"],
    values: ["threads": [threads], "locks": [2, 64, 1000, 1_000_000]])

  private static let threads = 32

  /// Returns the figures for a number of locks.
  ///
  /// The arguments are averages of 100 rounds, in ms a round, from the first of the source's two
  /// series.
  private static func level(
    _ locks: Int, std: Double, parking: Double, spin: Double, amd: Double
  ) -> [PublishedFigure] {
    [
      ("std::sync::Mutex", "pthread-mutex", std), ("parking_lot::Mutex", nil, parking),
      ("spin::Mutex", nil, spin), ("AmdSpinlock", "ttas-pause", amd),
    ].map { label, primitive, milliseconds in
      PublishedFigure(
        label, workload: "many-locks", primitive: primitive,
        parameters: [Parameter("threads", threads), Parameter("locks", locks)],
        metric: "ns_per_op", value: milliseconds * 1e6 / Double(threads * 10_000),
        note: "\((milliseconds * 10).rounded() / 10) ms a round")
    }
  }
}
