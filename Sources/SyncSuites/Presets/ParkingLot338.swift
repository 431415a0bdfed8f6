import BenchmarkModel
import BenchmarkRunner

extension LockPresets {
  /// The report that parking_lot's mutex loses to the standard library's from nine threads on.
  static let parkingLot338 = Preset(
    PresetDescription(
      name: "parking-lot-338",
      summary: "short work inside the lock and outside, 3, 6 and 9 threads",
      suite: "locks", source: "the parking_lot crate's issue 338, a comment of April 2022",
      address: "https://github.com/Amanieu/parking_lot/issues/338",
      machine: "Intel Core i7-10750H, 6 cores, 12 hardware threads",
      difference: """
        the source counts its work in dependent additions and multiplications of doubles: five are \
        taken for 12 ns here; its figures are sections a second of each thread, over 2 s, ours are of all \
        threads together; its figures for 12 threads were not to be had in full
        """,
      figures: level("parking_lot::Mutex", nil, [3: 8079.344, 6: 1997.49, 9: 869.781])
        + level("std::sync::Mutex", nil, [3: 4448.222, 6: 1633.612, 9: 1026.849])
        + level("pthread_mutex_t", "pthread-mutex", [3: 3608.558, 6: 1327.281, 9: 885.059])),
    workloads: ["contended"],
    primitives: ["pthread-mutex", "mutex", "nio-lock", "spin-park-futex", "ttas-yield"],
    values: ["threads": [3, 6, 9], "inside": [12], "outside": [12]])

  private static func level(
    _ label: String, _ primitive: String?, _ rates: KeyValuePairs<Int, Double>
  ) -> [PublishedFigure] {
    costs(label, primitive, inside: 12, outside: 12, rates, .kilohertzOfEach)
  }
}
