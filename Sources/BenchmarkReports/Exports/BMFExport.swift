import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics

/// Bencher's metric format: each case's estimates with their intervals.
enum BMFExport: ExportRenderer {
  static func refusal(of exported: ExportedCase) -> String? { nil }

  static func render(_ run: RunExport, _ cases: [ExportedCase]) -> String {
    JSONText.object(
      cases.map { exported in
        (exported.id.description, .object(exported.metrics.map { measure($0, of: exported) }))
      }
    ).lines(depth: 2) + "\n"
  }

  private static func measure(
    _ metric: ExportedMetric, of exported: ExportedCase
  ) -> (key: String, value: JSONText) {
    let isLatency = metric.column == exported.primary.column && metric.unit.isTime
    let scale = isLatency ? metric.unit.nanoseconds ?? 1 : 1
    var entries: [(key: String, value: JSONText)] = [("value", .number(metric.value * scale))]
    // Without an interval there are no bounds: those of the value itself would be a certainty.
    if let interval = metric.interval, interval.low.isFinite, interval.high.isFinite {
      entries.append(("lower_value", .number(interval.low * scale)))
      entries.append(("upper_value", .number(interval.high * scale)))
    }
    return (isLatency ? latency : slug(metric.column.name), .object(entries))
  }

  /// The measure that Bencher has from the start, in ns.
  private static let latency = "latency"

  /// A measure's name in the form of a slug, cut to the length that Bencher takes.
  private static func slug(_ column: String) -> String {
    String(column.map { $0 == "_" ? "-" : $0 }.prefix(64))
  }
}
