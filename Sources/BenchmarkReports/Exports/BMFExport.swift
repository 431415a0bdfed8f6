import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics

/// Bencher's metric format: each case's estimates with their intervals.
enum BMFExport: ExportRenderer {
  static func render(_ run: RunExport, _ cases: [ExportedCase]) throws -> String {
    try JSONOutput.text(
      of: JSONValue.object(
        cases.map { exported in
          // If two members have the same name, the encoder keeps the last, so the primary metric,
          // which is the first, goes last.
          let measures = exported.metrics.map { measure($0, of: exported) }
          return (exported.id.description, .object(measures.reversed()))
        }))
  }

  private static func measure(
    _ metric: ExportedMetric, of exported: ExportedCase
  ) -> (name: String, JSONValue) {
    let isLatency = metric.column == exported.primary.column && metric.unit.isTime
    let scale = isLatency ? metric.unit.nanoseconds ?? 1 : 1
    let interval = metric.interval.flatMap { $0.low.isFinite && $0.high.isFinite ? $0 : nil }
    // A value without an interval has no bounds, because bounds equal to the value would claim
    // certainty.
    return (
      isLatency ? latency : slug(metric.column.name),
      .present([
        ("value", .number(metric.value * scale)),
        ("lower_value", interval.map { .number($0.low * scale) }),
        ("upper_value", interval.map { .number($0.high * scale) }),
      ])
    )
  }

  /// The name of Bencher's built-in measure of time, in ns.
  private static let latency = "latency"

  /// A measure's name in the form of a slug, cut to the length that Bencher takes.
  private static func slug(_ column: String) -> String {
    String(column.map { $0 == "_" ? "-" : $0 }.prefix(64))
  }
}
