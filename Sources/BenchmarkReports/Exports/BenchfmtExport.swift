import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics

/// Go's benchmark lines, one for each process, for benchstat.
///
/// https://go.googlesource.com/proposal/+/master/design/14313-benchmark-format.md
enum BenchfmtExport: ExportRenderer {
  static func render(_ run: RunExport, _ cases: [ExportedCase]) -> String {
    var text = units(cases) + provenance(run.document) + configuration(run.document)
    var suite: String?
    let cpus = max(1, run.document.environment.usableCPUs.count)
    for exported in cases {
      if exported.id.suite != suite {
        suite = exported.id.suite
        text += line("pkg", exported.id.suite)
      }
      text += lines(exported, name: "\(name(exported.id))-\(cpus)")
    }
    return text
  }

  // MARK: Head

  /// A line for each unit, which says whether lower or higher values are better.
  private static func units(_ cases: [ExportedCase]) -> String {
    var seen: Set<String> = []
    return cases.flatMap(\.metrics).compactMap { metric -> String? in
      let name = unit(metric)
      guard metric.column.polarity != .neutral, seen.insert(name).inserted else { return nil }
      let better = metric.column.polarity == .lowerIsBetter ? "lower" : "higher"
      return "Unit \(name) better=\(better)\n"
    }.joined()
  }

  /// The facts of the build and the run as a comment: as keys they would keep benchstat from
  /// comparing two runs, because it compares only lines whose keys have equal values.
  private static func provenance(_ document: RunDocument) -> String {
    let commit = document.tool.commit.map { ", commit \($0)" } ?? ""
    let facts = [
      "syncbench \(document.tool.version)\(commit)", "profile \(document.plan.profile)",
      "seed \(document.plan.seed)", document.host,
      "Swift \(document.environment.software.swiftVersion)",
    ]
    return "# " + Printable.text(facts.joined(separator: ", ")) + "\n"
  }

  private static func configuration(_ document: RunDocument) -> String {
    let processor = document.environment.processor
    let architecture = processor.architecture.map { names[$0] ?? $0 }
    return line("goos", "linux") + (architecture.map { line("goarch", $0) } ?? "")
      + (processor.model.map { line("cpu", $0) } ?? "")
  }

  /// Go's names of architectures.
  private static let names = ["x86_64": "amd64", "aarch64": "arm64"]

  private static func line(_ key: String, _ value: String) -> String {
    "\(key): \(Printable.text(value))\n"
  }

  // MARK: Lines

  private static func lines(_ exported: ExportedCase, name: String) -> String {
    let timed = exported.processes.compactMap { process in
      line(name, process.operations, exported.metrics) { $0.value(of: process) }
    }
    let counted = exported.counted.compactMap { process in
      line(name, process.operations, exported.metrics) { process.values[$0.column.name] }
    }
    return (timed + counted).joined()
  }

  private static func line(
    _ name: String, _ operations: Int64, _ metrics: [ExportedMetric],
    _ value: (ExportedMetric) -> Double?
  ) -> String? {
    let measured = metrics.compactMap { metric in
      value(metric).map { "\t\(FigureText.significant($0)) \(unit(metric))" }
    }
    return measured.isEmpty ? nil : "\(name)\t\(operations)\(measured.joined())\n"
  }

  /// The name of a case, such as `BenchmarkReadMix/prim=pthread_rwlock/read_permille=900`, without
  /// hyphens: a number after a hyphen would be read as a count of CPUs.
  private static func name(_ id: CaseID) -> String {
    let workload = id.workload.split(separator: "-")
      .map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    let parts =
      ["prim=\(id.primitive)"] + id.parameters.map(\.description)
    return "Benchmark" + word(workload)
      + parts.map { "/" + word(String($0.map { $0 == "-" ? "_" : $0 })) }.joined()
  }

  /// The unit, such as `ns/op`, `cpu-ns/op` or `wait-p99-ns`; benchstat scales the units that it
  /// knows.
  private static func unit(_ metric: ExportedMetric) -> String {
    let unit = metric.unit
    // Go's benchmarks call a context switch `ctxsw`.
    let words = unit.words == ["switches"] ? ["ctxsw"] : unit.words
    let base = unit.base == .none ? [] : [unit.base.rawValue]
    let over = unit.per.isEmpty ? "" : "/" + unit.per.joined(separator: "-")
    return word((words + base).joined(separator: "-") + over)
  }

  /// The text as one field: `_` replaces control characters, and white space because it would end
  /// the field.
  private static func word(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map {
          $0.properties.isWhitespace || $0.properties.generalCategory == .control ? "_" : $0
        }))
  }
}
