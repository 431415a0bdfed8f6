import BenchmarkModel
import BenchmarkRunner

extension LockPresets {
  /// A preset that varies the work in and between sections, as the benchmarks of WebKit and
  /// parking_lot do.
  static let parkingLot = Preset(
    PresetDescription(
      name: "parking-lot", summary: "some work inside the lock and some outside, many threads",
      suite: "locks", source: "the parking_lot crate's benchmark, pull request 8, a comment (2016)",
      address: "https://github.com/Amanieu/parking_lot/pull/8",
      machine: "31 threads on Linux or a like system, on a machine that is not named",
      difference: """
        the source counts its work in dependent additions and multiplications of doubles, about eight \
        cycles each: ten are taken for 25 ns and five for 12 ns here; it counts each thread's sections a \
        second for 3 s, here they are all threads' together
        """,
      figures: level("pthread_mutex_t", "pthread-mutex", 288.012, 246.705, 217.614)
        + level("parking_lot::Mutex", nil, 1783.181, 1115.915, 601.607)),
    workloads: ["contended"],
    primitives: ["pthread-mutex", "mutex", "nio-lock", "spin-park-futex", "ttas-yield"],
    values: ["threads": [2, threads], "inside": [12, 25], "outside": [0, 25]])

  private static let threads = 31

  /// Returns a lock's figures: with five steps of work inside, with ten inside, and with ten inside
  /// and ten outside.
  private static func level(
    _ label: String, _ primitive: String?, _ five: Double, _ ten: Double, _ both: Double
  ) -> [PublishedFigure] {
    [(12, 0, five), (25, 0, ten), (25, 25, both)].flatMap {
      costs(label, primitive, inside: $0, outside: $1, [threads: $2], .kilohertzOfEach)
    }
  }
}
