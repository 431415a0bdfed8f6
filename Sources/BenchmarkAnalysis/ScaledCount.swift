import BenchmarkModel

/// An event that was counted for part of the time in some of a run's launches.
package struct ScaledCount: Equatable, Sendable {
  package let event: String
  /// The number of counted launches whose count of the event was scaled up to the whole time.
  package let launches: Int
  /// The number of counted launches with the event.
  package let of: Int
  /// The smallest share of the time for which a launch counted the event; nil if unknown.
  package let leastShare: Double?
  /// The largest possible error of a scaled count, as a share of the count; nil unless the error is
  /// known for all scaled counts.
  package let mostUncertainty: Double?
}

extension ScaledCount {
  /// The scaled counts of the whole process, sorted by the event's name.
  static func counts(in rows: some Sequence<CounterRow>) -> [ScaledCount] {
    let rows = rows.filter { $0.thread == nil && $0.pass == .counters }
    return Dictionary(grouping: rows, by: \.event).sorted { $0.key < $1.key }.compactMap {
      event, all in
      let scaled = all.filter { $0.status == .scaled }
      guard !scaled.isEmpty else { return nil }
      let known = scaled.compactMap(\.uncertainty)
      return ScaledCount(
        event: event, launches: scaled.count, of: all.count,
        leastShare: scaled.compactMap(\.countedShare).min(),
        mostUncertainty: known.count == scaled.count ? known.max() : nil)
    }
  }
}
