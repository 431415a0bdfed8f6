package import BenchmarkModel

/// The planned counts of one counting pass that a run lacks for one reason.
package struct CountingGap: Equatable, Sendable {
  package let pass: CountingPass
  /// The events that are missing; empty if the whole pass is missing.
  package let events: [String]
  /// The number of counted launches with the gap.
  package let launches: Int
  /// The number of counted launches of the pass.
  package let of: Int
  /// The reason of the gap.
  package let reason: String
}

extension Run {
  /// The missing counts, by pass and reason, in the order of the passes.
  func countingGaps() -> [CountingGap] {
    CountingPass.allCases.flatMap { pass in
      gaps(pass, counted.filter { $0.key.pass == pass }.map(\.value))
    }
  }

  private func gaps(_ pass: CountingPass, _ records: [CountedRecord]) -> [CountingGap] {
    var reasons: [String] = []
    var launches: [String: Int] = [:]
    var events: [String: [String]] = [:]
    for record in records.sorted(by: { $0.rows.count > $1.rows.count }) {
      var own: [String: [String]] = [:]
      for row in record.rows where row.thread == nil && row.isMissing {
        let event = row.event == CounterRow.closingEvent ? [] : [row.event]
        own[row.reason, default: []] += event
        if !reasons.contains(row.reason) { reasons.append(row.reason) }
      }
      for (reason, names) in own {
        launches[reason, default: 0] += 1
        let known = events[reason] ?? []
        events[reason] = known + names.filter { !known.contains($0) }
      }
    }
    return reasons.map {
      CountingGap(
        pass: pass, events: events[$0] ?? [], launches: launches[$0] ?? 0, of: records.count,
        reason: $0)
    }
  }
}

extension CounterRow {
  /// Whether the row reports a missing count that readers expect; they don't expect energy and
  /// frequency, which few machines have.
  fileprivate var isMissing: Bool {
    let isRare = event.hasPrefix("energy-") || event == Self.frequencyEvent
    return !isRare && !reason.isEmpty
      && (status == .unavailable || status == .notCounted || status == .failed)
  }
}
