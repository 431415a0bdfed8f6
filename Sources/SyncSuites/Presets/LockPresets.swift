import BenchmarkModel
import BenchmarkRunner

/// Benchmarks of locks that others have published, as cases of the locks suite.
///
/// A figure stands here only if it was read in the source that its preset names. Where a source counts
/// in another unit, the figure is converted and its note says what the source printed.
enum LockPresets {
  /// All presets.
  ///
  /// A preset is a file beside this file and a word here.
  static let all: [Preset] = [
    swift88440, nioLock, costLadder, longestWait, longestIdle, parkingLot, manyLocks, ckFairness,
  ]

  /// The parameters of `contended`, in its order.
  static func contended(threads: Int, inside: Int = 0, outside: Int = 0) -> [Parameter] {
    [Parameter("threads", threads), Parameter("inside", inside), Parameter("outside", outside)]
  }
}
