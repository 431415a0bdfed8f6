import BenchmarkModel
import BenchmarkRunner

/// Published benchmarks of locks, as cases of the locks suite.
///
/// A figure is listed only if it was read in the source that its preset names. If the source uses
/// another unit, the figure is converted, and its note gives the printed value.
enum LockPresets {
  /// All presets.
  ///
  /// Each preset is a file beside this file and a name in this list.
  static let all: [Preset] = [
    swift88440, nioLock, costLadder, longestWait, longestIdle, parkingLot, manyLocks, ckFairness,
  ]

  /// The parameters of `contended`, in the workload's order.
  static func contended(threads: Int, inside: Int = 0, outside: Int = 0) -> [Parameter] {
    [Parameter("threads", threads), Parameter("inside", inside), Parameter("outside", outside)]
  }
}
