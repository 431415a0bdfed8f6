import BenchmarkReports
import Foundation

@testable import BenchmarkAnalysis
@testable import BenchmarkModel

/// Runs made by hand, as an export sees them.
enum ExportFixture {
  static func render(
    _ format: ExportFormat, of run: Run = ReportFixture.run,
    selection: TableSelection = TableSelection(), metric: String? = nil
  ) throws -> ExportedText {
    try RunExport(run, Summarizer(run).summary(), selection: selection, metric: metric)
      .render(format)
  }

  /// A run whose plan is there and nothing else.
  static var empty: Run {
    var run = ReportFixture.run
    run.records = [:]
    return run
  }

  /// A run in which every case that was launched failed its check or crashed.
  static var broken: Run {
    var run = ReportFixture.run
    run.records = run.records.filter { [2, 3].contains($0.key.caseIndex) }
    return run
  }

  /// A run in which a case had no quiet launch.
  static var disturbed: Run {
    var run = ReportFixture.run
    let plan = run.document.plan
    run.document.plan = Plan(
      profile: plan.profile, seed: plan.seed, blocks: plan.blocks, cases: plan.cases,
      tables: plan.tables,
      further: FurtherRounds(precision: 0.05, nanoseconds: 0, mostLaunches: 64))
    for block in 0..<plan.blocks {
      let invocation = Invocation(caseIndex: 1, block: block)
      guard var record = run.records[invocation] else { continue }
      for index in record.trials.indices {
        record.trials[index].witness = TrialWitness(state: .stolen)
      }
      run.records[invocation] = record
    }
    return run
  }

  /// The run of two machines' worth of odd texts, on a machine that says much of itself.
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

  /// The run of two suites' worth of columns: times of other units, rates, shares and counts, two of which
  /// were counted in processes of their own.
  static var counted: Run {
    var run = ReportFixture.run
    let plan = run.document.plan
    let table = SuiteTable(
      suite: "locks", parameters: plan.tables[0].parameters,
      columns: [
        MetricColumn("total_ms", .lowerIsBetter, .elapsedMilliseconds, workloads: ["uncontended"]),
        MetricColumn("ns_per_op", .lowerIsBetter, .elapsedPerOperation),
        MetricColumn("ops_per_s", .higherIsBetter, .operationsPerSecond),
        MetricColumn("cpu_ns_per_op", .lowerIsBetter, .processorTimePerOperation),
        MetricColumn("switches_per_op", .lowerIsBetter, .switchesPerOperation),
        MetricColumn("late_percent", .neutral, .observation("late_percent")),
        MetricColumn("allocated_bytes_per_op", .neutral, .counted(event: "allocated-bytes")),
      ])
    run.document.plan = Plan(
      profile: plan.profile, seed: plan.seed, blocks: plan.blocks, cases: plan.cases,
      tables: [table])
    for number in 0..<2 {
      run.counted[CountedInvocation(caseIndex: 0, pass: .allocations, number: number)] =
        CountedRecord(rows: [
          CounterRow(
            pass: .allocations, event: "allocated-bytes", status: .counted,
            value: 1600 + 100 * Double(number), operations: 100),
          CounterRow(
            pass: .allocations, thread: 0, event: "allocated-bytes", status: .counted,
            value: 5, operations: 100),
        ])
    }
    return run
  }

  /// A JSON text as its readers see it.
  static func object(_ text: String) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(text.utf8))
  }
}
