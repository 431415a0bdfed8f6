import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics

/// OpenMetrics: each case's estimates as gauges in base units, its processes and operations as
/// counters.
///
/// https://github.com/prometheus/OpenMetrics/blob/main/specification/OpenMetrics.md
enum OpenMetricsExport: ExportRenderer {
  static func render(_ run: RunExport, _ cases: [ExportedCase]) -> String {
    var families = about(run.document)
    families += [statuses(run.summary)] + counters(cases) + gauges(cases)
    return families.filter { !$0.samples.isEmpty }.map(\.text).joined() + "# EOF\n"
  }

  // MARK: Families

  /// The samples of one metric name, whose lines must be together in this format.
  private struct Family {
    let name: String
    let type: String
    var unit = ""
    let help: String
    /// The end of a sample's name, after the family's name.
    var suffix = ""
    var samples: [(labels: [(String, String)], value: String)] = []

    var text: String {
      var text = "# TYPE \(name) \(type)\n"
      if !unit.isEmpty { text += "# UNIT \(name) \(unit)\n" }
      text += "# HELP \(name) \(OpenMetricsExport.escaped(help))\n"
      for sample in samples {
        let labels = sample.labels.map { "\($0)=\"\(OpenMetricsExport.escaped($1))\"" }
        let braced = labels.isEmpty ? "" : "{" + labels.joined(separator: ",") + "}"
        text += "\(name)\(suffix)\(braced) \(sample.value)\n"
      }
      return text
    }
  }

  private static func about(_ document: RunDocument) -> [Family] {
    let labels: [(String, String)] = [
      ("version", document.tool.version), ("commit", document.tool.commit ?? ""),
      ("host", document.host), ("profile", document.plan.profile),
      ("seed", String(document.plan.seed)), ("state", document.state.rawValue),
    ]
    return [
      Family(
        name: "syncbench_run", type: "info", help: "What was run.", suffix: "_info",
        samples: [(labels.filter { !$0.1.isEmpty }, "1")]),
      Family(
        name: "syncbench_run_start_time_seconds", type: "gauge", unit: "seconds",
        help: "When the run began, in seconds since 1970 (UTC).",
        samples: [([], Words.seconds(document.startNanoseconds))]),
    ]
  }

  /// The number of cases of each status: an alert on lost updates needs it, because an invalid case
  /// has no other sample.
  private static func statuses(_ summary: RunSummary) -> Family {
    var counts: [String: Int] = [:]
    for one in summary.cases {
      counts[one.planned.isNegativeControl ? "control" : one.status.rawValue, default: 0] += 1
    }
    return Family(
      name: "syncbench_cases", type: "gauge",
      help: "Cases of the whole run by status; negative controls are counted apart.",
      samples: counts.sorted { $0.key < $1.key }.map { ([("status", $0.key)], String($0.value)) })
  }

  private static func counters(_ cases: [ExportedCase]) -> [Family] {
    func family(_ name: String, _ help: String, _ value: (ExportedCase) -> Int64) -> Family {
      Family(
        name: "syncbench_\(name)", type: "counter", help: help, suffix: "_total",
        samples: cases.map { (labels($0.id), String(value($0))) })
    }
    return [
      family("processes", "Processes that the case was timed in.") { Int64($0.processes.count) },
      family("operations", "Operations that were timed, over all processes.") {
        $0.processes.map(\.operations).clampedSum
      },
    ]
  }

  /// Three families for each metric: the value, and the two ends of the interval if there is an
  /// interval.
  private static func gauges(_ cases: [ExportedCase]) -> [Family] {
    cases.flatMap { exported in
      // In base units, columns of one case that differ only in their unit are one metric, which is
      // written once.
      exported.metrics.grouped { baseName($0.unit, end: "").name }.flatMap { same -> [Family] in
        let interval = same[0].interval
        return [("", same[0].value), ("low", interval?.low), ("high", interval?.high)]
          .compactMap { gauge(same[0], $0, $1, of: exported.id) }
      }
    }.grouped(by: \.name).map { same in
      var family = same[0]
      family.samples = same.flatMap(\.samples)
      return family
    }
  }

  /// A family of one sample; nil without a finite value.
  private static func gauge(
    _ metric: ExportedMetric, _ end: String, _ value: Double?, of id: CaseID
  ) -> Family? {
    guard let value, value.isFinite else { return nil }
    let (name, unit, scale) = baseName(metric.unit, end: end)
    return Family(
      name: name, type: "gauge", unit: unit, help: help(metric.column.name, end: end),
      samples: [(labels(id), FigureText.significant(value * scale))])
  }

  private static func help(_ column: String, end: String) -> String {
    switch end {
    case "low": "Lower end of the 95 % interval of \(column)."
    case "high": "Upper end of the 95 % interval of \(column)."
    default: "The median over processes of \(column), in base units."
    }
  }

  // MARK: Names

  /// The metric's name, which ends with the base unit; the base unit; and the factor that converts
  /// a value to the base unit.
  private static func baseName(
    _ unit: MetricUnit, end: String
  ) -> (name: String, unit: String, scale: Double) {
    let (base, scale): (String, Double) =
      switch unit.base {
      case .nanoseconds: ("seconds", 1e-9)
      case .microseconds: ("seconds", 1e-6)
      case .milliseconds: ("seconds", 1e-3)
      case .bytes: ("bytes", 1)
      case .percent: ("ratio", 1e-2)
      case .none: ("", 1)
      }
    let over = unit.isRate ? ["second"] : unit.per
    let words =
      (unit.words.isEmpty ? ["time"] : unit.words) + (over.isEmpty ? [] : ["per"] + over)
    let parts = ["syncbench"] + words + [end, base].filter { !$0.isEmpty }
    return (identifier(parts.joined(separator: "_")), base, scale)
  }

  private static func labels(_ id: CaseID) -> [(String, String)] {
    let fixed = [
      ("case", id.description), ("suite", id.suite), ("workload", id.workload),
      ("primitive", id.primitive),
    ]
    let taken = Set(fixed.map(\.0))
    return fixed
      + id.parameters.map { parameter in
        let name = identifier(parameter.key)
        return (taken.contains(name) ? "parameter_\(name)" : name, parameter.text)
      }
  }

  /// The text in letters, digits and underscores, which does not begin with a digit.
  private static func identifier(_ text: String) -> String {
    let safe = text.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
    return (safe.first?.isNumber == true ? "_" : "") + String(safe)
  }

  private static func escaped(_ text: String) -> String {
    Printable.lines(text).substituting(["\\": "\\\\", "\"": "\\\"", "\n": "\\n", "\t": "?"])
  }
}
