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
      figures: [
        figure("pthread_mutex_t", "pthread-mutex", inside: 12, outside: 0, kilohertz: 288.012),
        figure("parking_lot::Mutex", nil, inside: 12, outside: 0, kilohertz: 1783.181),
        figure("pthread_mutex_t", "pthread-mutex", inside: 25, outside: 0, kilohertz: 246.705),
        figure("parking_lot::Mutex", nil, inside: 25, outside: 0, kilohertz: 1115.915),
        figure("pthread_mutex_t", "pthread-mutex", inside: 25, outside: 25, kilohertz: 217.614),
        figure("parking_lot::Mutex", nil, inside: 25, outside: 25, kilohertz: 601.607),
      ]),
    workloads: ["contended"],
    primitives: ["pthread-mutex", "mutex", "nio-lock", "spin-park-futex", "ttas-yield"],
    values: ["threads": [2, threads], "inside": [12, 25], "outside": [0, 25]])

  private static let threads = 31

  private static func figure(
    _ label: String, _ primitive: String?, inside: Int, outside: Int, kilohertz: Double
  ) -> PublishedFigure {
    PublishedFigure(
      label, workload: "contended", primitive: primitive,
      parameters: contended(threads: threads, inside: inside, outside: outside),
      metric: "ns_per_op", value: 1e6 / (kilohertz * Double(threads)),
      note: "\(kilohertz) kHz a thread")
  }
}
