import BenchmarkModel
import BenchmarkRunner

// The presets are two tables of one article, measured on one machine.
extension LockPresets {
  /// The longest acquisition while all threads want the lock.
  static let longestWait = skarupke(
    "longest-wait", "the longest wait for an empty section that all threads want",
    workload: "waits",
    metric: "wait_max_ns", source: "longest waits of 100 runs",
    milliseconds: [2.9, 103.5, 62.3, 11.4, 1.5])

  /// The longest time for which a free lock is wanted and not taken.
  static let longestIdle = skarupke(
    "longest-idle", "the longest time that a free, wanted lock lies idle", workload: "idle",
    metric: "idle_max_ns", source: "longest idle times of 1000 runs",
    milliseconds: [0.8, 134.8, 7.0, 1.4, 13.0])

  private static let threads = 16

  /// The source's locks, each with the primitive that corresponds to it here; nil if none does.
  private static let locks: [(label: String, primitive: String?)] = [
    ("std::mutex", "pthread-mutex"), ("terrible_spinlock", "test-and-set"),
    ("spinlock_amd", "ttas-pause"), ("spinlock", "ttas-yield"), ("ticket_spinlock", nil),
  ]

  private static func skarupke(
    _ name: String, _ summary: String, workload: String, metric: String, source: String,
    milliseconds: [Double]
  ) -> Preset {
    Preset(
      PresetDescription(
        name: name, summary: summary, suite: "locks",
        source: "Malte Skarupke, Measuring Mutexes, Spinlocks and how Bad the Linux Scheduler "
          + "Really is (2019)",
        address:
          "https://probablydance.com/2019/12/30/measuring-mutexes-spinlocks-and-how-bad-the-linux-scheduler-really-is/",
        machine: "AMD Ryzen 7 1700, 8 cores, 16 hardware threads, Linux with its default scheduler",
        difference: """
          the source gives the \(source) of 16,384 sections per thread: its longest is \
          compared with the median, over our launches, of each launch's longest; our threads are bound to one CPU each; the \
          source's spinlock pauses 16 times between yields, ttas-yield yields each time
          """,
        figures: zip(locks, milliseconds).map { lock, milliseconds in
          PublishedFigure(
            lock.label, workload: workload, primitive: lock.primitive,
            parameters: contended(threads: threads), metric: metric, value: milliseconds * 1e6,
            note: lock.primitive == nil ? "yields; our ticket spins on" : "")
        }),
      workloads: [workload],
      primitives: [
        "pthread-mutex", "mutex", "spin-park-futex", "test-and-set", "ttas-pause", "ttas-yield",
        "ticket",
      ],
      values: ["threads": [threads], "inside": [0], "outside": [0]])
  }
}
