import BenchmarkModel
import BenchmarkStatistics

/// The occurrences per operation of one quantity in each of two runs.
package struct ComparedCount: Equatable, Sendable {
  /// The quantity, such as `futex-waits`.
  package let quantity: String
  /// The event that both runs counted; `getrusage` for context switches during the timed trials.
  package let event: String
  /// The occurrences per operation in A: the median of A's launches.
  package let a: Double
  /// The occurrences per operation in B: the median of B's launches.
  package let b: Double
  /// Whether the larger count is at least 0.01 per operation, the smaller is more than 1 % below
  /// it, and the ranges of the launches' counts do not overlap.
  package let differs: Bool

  /// The occurrences per operation below which a quantity can't explain a change of the cost.
  private static let rare = 0.01

  init(_ quantity: String, event: String, a: [Double], b: [Double]) {
    self.quantity = quantity
    self.event = event
    self.a = median(a) ?? .nan
    self.b = median(b) ?? .nan
    let more = max(self.a, self.b)
    // Counts of contended cases vary from launch to launch, so ranges that overlap say nothing.
    let overlap = (a.min() ?? 0) <= (b.max() ?? 0) && (b.min() ?? 0) <= (a.max() ?? 0)
    differs = more >= Self.rare && (self.a - self.b).magnitude > 0.01 * more && !overlap
  }
}

extension CountedQuantity {
  /// The quantities that `profile` shows, except the cycles, which are the cost and not its cause.
  static let compared = shown.filter { $0.name != "cycles" }
}

extension ComparedCount {
  /// The quantities of a case that both runs counted, each by the first of its events that both
  /// runs have; then the context switches during the timed trials, unless voluntary switches were
  /// counted; then the events that a user named.
  static func counts(
    _ a: CaseSummary, _ b: CaseSummary, columnsA: [MetricColumn], columnsB: [MetricColumn]
  ) -> [ComparedCount] {
    let (eventsA, eventsB) = (samples(of: a, columnsA), samples(of: b, columnsB))
    var counts = CountedQuantity.compared.compactMap { quantity in
      quantity.events.first { eventsA[$0] != nil && eventsB[$0] != nil }.map { event in
        ComparedCount(
          quantity.name, event: event, a: eventsA[event] ?? [], b: eventsB[event] ?? [])
      }
    }
    if !counts.contains(where: { $0.quantity == CountedQuantity.voluntarySwitches.name }),
      let switches = switches(a, b, columnsA, columnsB)
    {
      counts.append(switches)
    }
    return counts + named(eventsA, eventsB)
  }

  /// Events that a user named, in the order of their names.
  private static func named(
    _ a: [String: [Double]], _ b: [String: [Double]]
  ) -> [ComparedCount] {
    let known = Set(CountedQuantity.compared.flatMap(\.events))
    return a.keys.filter { b[$0] != nil && !known.contains($0) && !isTime($0) }.sorted()
      .map { ComparedCount($0, event: $0, a: a[$0] ?? [], b: b[$0] ?? []) }
  }

  /// Whether an event is time in another form, or counts the same as another event.
  private static func isTime(_ event: String) -> Bool {
    ["cycles", "task-clock", "context-switches"].contains(event)
      || event.hasPrefix("schedstat-") || event.hasSuffix("-ns")
  }

  private static func samples(
    of summary: CaseSummary, _ columns: [MetricColumn]
  ) -> [String: [Double]] {
    var samples: [String: [Double]] = [:]
    for column in columns {
      guard case .counted(let event) = column.source, let metric = summary.metrics[column.name]
      else { continue }
      // A raw table may give a count that is not finite, which can be neither compared nor written.
      let values = metric.byBlock.compactMap { $0 }.filter(\.isFinite)
      if !values.isEmpty { samples[event] = values }
    }
    return samples
  }

  /// The context switches during the timed trials, which every run counts.
  private static func switches(
    _ a: CaseSummary, _ b: CaseSummary, _ columnsA: [MetricColumn], _ columnsB: [MetricColumn]
  ) -> ComparedCount? {
    let values = [(a, columnsA), (b, columnsB)].compactMap { summary, columns in
      columns.first { $0.source == .switchesPerOperation }
        .flatMap { summary.metrics[$0.name] }.map { $0.byBlock.compactMap { $0 } }
    }
    return values.count == 2
      ? ComparedCount("switches", event: "getrusage", a: values[0], b: values[1]) : nil
  }
}
