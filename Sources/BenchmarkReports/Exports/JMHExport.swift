import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics

/// The Java Microbenchmark Harness's JSON: a process is a fork, a trial is an iteration.
enum JMHExport: ExportRenderer {
  static func refusal(of exported: ExportedCase) -> String? {
    mode(exported.primary.unit) == nil ? "jmh has times and rates only; --metric names one" : nil
  }

  static func render(_ run: RunExport, _ cases: [ExportedCase]) -> String {
    JSONText.array(cases.map { object($0, of: run.document) }).lines(depth: 3) + "\n"
  }

  private static func object(_ exported: ExportedCase, of document: RunDocument) -> JSONText {
    let id = exported.id
    let sampling = exported.summary.planned.sampling
    let time = JSONText.string("\(FigureText.significant(Double(sampling.trialNanoseconds))) ns")
    let parameters = id.parameters.map {
      (key: $0.key, value: JSONText.string(String($0.value)))
    }
    return .object(
      [
        ("benchmark", .string(name(id))),
        ("mode", .string(mode(exported.primary.unit) ?? "avgt")),
        ("threads", .integer(Int64(exported.threads))),
        ("forks", .integer(Int64(exported.processes.count))),
        ("jvm", .string("none")), ("jvmArgs", .array([])),
        ("jdkVersion", .string("Swift \(document.environment.software.swiftVersion)")),
        ("vmName", .string("syncbench")), ("vmVersion", .string(document.tool.version)),
        ("warmupIterations", .integer(Int64(sampling.warmups))), ("warmupTime", time),
        ("warmupBatchSize", .integer(1)),
        ("measurementIterations", .integer(Int64(sampling.trials))), ("measurementTime", time),
        ("measurementBatchSize", .integer(1)),
      ] + (parameters.isEmpty ? [] : [("params", .object(parameters))]) + [
        ("primaryMetric", metric(exported.primary, of: exported)),
        (
          "secondaryMetrics",
          .object(
            exported.metrics.dropFirst().map { ($0.column.name, metric($0, of: exported)) })
        ),
      ])
  }

  /// A class and a method, as its readers part the name at its last dot.
  private static func name(_ id: CaseID) -> String {
    [id.suite, id.workload, id.primitive]
      .map { String($0.map { $0 == "." ? "_" : $0 }) }.joined(separator: ".")
  }

  /// Average time or throughput; nil for what is neither.
  private static func mode(_ unit: MetricUnit) -> String? {
    unit.isTime ? "avgt" : unit.isRate ? "thrpt" : nil
  }

  // MARK: Metrics

  private static func metric(_ metric: ExportedMetric, of exported: ExportedCase) -> JSONText {
    let forks =
      metric.column.isCounted
      ? exported.counted.compactMap { $0.values[metric.column.name].map { [$0] } }
      : exported.processes.map { metric.trials(of: $0) }
    let interval = metric.interval
    let error = interval.map { max($0.high - metric.value, metric.value - $0.low) }
    return .object([
      ("score", .number(metric.value)), ("scoreError", numberOrNaN(error)),
      ("scoreConfidence", .array([interval?.low, interval?.high].map(numberOrNaN))),
      ("scorePercentiles", percentiles(forks.flatMap { $0 })),
      ("scoreUnit", .string(unit(metric))),
      ("rawData", .array(forks.map { .array($0.map(JSONText.number)) })),
    ])
  }

  /// Its readers divide a unit at the slash: a time is one of an operation.
  private static func unit(_ metric: ExportedMetric) -> String {
    let text = metric.unit.text
    return metric.unit.isTime && metric.unit.per.isEmpty ? text + "/op" : text
  }

  /// Its schema has a number or this string in the place of one.
  private static func numberOrNaN(_ value: Double?) -> JSONText {
    value.flatMap { $0.isFinite ? .number($0) : nil } ?? .string("NaN")
  }

  private static let levels = [
    ("0.0", 0), ("50.0", 0.5), ("90.0", 0.9), ("95.0", 0.95), ("99.0", 0.99), ("99.9", 0.999),
    ("99.99", 0.9999), ("99.999", 0.99999), ("99.9999", 0.999999), ("100.0", 1),
  ]

  /// Over all iterations of all forks.
  private static func percentiles(_ values: [Double]) -> JSONText {
    let sorted = values.sorted()
    return .object(levels.map { ($0.0, numberOrNaN(quantile(sorted: sorted, $0.1))) })
  }
}
