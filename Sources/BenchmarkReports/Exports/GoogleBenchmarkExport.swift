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

  static func render(_ run: RunExport, _ cases: [ExportedCase]) throws -> String {
    var families = Families()
    let benchmarks = cases.flatMap { exported in
      self.benchmarks(exported, place: families.place(of: exported.id))
    }
    return try JSONOutput.text(
      of: File(context: Context(run.document), benchmarks: benchmarks))
  }

  private struct File: Encodable {
    let context: Context
    let benchmarks: [Benchmark]
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

  private struct Benchmark: Encodable {
    let run: Repetition
    /// Further numbers, by the names of their columns.
    let counters: [String: Double]

    /// Writes them beside each other; a counter of a name that the format has is left out.
    func encode(to encoder: any Encoder) throws {
      try counters.encode(to: encoder)
      try run.encode(to: encoder)
    }
  }

  private struct Repetition: Encodable {
    let name: String
    let familyIndex: Int
    let perFamilyInstanceIndex: Int
    let runName: String
    let runType = "iteration"
    let repetitions: Int
    let repetitionIndex: Int
    let threads: Int
    let iterations: Int64
    let realTime, cpuTime: Double
    let timeUnit: String
  }

  private static func benchmarks(
    _ exported: ExportedCase, place: (family: Int, instance: Int)
  ) -> [Benchmark] {
    let unit = exported.primary.unit
    let timed = exported.processes.compactMap { process in
      exported.primary.value(of: process).flatMap { time in
        // It is in the unit of the time, as that has one unit for both.
        process.processorNanosecondsPerOperation.map { (process, time, $0 / nanoseconds(unit)) }
      }
    }
    return timed.enumerated().map { index, measured in
      let (process, time, processorTime) = measured
      return Benchmark(
        run: Repetition(
          name: exported.id.description, familyIndex: place.family,
          perFamilyInstanceIndex: place.instance, runName: exported.id.description,
          repetitions: timed.count, repetitionIndex: index, threads: exported.threads,
          iterations: process.operations, realTime: JSONOutput.significant(time),
          cpuTime: JSONOutput.significant(processorTime), timeUnit: unit.base.rawValue),
        counters: counters(exported, process))
    }
  }

  private static func nanoseconds(_ unit: MetricUnit) -> Double { unit.nanoseconds ?? 1 }

  private static func counters(
    _ exported: ExportedCase, _ process: ExportedProcess
  ) -> [String: Double] {
    let values = exported.metrics.dropFirst().compactMap { metric in
      metric.value(of: process).map { (metric.column.name, JSONOutput.significant($0)) }
    }
    return Dictionary(values, uniquingKeysWith: { first, _ in first })
  }

  // MARK: Context

  /// The machine and the build; what the machine does not say has no key, as in Google Benchmark's own files.
  private struct Context: Encodable {
    let date, hostName, executable: String
    let numCpus: Int?
    let mhzPerCpu: Double?
    let cpuScalingEnabled: Bool?
    let caches: [Cache]
    let loadAvg: [Double]
    let libraryVersion, libraryBuildType: String
    let jsonSchemaVersion = 1

    init(_ document: RunDocument) {
      let environment = document.environment
      let cpus = environment.topology.online.count
      let frequencies = environment.frequency.groups
      let governors = frequencies.compactMap(\.governor)
      let load = environment.load.average
      date = GoogleBenchmarkExport.date(document.startNanoseconds)
      hostName = document.host
      executable = Printable.text(document.commandLine.first ?? "syncbench")
      numCpus = cpus > 0 ? cpus : nil
      mhzPerCpu = frequencies.compactMap(\.maximumKilohertz).max()
        .map { (Double($0) / 1000).rounded() }
      cpuScalingEnabled =
        governors.isEmpty ? nil : governors.contains { $0 != "performance" }
      caches = environment.caches.compactMap(Cache.init)
      loadAvg = load.map { [$0.oneMinute, $0.fiveMinutes, $0.fifteenMinutes] } ?? []
      libraryVersion = "syncbench \(document.tool.version)"
      libraryBuildType = environment.software.buildMode.rawValue
    }
  }

  private struct Cache: Encodable {
    let type: String
    let level, size, numSharing: Int

    init?(_ cache: MachineEnvironment.Cache) {
      guard let size = cache.sizeBytes else { return nil }
      self.size = size
      type =
        switch cache.type {
        case .data: "Data"
        case .instruction: "Instruction"
        case .unified: "Unified"
        }
      level = cache.level
      numSharing = cache.sharedBy.first?.count ?? 1
    }
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
