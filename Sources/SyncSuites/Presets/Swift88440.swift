import BenchmarkModel
import BenchmarkRunner

extension LockPresets {
  /// The report after which `Synchronization.Mutex` got a bounded spin on Linux.
  static let swift88440 = Preset(
    PresetDescription(
      name: "swift-88440", summary: "a counter to 50,000 by 1, 2, 4 and 8 tasks", suite: "locks",
      source: "swiftlang/swift issue 88440 (2026)",
      address: "https://github.com/swiftlang/swift/issues/88440",
      machine: "Linux; the part of the issue that we could read does not name the machine",
      difference: """
        a trial counts once to 50,000 in a pool that is warm, and the lower quartile of a process's \
        trials is taken, not the median of all; spin-park-futex is our own lock by the published design \
        of pull request 88523, which replaced the Mutex that was measured there
        """,
      figures: [
        figure(
          "NIOLockedValueBox", "nio-locked-value-box", tasks: 4, milliseconds: 1.143,
          note: "p50"),
        figure(
          "NIOLockedValueBox", "nio-locked-value-box", tasks: 8, milliseconds: 1.2,
          note: "as rounded there"),
        figure(
          "Synchronization.Mutex", "mutex", tasks: 8, milliseconds: 403,
          note: "before pull request 88523"),
      ]),
    workloads: ["fixed-count"],
    primitives: ["mutex", "nio-lock", "nio-locked-value-box", "spin-park-futex"],
    values: ["tasks": [1, 2, 4, 8], "count": [count]])

  private static let count = 50_000

  private static func figure(
    _ label: String, _ primitive: String, tasks: Int, milliseconds: Double, note: String
  ) -> PublishedFigure {
    PublishedFigure(
      label, workload: "fixed-count", primitive: primitive,
      parameters: [Parameter("tasks", tasks), Parameter("count", count)], metric: "total_ms",
      value: milliseconds, note: note)
  }
}
