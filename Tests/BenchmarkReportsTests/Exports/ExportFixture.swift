import BenchmarkReports
import Foundation
import TestSupport

@testable import BenchmarkAnalysis
@testable import BenchmarkModel

/// Hand-made runs for the tests of exports.
enum ExportFixture {
  static func render(
    _ format: ExportFormat, of run: Run = ReportFixture.run,
    selection: TableSelection = TableSelection(), metric: String? = nil
  ) throws -> ExportedText {
    try RunExport(run, Summarizer(run).summary(), selection: selection, metric: metric)
      .render(format)
  }

  /// A run that has a plan but no launches.
  static var empty: Run {
    var run = ReportFixture.run
    run.records = [:]
    return run
  }

  /// A run in which every launched case failed its check or crashed.
  static var broken: Run {
    var run = ReportFixture.run
    run.records = run.records.filter { [2, 3].contains($0.key.caseIndex) }
    return run
  }

  /// A run with a case that had no quiet launch.
  static var disturbed: Run {
    var made = ReportFixture.made
    made.further = FurtherRounds(precision: 0.05, nanoseconds: 0, mostLaunches: 64)
    made.change(case: 1) { $0 = $0.disturbed(.stolen) }
    return made.run
  }

  /// A run with unusual characters in its texts, on a machine that reports many facts.
  static var described: Run {
    var run = ReportFixture.run
    run.document.host = "my \"host\"\\\n→ Zürich"
    run.document.tool.commit = "0123abc"
    run.document.startNanoseconds = 1_795_260_923_800_798_452
    run.document.environment = MachineEnvironment(
      processor: .init(model: "A\tCPU", architecture: "x86_64"),
      topology: CPUTopology(cpus: [LogicalCPU(id: 0), LogicalCPU(id: 1)]),
      caches: [.init(level: 1, type: .data, sizeBytes: 49152, sharedBy: [CPUList([0])])],
      frequency: .init(groups: [
        .init(cpus: CPUList([0, 1]), maximumKilohertz: 3_200_000, governor: "powersave")
      ]),
      load: .init(average: .init(oneMinute: 0.5, fiveMinutes: 1.25, fifteenMinutes: 2)),
      software: .init(swiftVersion: "6.3", buildMode: .release))
    return run
  }

  /// A run whose columns are times in ms and ns, a rate, a share and counts per operation.
  static var counted: MadeRun {
    var made = ReportFixture.made
    made.columns = [
      MetricColumn("total_ms", .lowerIsBetter, .elapsedMilliseconds, workloads: ["uncontended"]),
      .cost, MetricColumn("ops_per_s", .higherIsBetter, .operationsPerSecond),
      MetricColumn("cpu_ns_per_op", .lowerIsBetter, .processorTimePerOperation),
      MetricColumn("switches_per_op", .lowerIsBetter, .switchesPerOperation),
      .neutral("late_percent", .observation("late_percent")),
      .neutral("allocated_bytes_per_op", .counted(event: "allocated-bytes")),
    ]
    for number in 0..<2 {
      let rows = [(nil, 1600 + 100 * Double(number)), (0, 5)].map { thread, value in
        CounterRow(
          pass: .allocations, thread: thread, event: "allocated-bytes", status: .counted,
          value: value, operations: 100)
      }
      made.counted[CountedLaunch(caseIndex: 0, pass: .allocations, number: number)] =
        CountedRecord(rows: rows)
    }
    return made
  }

  /// Parses a JSON text.
  static func object(_ text: String) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(text.utf8))
  }
}
