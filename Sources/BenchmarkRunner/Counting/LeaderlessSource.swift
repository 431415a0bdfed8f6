import BenchmarkModel

/// What the process did without the thread that leads the trials.
///
/// That thread sleeps through a trial, wakes to raise the flag and waits for the end: some switches and
/// futex calls that are none of the case's.
final class LeaderlessSource: CountingSource {
  private let whole: any CountingSource
  private let leader: any CountingSource

  /// Makes a source of one that counts the whole process and one that counts the leader alone.
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
        turns: result.turns)
    }
  }
}
