import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics
import Glibc

/// Google Benchmark's JSON: an object a process, so that compare.py has its repetitions.
enum GoogleBenchmarkExport: ExportRenderer {
  static func refusal(of exported: ExportedCase) -> String? {
    exported.primary.unit.isTime ? nil : "google-benchmark has times only; --metric names one"
  }

  static func render(_ run: RunExport, _ cases: [ExportedCase]) -> String {
    var families = Families()
    let benchmarks = cases.flatMap { exported in
      objects(exported, place: families.place(of: exported.id))
    }
    return JSONText.object([
      ("context", .object(context(run.document))), ("benchmarks", .array(benchmarks)),
    ]).lines(depth: 2) + "\n"
  }

  // MARK: Benchmarks

  /// A family is a primitive under a workload; its cases are its instances.
  private struct Families {
    private var numbers: [String: Int] = [:]
    private var instances: [String: Int] = [:]

    mutating func place(of id: CaseID) -> (family: Int, instance: Int) {
      let name = [id.suite, id.workload, id.primitive].joined(separator: "/")
      let family = numbers[name] ?? numbers.count
      numbers[name] = family
      let instance = instances[name] ?? 0
      instances[name] = instance + 1
      return (family, instance)
    }
  }

  private static func objects(
    _ exported: ExportedCase, place: (family: Int, instance: Int)
  ) -> [JSONText] {
    let unit = exported.primary.unit
    let timed = exported.processes.compactMap { process in
      exported.primary.value(of: process).flatMap { time in
        // It is in the unit of the time, as that has one unit for both.
        process.processorNanosecondsPerOperation.map { (process, time, $0 / nanoseconds(unit)) }
      }
    }
    return timed.enumerated().map { index, measured in
      let (process, time, processorTime) = measured
      let name = JSONText.string(exported.id.description)
      return .object(
        [
          ("name", name), ("family_index", .integer(Int64(place.family))),
          ("per_family_instance_index", .integer(Int64(place.instance))), ("run_name", name),
          ("run_type", .string("iteration")), ("repetitions", .integer(Int64(timed.count))),
          ("repetition_index", .integer(Int64(index))),
          ("threads", .integer(Int64(exported.threads))),
          ("iterations", .integer(process.operations)), ("real_time", .number(time)),
          ("cpu_time", .number(processorTime)), ("time_unit", .string(unit.base.rawValue)),
        ] + counters(exported, process))
    }
  }

  private static func nanoseconds(_ unit: MetricUnit) -> Double { unit.nanoseconds ?? 1 }

  private static func counters(
    _ exported: ExportedCase, _ process: ExportedProcess
  ) -> [(key: String, value: JSONText)] {
    exported.metrics.dropFirst().compactMap { metric in
      metric.value(of: process).map { (key: metric.column.name, value: .number($0)) }
    }
  }

  // MARK: Context

  private static func context(_ document: RunDocument) -> [(key: String, value: JSONText)] {
    let environment = document.environment
    let cpus = environment.topology.online.count
    let tool = Printable.text(document.commandLine.first ?? "syncbench")
    let governors = environment.frequency.groups.compactMap(\.governor)
    let fastest = environment.frequency.groups.compactMap(\.maximumKilohertz).max()
    var entries: [(key: String, value: JSONText)] = [
      ("date", .string(date(document.startNanoseconds))), ("host_name", .string(document.host)),
      ("executable", .string(tool)),
    ]
    // What the machine does not say has no key, as in Google Benchmark's own files.
    if cpus > 0 { entries.append(("num_cpus", .integer(Int64(cpus)))) }
    if let fastest { entries.append(("mhz_per_cpu", .number((Double(fastest) / 1000).rounded()))) }
    if !governors.isEmpty {
      let isScaled = governors.contains { $0 != "performance" }
      entries.append(("cpu_scaling_enabled", .bool(isScaled)))
    }
    let load = environment.load.average.map { [$0.oneMinute, $0.fiveMinutes, $0.fifteenMinutes] }
    return entries + [
      ("caches", .array(environment.caches.compactMap(cache))),
      ("load_avg", .array((load ?? []).map(JSONText.number))),
      ("library_version", .string("syncbench \(document.tool.version)")),
      ("library_build_type", .string(environment.software.buildMode.rawValue)),
      ("json_schema_version", .integer(1)),
    ]
  }

  private static func cache(_ cache: MachineEnvironment.Cache) -> JSONText? {
    guard let size = cache.sizeBytes else { return nil }
    let type =
      switch cache.type {
      case .data: "Data"
      case .instruction: "Instruction"
      case .unified: "Unified"
      }
    let sharing = cache.sharedBy.first?.count ?? 1
    return .object([
      ("type", .string(type)), ("level", .integer(Int64(cache.level))),
      ("size", .integer(Int64(size))), ("num_sharing", .integer(Int64(sharing))),
    ])
  }

  /// The start in UTC as ISO 8601 has it, such as `2026-03-01T12:34:56+00:00`.
  private static func date(_ nanoseconds: UInt64) -> String {
    var seconds = time_t(nanoseconds / 1_000_000_000)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let day = "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
    return day + "T\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))+00:00"
  }
}
