import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics

/// Bencher's metric format: each case's estimates with their intervals.
enum BMFExport: ExportRenderer {
  static func refusal(of exported: ExportedCase) -> String? { nil }

  static func render(_ run: RunExport, _ cases: [ExportedCase]) throws -> String {
    let measures = cases.map { exported in
      (exported.id.description, exported.metrics.map { measure($0, of: exported) })
    }
    return try JSONOutput.text(
      of: Dictionary(
        measures.map { ($0, Dictionary($1, uniquingKeysWith: { first, _ in first })) },
        uniquingKeysWith: { first, _ in first }))
  }

  private struct Measure: Encodable {
    let value: Double
    // Without an interval there are no bounds: those of the value itself would be a certainty.
    let lowerValue, upperValue: Double?
  }

  private static func measure(
    _ metric: ExportedMetric, of exported: ExportedCase
  ) -> (name: String, Measure) {
    let isLatency = metric.column == exported.primary.column && metric.unit.isTime
    let scale = isLatency ? metric.unit.nanoseconds ?? 1 : 1
    let interval = metric.interval.flatMap { $0.low.isFinite && $0.high.isFinite ? $0 : nil }
    return (
      isLatency ? latency : slug(metric.column.name),
      Measure(
        value: JSONOutput.significant(metric.value * scale),
        lowerValue: interval.map { JSONOutput.significant($0.low * scale) },
        upperValue: interval.map { JSONOutput.significant($0.high * scale) })
    )
  }

  /// The measure that Bencher has from the start, in ns.
  private static let latency = "latency"

  /// A measure's name in the form of a slug, cut to the length that Bencher takes.
  private static func slug(_ column: String) -> String {
    String(column.map { $0 == "_" ? "-" : $0 }.prefix(64))
  }
}
