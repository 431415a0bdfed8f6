import BenchmarkModel
import BenchmarkRunner

/// Published benchmarks of actors, as cases of the tasks suite.
enum TaskPresets {
  static let all: [Preset] = [contention, scaling]

  /// The report that an actor's throughput falls almost linearly with the number of actors that
  /// call it, from about 32 callers on.
  private static let contention = Preset(
    PresetDescription(
      name: "swift-68299", summary: "pings of one actor by 1 to 128 others", suite: "tasks",
      source: "swiftlang/swift issue 68299 (2023)",
      address: "https://github.com/swiftlang/swift/issues/68299",
      machine: "a virtual machine with Linux on an Apple M1, aarch64, a nightly Swift of 2023",
      difference: """
        the source reads the clock around each ping, and starts its tasks as children of a group; \
        here no ping is timed by itself, and each pinger is a detached task
        """,
      figures: published(
        "Pingable", "ping-pong", "one-target", metric: "ops_per_s",
        [
          1: 4_887_565, 2: 5_094_343, 4: 2_275_278, 8: 2_141_133, 16: 2_085_265, 32: 1_816_451,
          64: 1_339_919, 128: 935_672,
        ]
      ) { [Parameter("pingers", $0)] }),
    workloads: ["ping-pong"], primitives: ["one-target"],
    values: ["pingers": [1, 2, 4, 8, 16, 32, 64, 128]])

  /// The report that a ping takes longer the more CPUs there are.
  private static let scaling = Preset(
    PresetDescription(
      name: "swift-77947", summary: "pings of an actor by another, on 2 to 12 CPUs", suite: "tasks",
      source: "swiftlang/swift issue 77947, a comment of December 2024",
      address: "https://github.com/swiftlang/swift/issues/77947",
      machine: "Linux on 2, 4, 8 and 12 cores of a machine that the source does not name",
      difference: """
        one pinger is taken, which is the default of the source's program; the program reads the clock \
        around each ping; a width above the machine's CPUs is measured on those there are
        """,
      figures: published(
        "Pingable", "ping-pong", "pairs", metric: "ops_per_s",
        [2: 2_760_723, 4: 2_694_728, 8: 1_666_315, 12: 1_525_708]
      ) { [Parameter("pingers", 1), Parameter("width", $0)] }),
    workloads: ["ping-pong"], primitives: ["pairs"],
    values: ["pingers": [1], "width": [2, 4, 8, 12]])
}
