import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics
import Glibc

/// Google Benchmark's JSON: an object for each process, which compare.py takes as a repetition.
enum GoogleBenchmarkExport: ExportRenderer {
  static func refusal(of exported: ExportedCase) -> String? {
    exported.primary.unit.isTime ? nil : "google-benchmark has times only; --metric names one"
  }

  static func render(_ run: RunExport, _ cases: [ExportedCase]) throws -> String {
    var families = Families()
    let benchmarks = cases.flatMap { exported in
      self.benchmarks(exported, indices: families.indices(of: exported.id))
    }
    return try JSONOutput.text(
      of: JSONValue.object([("context", context(run.document)), ("benchmarks", .array(benchmarks))])
    )
  }

  // MARK: Benchmarks

  /// The families of the format: a family is a primitive under a workload, and the cases are its
  /// instances.
  private struct Families {
    private var numbers: [String: Int] = [:]
    private var instances: [String: Int] = [:]

    mutating func indices(of id: CaseID) -> (family: Int, instance: Int) {
      let name = [id.suite, id.workload, id.primitive].joined(separator: "/")
      let family = numbers[name] ?? numbers.count
      numbers[name] = family
      let instance = instances[name] ?? 0
      instances[name] = instance + 1
      return (family, instance)
    }
  }

  private static func benchmarks(
    _ exported: ExportedCase, indices: (family: Int, instance: Int)
  ) -> [JSONValue] {
    let unit = exported.primary.unit
    let timed = exported.processes.compactMap { process in
      exported.primary.value(of: process).flatMap { time in
        // Both times are in the primary metric's unit, because the format has a single unit for
        // both.
        process.processorNanosecondsPerOperation.map {
          (process, time, $0 / (unit.nanoseconds ?? 1))
        }
      }
    }
    return timed.enumerated().map { index, measured in
      let (process, time, processorTime) = measured
      let name = JSONValue.string(exported.id.description)
      let own: [(String, JSONValue)] = [
        ("name", name), ("family_index", .integer(indices.family)),
        ("per_family_instance_index", .integer(indices.instance)), ("run_name", name),
        ("run_type", "iteration".json), ("repetitions", .integer(timed.count)),
        ("repetition_index", .integer(index)), ("threads", .integer(exported.threads)),
        ("iterations", .integer(Int(process.operations))), ("real_time", .number(time)),
        ("cpu_time", .number(processorTime)), ("time_unit", unit.base.rawValue.json),
      ]
      let names = Set(own.map(\.0))
      return .object(own + counters(exported, process).filter { !names.contains($0.0) })
    }
  }

  /// The other metrics of a process, by the names of their columns.
  private static func counters(
    _ exported: ExportedCase, _ process: ExportedProcess
  ) -> [(String, JSONValue)] {
    exported.metrics.dropFirst().compactMap { metric in
      metric.value(of: process).map { (metric.column.name, .number($0)) }
    }
  }

  // MARK: Context

  /// The machine and the build; a fact that the machine does not report has no key, or an empty
  /// list.
  private static func context(_ document: RunDocument) -> JSONValue {
    let environment = document.environment
    let cpus = environment.topology.online.count
    let frequencies = environment.frequency.groups
    let governors = frequencies.compactMap(\.governor)
    let load = environment.load.average
    return .present([
      ("date", date(document.startNanoseconds).json), ("host_name", document.host.json),
      ("executable", Printable.text(document.commandLine.first ?? "syncbench").json),
      ("num_cpus", cpus > 0 ? .integer(cpus) : nil),
      (
        "mhz_per_cpu",
        frequencies.compactMap(\.maximumKilohertz).max().map { (Double($0) / 1000).rounded().json }
      ),
      (
        "cpu_scaling_enabled",
        governors.isEmpty ? nil : governors.contains { $0 != "performance" }.json
      ), ("caches", environment.caches.compactMap(cache).json),
      ("load_avg", (load.map { [$0.oneMinute, $0.fiveMinutes, $0.fifteenMinutes] } ?? []).json),
      ("library_version", "syncbench \(document.tool.version)".json),
      ("library_build_type", environment.software.buildMode.rawValue.json),
      ("json_schema_version", .integer(1)),
    ])
  }

  /// A cache; nil if its size is not known.
  private static func cache(_ cache: MachineEnvironment.Cache) -> JSONValue? {
    cache.sizeBytes.map { size in
      .object([
        ("type", cache.type.name.json), ("level", .integer(cache.level)), ("size", .integer(size)),
        ("num_sharing", .integer(cache.sharedBy.first?.count ?? 1)),
      ])
    }
  }

  /// The start in UTC in the form of ISO 8601, such as `2026-03-01T12:34:56+00:00`.
  private static func date(_ nanoseconds: UInt64) -> String {
    var seconds = time_t(nanoseconds / 1_000_000_000)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let day = "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
    return day + "T\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))+00:00"
  }
}

extension MachineEnvironment.CacheType {
  /// The word of Google Benchmark's own files.
  fileprivate var name: String {
    switch self {
    case .data: "Data"
    case .instruction: "Instruction"
    case .unified: "Unified"
    }
  }
}
