import BenchmarkModel
import BenchmarkStatistics
import PerfEvents

/// Perf events of the process or of the calling thread.
final class PerfSource: CountingSource {
  private var set: CounterSet
  private let missing: [PlannedEvent]
  private let turns: EventTurns
  private var before: Snapshot
  private var after: Snapshot
  private var turn = CountingTurn.none
  /// The counts of the trials without rotation; each of these trials counts one turn or none.
  private var sums: [EventCount] = []
  /// The counts of the trials in which the kernel rotates the turns.
  private var rotated: [EventCount] = []
  /// Whether some trials counted one turn each.
  ///
  /// If true, the results of events that need a turn leave out earlier trials in which the kernel
  /// rotated the turns, because that rotation was found too uneven.
  private var tookTurns = false

  /// Opens the events, and starts those that need no turn; the results have a row for each
  /// unavailable event too.
  ///
  /// - Parameter counters: The number of the processor's events that can count at the same time;
  ///   nil if unknown.
  init(_ events: [PlannedEvent], scope: CounterScope, counters: Int? = nil) {
    missing = events.filter { $0.encoding == nil }
    turns = EventTurns(events.named.map(\.event), counters: counters)
    set = CounterSet(
      events.named, scope: scope, counters: counters,
      paranoid: SystemTree().integer("/proc/sys/kernel/perf_event_paranoid"))
    set.take(turn: nil)
    before = set.snapshot()
    after = before
  }

  var turnCount: Int { turns.turns.count }

  func take(_ turn: CountingTurn) {
    guard turn != self.turn else { return }
    self.turn = turn
    switch turn {
    case .none: set.take(turn: nil)
    case .one(let turn): set.take(turn: turn)
    case .rotating: set.rotate()
    }
    before = set.snapshot()
    after = before
  }

  func begin() { set.read(into: &before) }

  func end() {
    set.read(into: &after)
    let window = after.difference(since: before)
    if turn == .rotating { rotated.accumulate(window) } else { sums.accumulate(window) }
    if case .one = turn { tookTurns = true }
  }

  /// Whether each event had a counter for at least half of an equal share of the time; a smaller
  /// share comes from threads that sleep before the kernel's timer fires.
  var isRotationEven: Bool {
    let shares = rotated.enumerated().filter { turns.turn(of: $0.offset) != nil }
      .map { $0.element.countedShare ?? 0 }
    return shares.allSatisfy { $0 * Double(turnCount) >= 0.5 }
  }

  func results() -> [EventResult] {
    let counts = sums.isEmpty ? rotated : sums
    return counts.enumerated().map { index, count in
      guard let own = turns.turn(of: index) else { return sum(at: index).result }
      let isRotated = rotated.indices.contains(index) && !tookTurns
      var result = (isRotated ? rotated[index] : count).result
      result.turn = isRotated ? .rotating : .one(own)
      return result
    } + missing.map { .unavailable($0.name, $0.reason) }
  }

  /// The counts, over all trials, of an event that needs no turn.
  private func sum(at index: Int) -> EventCount {
    guard sums.indices.contains(index) else { return rotated[index] }
    var sum = sums[index]
    if rotated.indices.contains(index) { sum += rotated[index] }
    return sum
  }
}

extension EventCount {
  /// The least error bound of a scaled value, as a share of the value, to be multiplied by the
  /// share of the time in which the event was not counted.
  ///
  /// If the rhythm of the work is near that of the kernel's rotation, all trials have the same
  /// error, and the differences between trials don't show it.
  private static let leastUncertainty = 0.04

  fileprivate var result: EventResult {
    switch reading {
    case .counted(let value): with(.counted, Double(value))
    case .scaled(let value, _, _):
      with(.scaled, value, "counted for part of the time and scaled up")
    case .notCounted(let reason): with(.notCounted, nil, reason)
    case .unavailable(let reason): with(.unavailable, nil, reason)
    }
  }

  private func with(
    _ status: CounterStatus, _ value: Double?, _ reason: String = ""
  ) -> EventResult {
    var result = EventResult(
      event: name, status: status, value: value, enabledNanoseconds: enabledNanoseconds,
      runningNanoseconds: runningNanoseconds, reason: reason)
    if status == .scaled { result.uncertainty = uncertainty }
    return result
  }

  /// The error bound of a scaled value, as a share of the value, from the differences of the
  /// event's rate between trials; nil if there was one trial, or if nothing was counted.
  private var uncertainty: Double? {
    windows.relativeStandardError.map { error in
      let t = studentT(confidence: 0.95, degreesOfFreedom: windows.count - 1)
      return max(Self.leastUncertainty * (1 - (countedShare ?? 0)), t * error)
    }
  }
}

extension [PlannedEvent] {
  /// The events that have an encoding, in the kernel's form.
  var named: [NamedEvent] {
    compactMap { event in event.encoding.map { NamedEvent(name: event.name, event: $0) } }
  }
}
