package import BenchmarkModel

/// A hand-made run: its cases, and the records of their launches.
package struct MadeRun {
  package var suite: String
  /// The keys of the parameters in the suite's table.
  package var parameters = ["threads"]
  /// The names of parameters' columns, if they differ from the keys.
  package var parameterNames: [String: String] = [:]
  package var columns = [MetricColumn.cost]
  package var traits: [String] = []
  package var primitives: [PrimitiveDescription] = []
  package var usualQueue: String?
  package var workloads = MadeUpSuite.workloads
  package var preset: PresetDescription?
  package var profile = "test"
  package var seed: UInt64 = 1
  /// The rule for launches after the blocks; nil if there are none.
  ///
  /// If there are none, disturbed launches count, because they can't be repeated.
  package var further: FurtherRounds?
  package var decided: DecidedRounds?
  /// The runs that the blocks are divided into; nil for a single run.
  package var repeats: RepeatedRuns?
  package var state = RunState.measuring
  package var host = "host"
  package var warnings: [String] = []
  package var commandLine: [String] = []
  package var onlineCPUs = 1
  /// The release of the kernel; nil if the machine does not report it.
  package var kernel: String?
  package var cases: [PlannedCase] = []
  package var records: [Launch: LaunchRecord] = [:]
  package var counted: [CountedLaunch: CountedRecord] = [:]
  private var blocks = 1

  package init(suite: String = "locks") { self.suite = suite }

  /// Adds a case with a record for each block, nil for a block that was not measured.
  package mutating func add(
    _ name: String, pace: Pace = .window, level: Double = 0, expectation: Expectation = .valid,
    cpus: [Int] = [0, 1], placement: Placement? = nil, reference: String? = nil, width: Int = 1,
    isPooled: Bool = false, _ launches: [LaunchRecord?]
  ) {
    let bound: Placement = cpus.isEmpty ? .unpinned : .pinned(cpus: cpus)
    // On disk, a launch with fewer trials than planned is incomplete, so the plan has as many
    // trials as the launch that has the most.
    let trials = launches.compactMap { $0?.trials.count }.max() ?? 1
    add(
      PlannedCase(
        id: id(name), pace: pace, summaryLevel: level, expectation: expectation,
        placement: placement ?? bound,
        sampling: Sampling(warmups: 0, trials: max(1, trials), trialNanoseconds: 1),
        reference: reference.map(id), width: width, isPooled: isPooled),
      launches)
  }

  /// Adds a planned case with a record for each block.
  package mutating func add(_ planned: PlannedCase, _ launches: [LaunchRecord?]) {
    for (block, record) in launches.enumerated() {
      records[Launch(caseIndex: cases.count, block: block)] = record
    }
    cases.append(planned)
    blocks = max(blocks, launches.count)
  }

  /// Adds a counted launch of a case, with each event's count per operation; nil if the event was
  /// not counted.
  package mutating func count(
    _ events: KeyValuePairs<String, Double?>, case index: Int = 0, pass: CountingPass = .counters
  ) {
    var rows = events.map { event, value in
      CounterRow(
        pass: pass, event: event, status: value == nil ? .unavailable : .counted,
        value: value.map { $0 * 1000 }, operations: 1000,
        reason: value == nil ? "no \(event) here" : "")
    }
    rows.append(
      CounterRow(
        pass: pass, event: CounterRow.closingEvent, status: .counted, value: 1000, operations: 1000)
    )
    counted[CountedLaunch(caseIndex: index, pass: pass, number: 0)] = CountedRecord(rows: rows)
  }

  /// Changes each launch of a case.
  package mutating func change(case index: Int, _ change: (inout LaunchRecord) -> Void) {
    for launch in records.keys where launch.caseIndex == index {
      records[launch]?.change(change)
    }
  }

  /// Gives a primitive another name in all cases.
  package mutating func rename(_ primitive: String, to name: String) {
    cases = cases.map { planned in
      let id = planned.id
      guard id.primitive == primitive else { return planned }
      return .made(
        CaseID(suite: id.suite, workload: id.workload, primitive: name, parameters: id.parameters),
        expectation: planned.expectation, placement: planned.placement)
    }
  }

  /// The whole run.
  package var run: Run {
    let table = SuiteTable(
      suite: suite,
      parameters: parameters.map { ParameterColumn(key: $0, name: parameterNames[$0] ?? $0) },
      traits: traits, columns: columns, primitives: primitives, workloads: workloads,
      usualChoices: MadeUpSuite.usualChoices, usualQueue: usualQueue)
    var document = RunDocument.made(
      host: host, warnings: warnings, cpus: onlineCPUs,
      plan: Plan(
        profile: profile, seed: seed, blocks: blocks, cases: cases, tables: [table],
        preset: preset, further: further, repeats: repeats))
    document.commandLine = commandLine
    document.environment.kernel.release = kernel
    document.state = state
    document.plan.decided = decided
    return Run(document: document, records: records, counted: counted)
  }

  /// A case of the suite by its name without the suite.
  package func id(_ name: String) -> CaseID { Self.id(name, suite: suite) }

  /// A case by `workload/primitive`, then the number of threads or another parameter as
  /// `key=value`.
  package static func id(_ name: String, suite: String = "locks") -> CaseID {
    let parts = name.split(separator: "/").map(String.init)
    let parameters = parts.dropFirst(2).map { text in
      let sides = text.split(separator: "=").map(String.init)
      return Parameter(sides.count > 1 ? sides[0] : "threads", Int(sides[sides.count - 1]) ?? 0)
    }
    return CaseID(suite: suite, workload: parts[0], primitive: parts[1], parameters: parameters)
  }
}

extension MetricColumn {
  /// The time of an operation, by which most suites are ranked.
  package static let cost = MetricColumn("ns_per_op", .lowerIsBetter, .elapsedPerOperation)

  /// A column of observed or counted values, in which neither low nor high values are better.
  package static func neutral(_ name: String, _ source: MetricSource) -> MetricColumn {
    MetricColumn(name, .neutral, source)
  }
}

extension PlannedCase {
  /// A planned case with one short trial in each launch.
  package static func made(
    _ id: CaseID, pace: Pace = .window, level: Double = 0, expectation: Expectation = .valid,
    placement: Placement = .pinned(cpus: [0, 1]), reference: CaseID? = nil, width: Int = 1
  ) -> PlannedCase {
    PlannedCase(
      id: id, pace: pace, summaryLevel: level, expectation: expectation, placement: placement,
      sampling: Sampling(warmups: 0, trials: 1, trialNanoseconds: 1), reference: reference,
      width: width)
  }
}

extension RunDocument {
  /// The document of a run in progress on a host of which only the CPUs are known.
  package static func made(
    host: String = "host-1", warnings: [String] = [], cpus: Int = 0, plan: Plan
  ) -> RunDocument {
    RunDocument(
      tool: ToolVersion(version: "0", commit: nil, executable: "x"), commandLine: [],
      startNanoseconds: 0, budgetNanoseconds: nil, host: host,
      environment: MachineEnvironment(
        topology: CPUTopology(cpus: (0..<cpus).map { LogicalCPU(id: $0) }),
        software: .init(swiftVersion: "6.3", buildMode: .release)),
      warnings: warnings, plan: plan)
  }
}
