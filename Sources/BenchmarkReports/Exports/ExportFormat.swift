/// The formats of other tools that a run can be written in.
package enum ExportFormat: String, CaseIterable, Sendable {
  /// Google Benchmark's JSON, for its compare.py.
  case googleBenchmark = "google-benchmark"
  /// Go's benchmark lines, for benchstat.
  case benchfmt
  /// Bencher's metric format.
  case bmf
  /// OpenMetrics, for Prometheus and other readers of its text.
  case openmetrics
}

/// A run in the format of another tool, and the reasons why cases are not in the text.
package struct ExportedText: Equatable, Sendable {
  /// The whole file.
  package let text: String
  /// The number of cases in the text.
  package let cases: Int
  /// The cases that were left out and the reasons: a line for each case, or one line for all cases
  /// of a workload with the same reason.
  package let leftOut: [String]
}

extension RunExport {
  /// Writes the run in a format.
  ///
  /// The text depends only on the run, not on the locale, the machine or the day.
  package func render(_ format: ExportFormat) throws -> ExportedText {
    switch format {
    case .googleBenchmark: try rendered(GoogleBenchmarkExport.self)
    case .benchfmt: try rendered(BenchfmtExport.self)
    case .bmf: try rendered(BMFExport.self)
    case .openmetrics: try rendered(OpenMetricsExport.self)
    }
  }

  private func rendered(_ renderer: any ExportRenderer.Type) throws -> ExportedText {
    var fit: [ExportedCase] = []
    var refused: [OmittedCase] = []
    for exported in cases {
      if let reason = renderer.refusal(of: exported) {
        refused.append(OmittedCase(exported.id, reason))
      } else {
        fit.append(exported)
      }
    }
    return ExportedText(
      text: try renderer.render(self, fit), cases: fit.count,
      leftOut: OmittedCase.lines(leftOut + refused))
  }
}

/// A writer of a format, which may refuse cases that the format can't hold.
protocol ExportRenderer {
  /// The reason why the format can't hold a case; nil if it can.
  static func refusal(of exported: ExportedCase) -> String?
  /// Returns the whole file of the cases that were not refused.
  static func render(_ run: RunExport, _ cases: [ExportedCase]) throws -> String
}

extension ExportRenderer {
  static func refusal(of exported: ExportedCase) -> String? { nil }
}
