import BenchmarkAnalysis
import TestSupport

@testable import BenchmarkModel

/// A run made by hand: cases, and what each of their invocations gave.
struct HandMadeRun {
  private var cases: [PlannedCase] = []
  private var records: [Invocation: InvocationRecord] = [:]
  private var counted: [CountedInvocation: CountedRecord] = [:]
  private var blocks = 1
  var columns = [MetricColumn("ns_per_op", .lowerIsBetter, .elapsedPerOperation)]
  var seed: UInt64 = 1
  var onlineCPUs = 1
  var primitives: [PrimitiveDescription] = []
  var warnings: [String] = []
  var state = RunState.measuring
  /// What is launched after the blocks; nil where disturbed launches count.
  var further: FurtherRounds?
  var decided: DecidedRounds?

  /// Adds a case with a record a block, nil for a block that was not measured.
  mutating func add(
    _ name: String, level: Double = 0, expectation: Expectation = .valid, cpus: [Int] = [0, 1],
    reference: String? = nil, width: Int = 1, isPooled: Bool = false,
    _ invocations: [InvocationRecord?]
  ) {
    cases.append(
      PlannedCase(
        id: Self.id(name), pace: .window, summaryLevel: level, expectation: expectation,
        placement: cpus.isEmpty ? .unpinned : .pinned(cpus: cpus),
        sampling: Sampling(warmups: 0, trials: 3, trialNanoseconds: 1),
        reference: reference.map(Self.id), width: width, isPooled: isPooled))
    for (block, record) in invocations.enumerated() {
      records[Invocation(caseIndex: cases.count - 1, block: block)] = record
    }
    blocks = max(blocks, invocations.count)
  }

  /// Says what one counted launch of the first case had of each event, an operation.
  mutating func count(_ events: [String: Double]) {
    let rows = events.map { event, value in
      CounterRow(
        pass: .counters, event: event, status: .counted, value: value * 1000, operations: 1000)
    }
    counted = [
      CountedInvocation(caseIndex: 0, pass: .counters, number: 0): CountedRecord(
        rows: rows + [
          CounterRow(
            pass: .counters, event: CounterRow.closingEvent, status: .counted, value: 1000,
            operations: 1000)
        ])
    ]
  }

  /// The whole run.
  var run: Run {
    let table = SuiteTable(
      suite: "locks", parameters: [ParameterColumn(key: "threads", name: "threads")],
      columns: columns, primitives: primitives, workloads: MadeUpSuite.workloads,
      usualChoices: MadeUpSuite.usualChoices)
    var document = RunDocument(
      tool: ToolVersion(version: "0", commit: nil, executable: "x"), commandLine: [],
      startNanoseconds: 0, budgetNanoseconds: nil, host: "host",
      environment: MachineEnvironment(
        topology: CPUTopology(cpus: (0..<onlineCPUs).map { LogicalCPU(id: $0) }),
        software: .init(swiftVersion: "6", buildMode: .release)),
      warnings: warnings,
      plan: Plan(
        profile: "test", seed: seed, blocks: blocks, cases: cases, tables: [table],
        further: further))
    document.state = state
    document.plan.decided = decided
    return Run(document: document, records: records, counted: counted)
  }

  /// Its only suite, summed up.
  var suite: SuiteSummary { summary.suites[0] }

  /// All of it, summed up.
  var summary: RunSummary { Summarizer(run).summary() }

  /// The part of it that has figures of a place, in that place.
  func summary(in place: WantedPlace) -> RunSummary {
    Summarizer(run, place: place).summary().ofPlaces
  }

  /// One of its cases, summed up.
  func summary(_ name: String) -> CaseSummary? {
    suite.cases.first { $0.id == Self.id(name) }
  }

  /// The metric of a case.
  func metric(_ name: String, _ column: String = "ns_per_op") -> MetricSummary? {
    summary(name)?.metrics[column]
  }

  /// `workload/primitive`, and after it the threads or another parameter as `key=value`, as a case of the suite.
  static func id(_ name: String) -> CaseID {
    let parts = name.split(separator: "/").map(String.init)
    let parameters = parts.dropFirst(2).map { text in
      let sides = text.split(separator: "=").map(String.init)
      return Parameter(sides.count > 1 ? sides[0] : "threads", Int(sides[sides.count - 1]) ?? 0)
    }
    return CaseID(
      suite: "locks", workload: parts[0], primitive: parts[1], parameters: parameters)
  }
}

/// An invocation whose trials cost so many ns an operation, over 1000 operations each.
func costs(_ nanoseconds: Double...) -> InvocationRecord { costs(nanoseconds) }

func costs(_ nanoseconds: [Double]) -> InvocationRecord {
  InvocationRecord(
    trials: nanoseconds.enumerated().map { index, cost in
      TrialRow(
        trial: index, startNanoseconds: 0, operations: 1000,
        elapsedNanoseconds: UInt64(cost * 1000))
    })
}

/// An invocation whose windows were of so many ns and operations each.
func windows(_ windows: (nanoseconds: UInt64, operations: UInt64)...) -> InvocationRecord {
  InvocationRecord(
    trials: windows.enumerated().map { index, window in
      TrialRow(
        trial: index, startNanoseconds: 0, operations: window.operations,
        elapsedNanoseconds: window.nanoseconds)
    })
}

/// An invocation that failed.
func failure(_ reason: String) -> InvocationRecord {
  InvocationRecord(failure: FailureRow(kind: .crashed, status: 11, reason: reason))
}

func failure(_ kind: FailureKind) -> InvocationRecord {
  InvocationRecord(failure: FailureRow(kind: kind, reason: kind.rawValue))
}

extension InvocationRecord {
  /// The same, disturbed in all of its trials.
  func disturbed(_ state: TrialState) -> InvocationRecord {
    with { record in
      for index in record.trials.indices {
        record.trials[index].witness = TrialWitness(state: state)
      }
    }
  }

  /// The same with a change.
  func with(_ change: (inout InvocationRecord) -> Void) -> InvocationRecord {
    var record = self
    change(&record)
    return record
  }
}
