import BenchmarkModel
import BenchmarkRunner

extension LockPresets {
  /// How long a lock that is free and wanted is taken by nobody.
  static let longestIdle = Preset(
    PresetDescription(
      name: "longest-idle", summary: "the longest time that a free, wanted lock lies idle",
      suite: "locks", source: skarupke, address: skarupkeAddress, machine: skarupkeMachine,
      difference: """
        the source gives the longest idle times of 1000 runs of 16,384 sections a thread: their largest \
        stands here beside the median over processes of each one's largest; threads are bound to CPUs, \
        in turn; the source's spinlock pauses 16 times between yields, ttas-yield yields each time
        """,
      figures: [
        figure("std::mutex", "pthread-mutex", milliseconds: 0.8),
        figure("terrible_spinlock", "test-and-set", milliseconds: 134.8),
        figure("spinlock_amd", "ttas-pause", milliseconds: 7.0),
        figure("spinlock", "ttas-yield", milliseconds: 1.4),
        figure("ticket_spinlock", nil, milliseconds: 13.0, note: "yields; our ticket spins on"),
      ]),
    workloads: ["idle"], primitives: skarupkePrimitives,
    values: ["threads": [skarupkeThreads], "inside": [0], "outside": [0]])

  private static func figure(
    _ label: String, _ primitive: String?, milliseconds: Double, note: String = ""
  ) -> PublishedFigure {
    PublishedFigure(
      label, workload: "idle", primitive: primitive,
      parameters: contended(threads: skarupkeThreads), metric: "idle_max_ns",
      value: milliseconds * 1e6, note: note)
  }
}
