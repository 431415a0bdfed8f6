import BenchmarkModel
import BenchmarkRunner

extension LockPresets {
  /// How long the unluckiest acquisition takes while everybody wants the lock.
  static let longestWait = Preset(
    PresetDescription(
      name: "longest-wait", summary: "the longest wait for an empty section that all threads want",
      suite: "locks", source: skarupke, address: skarupkeAddress, machine: skarupkeMachine,
      difference: """
        the source gives the longest waits of 100 runs of 16,384 sections a thread: their largest stands \
        here beside the median over processes of each one's largest; threads are bound to CPUs, in \
        turn; the source's spinlock pauses 16 times between yields, ttas-yield yields each time
        """,
      figures: [
        figure("std::mutex", "pthread-mutex", milliseconds: 2.9),
        figure("terrible_spinlock", "test-and-set", milliseconds: 103.5),
        figure("spinlock_amd", "ttas-pause", milliseconds: 62.3),
        figure("spinlock", "ttas-yield", milliseconds: 11.4),
        figure("ticket_spinlock", nil, milliseconds: 1.5, note: "yields; our ticket spins on"),
      ]),
    workloads: ["waits"], primitives: skarupkePrimitives,
    values: ["threads": [skarupkeThreads], "inside": [0], "outside": [0]])

  private static func figure(
    _ label: String, _ primitive: String?, milliseconds: Double, note: String = ""
  ) -> PublishedFigure {
    PublishedFigure(
      label, workload: "waits", primitive: primitive,
      parameters: contended(threads: skarupkeThreads), metric: "wait_max_ns",
      value: milliseconds * 1e6, note: note)
  }
}

// What this preset and longest-idle share: one article, one machine.
extension LockPresets {
  static let skarupke =
    "Malte Skarupke, Measuring Mutexes, Spinlocks and how Bad the Linux Scheduler Really is (2019)"
  static let skarupkeAddress =
    "https://probablydance.com/2019/12/30/measuring-mutexes-spinlocks-and-how-bad-the-linux-scheduler-really-is/"
  static let skarupkeMachine =
    "AMD Ryzen 7 1700, 8 cores, 16 hardware threads, Linux with its default scheduler"
  static let skarupkeThreads = 16
  static let skarupkePrimitives = [
    "pthread-mutex", "mutex", "spin-park-futex", "test-and-set", "ttas-pause", "ttas-yield",
    "ticket",
  ]
}
