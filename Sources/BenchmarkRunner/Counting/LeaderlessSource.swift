import BenchmarkModel

/// The counts of the process without the thread that leads the trials.
///
/// In a trial, the leader sleeps, wakes to raise the trial's stop flag, and waits for the trial's
/// end: its switches and futex calls are not the case's.
final class LeaderlessSource: CountingSource {
  private let whole: any CountingSource
  private let leader: any CountingSource

  /// Makes a source from a source of the whole process and a source of the leader alone.
  init(whole: any CountingSource, leader: any CountingSource) {
    self.whole = whole
    self.leader = leader
  }

  var turnCount: Int { whole.turnCount }
  func take(_ turn: CountingTurn) { whole.take(turn) }
  var isRotationEven: Bool { whole.isRotationEven }

  func begin() {
    leader.begin()
    whole.begin()
  }

  func end() {
    whole.end()
    leader.end()
  }

  func results() -> [EventResult] {
    let own = Dictionary(
      leader.results().map { ($0.event, $0) }, uniquingKeysWith: { first, _ in first })
    return whole.results().map { result in
      guard let value = result.value, result.status == .counted,
        let part = own[result.event]?.value
      else { return result }
      return EventResult(
        event: result.event, status: .counted, value: max(0, value - part),
        enabledNanoseconds: result.enabledNanoseconds,
        runningNanoseconds: result.runningNanoseconds, reason: result.reason,
        turn: result.turn)
    }
  }
}
