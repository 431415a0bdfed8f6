import BenchmarkModel

/// The events that each trial counts, if the processor's events need turns.
///
/// The processor's events are counted for the process, and for each thread in trials of their own: a thread's would
/// else hold the counters that the process's need. Several turns are several passes over the trials, each exact. Only
/// long trials leave the turns to the kernel, which rotates them every few milliseconds.
struct CountingSchedule: Equatable {
  /// The trials from which on the kernel rotates: 25 of its turns of 4 ms.
  static let leastRotatedNanoseconds: UInt64 = 100_000_000
  /// Fewer trials leave the uncertainty of scaled values unknown, or too large to be of use.
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

  /// The phases of each repetition of the trials, a trial a phase.
  var phases: [CountingProbe.Phase] { isRotating ? Self.phases(of: [.rotating]) : phasesByTurns }

  /// The same if the kernel does not rotate, or rotated too unevenly.
  var phasesByTurns: [CountingProbe.Phase] {
    turnCount == 0
      ? [CountingProbe.Phase()] : Self.phases(of: (0..<turnCount).map { .one($0) })
  }

  private static func phases(of turns: [CountingTurn]) -> [CountingProbe.Phase] {
    turns.map { CountingProbe.Phase(process: $0) } + turns.map { CountingProbe.Phase(threads: $0) }
  }
}
