import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics

/// The `customSmallerIsBetter` of github-action-benchmark: one figure a case.
enum GitHubActionExport: ExportRenderer {
  static func refusal(of exported: ExportedCase) -> String? {
    exported.primary.column.polarity == .lowerIsBetter
      ? nil : "github-action has only what is better the smaller it is"
  }

  static func render(_ run: RunExport, _ cases: [ExportedCase]) -> String {
    JSONText.array(cases.map { entry($0, of: run.document) }).lines(depth: 1) + "\n"
  }

  private static func entry(_ exported: ExportedCase, of document: RunDocument) -> JSONText {
    let metric = exported.primary
    let count = metric.summary.invocations
    let range = metric.interval.map { interval in
      "\(FigureText.significant(interval.low)) to \(FigureText.significant(interval.high))"
    }
    let extra = [
      "\(metric.column.name), the median over \(count) \(count == 1 ? "process" : "processes")",
      range == nil ? "no interval below 5 processes" : "range: 95 % interval of that median",
      "host: \(document.host)",
    ].joined(separator: "\n")
    return .object(
      [
        ("name", .string(exported.id.description)),
        ("unit", .string(metric.unit.text.isEmpty ? metric.column.name : metric.unit.text)),
        ("value", .number(metric.value)),
      ] + (range.map { [("range", .string($0))] } ?? []) + [("extra", .string(extra))])
  }
}
