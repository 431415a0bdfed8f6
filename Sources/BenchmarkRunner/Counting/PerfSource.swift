import BenchmarkModel
import PerfEvents

/// Perf events of the process or of the calling thread.
final class PerfSource: CountingSource {
  private var set: CounterSet
  private let missing: [PlannedEvent]
  private var before: Snapshot
  private var after: Snapshot
  private var sums: [EventCount] = []

  /// Opens the events and lets them count; what can't be had is said in the results.
  init(_ events: [PlannedEvent], scope: CounterScope) {
    missing = events.filter { $0.encoding == nil }
    set = CounterSet(
      events.named, scope: scope,
      paranoid: SystemTree().integer("/proc/sys/kernel/perf_event_paranoid"))
    set.enable()
    before = set.snapshot()
    after = before
  }

  func begin() { set.read(into: &before) }

  func end() {
    set.read(into: &after)
    sums.accumulate(after.difference(since: before))
  }

  func results() -> [EventResult] {
    sums.map(\.result) + missing.map { .unavailable($0.name, $0.reason) }
  }
}

extension EventCount {
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
    EventResult(
      event: name, status: status, value: value, enabledNanoseconds: enabledNanoseconds,
      runningNanoseconds: runningNanoseconds, reason: reason)
  }
}

extension [PlannedEvent] {
  /// Those that have an encoding, as the kernel is asked for them.
  var named: [NamedEvent] {
    compactMap { event in event.encoding.map { NamedEvent(name: event.name, event: $0) } }
  }
}
