import BenchmarkModel

/// The events of the processor that each trial counts.
///
/// The processor's events are counted in some trials for the process and in other trials for each
/// thread: otherwise a thread's events would hold the counters that the process's events need. If
/// there are fewer counters than events, the events take turns. The trials are repeated for each
/// turn, so every count is exact. In long trials, the kernel rotates the turns instead, every few
/// milliseconds, and the counts are scaled.
struct CountingSchedule: Equatable {
  /// The shortest trials in which the kernel rotates, in ns: 25 of the kernel's turns, of 4 ms
  /// each.
  static let leastRotatedNanoseconds: UInt64 = 100_000_000
  /// The least number of trials in which the kernel rotates: with fewer trials, the uncertainty of
  /// scaled values is unknown, or too large to be of use.
  static let leastRotatedTrials = 4

  private let turnCount: Int
  /// Whether the kernel is to rotate the turns.
  let isRotating: Bool

  init(turnCount: Int, pace: Pace, _ sampling: Sampling) {
    self.turnCount = turnCount
    isRotating =
      turnCount > 1 && pace != .once && sampling.trials >= Self.leastRotatedTrials
      && sampling.trialNanoseconds >= Self.leastRotatedNanoseconds
  }

  /// The phases of each repetition of the trials, one trial for each phase.
  var phases: [CountingProbe.Phase] { isRotating ? Self.phases(of: [.rotating]) : phasesByTurns }

  /// The phases if the kernel does not rotate, or rotated too unevenly.
  var phasesByTurns: [CountingProbe.Phase] {
    turnCount == 0
      ? [CountingProbe.Phase()] : Self.phases(of: (0..<turnCount).map { .one($0) })
  }

  private static func phases(of turns: [CountingTurn]) -> [CountingProbe.Phase] {
    turns.map { CountingProbe.Phase(process: $0) } + turns.map { CountingProbe.Phase(threads: $0) }
  }
}
