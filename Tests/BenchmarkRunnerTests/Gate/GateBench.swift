import BenchmarkRunner
import SystemPackage
import TestSupport

@testable import BenchmarkModel

/// A gate on disk: `mcs` with calibrated operations, `mutex` with a window, and a sham of `mcs`,
/// which compares the baseline with itself.
struct GateBench {
  static let mcs = 0
  static let mutex = 1
  static let sham = 2

  /// A run, and the pairs that follow from its rows on disk.
  struct Measured {
    let run: Run
    let rows: [PairRow]
    let pairsOfTwoPlaces: Int

    var state: RunState { run.document.state }
    var repeated: Int { rows.count { if case .repeated = $0.outcome { true } else { false } } }
  }

  let tree: FixtureTree
  let folder: RunFolder
  var document: RunDocument

  var gate: GatePlan { document.plan.gate ?? GatePlan(seed: 0, cases: []) }

  /// A gate of `mcs` and `mutex`.
  init(seed: UInt64 = 5) throws {
    try self.init(
      [RunFixture.plannedCase("mcs", pace: .operations), RunFixture.plannedCase("mutex")],
      seed: seed)
  }

  /// A gate of cases, with a sham of the first.
  init(_ planned: [PlannedCase], seed: UInt64) throws {
    tree = try FixtureTree()
    folder = RunFolder(FilePath(tree.root).appending("gate"))
    let columns = [MetricColumn("ns_per_op", .lowerIsBetter, .elapsedPerOperation)]
    let cases = planned.map {
      GateCase(id: $0.id, metric: "ns_per_op", polarity: .lowerIsBetter)
    }
    document = RunFixture.document(planned, blocks: 1)
    document.plan = Plan(
      gating: GatePlan(seed: seed, cases: cases + [cases[0].sham]),
      planned.map { GateSubject(planned: $0, columns: columns) }, profile: "gate")
    document.environment.topology = MadeUpMachine.topology(
      nodes: 1, coresPerNode: 2, threads: 1, coresPerCluster: 2)
  }

  /// The slots within each case's limit of pairs: its first slots in the shuffled order.
  func slots(upTo limits: [Int: Int]) -> [GateSlot] {
    var counts: [Int: Int] = [:]
    return gate.schedule().filter { slot in
      counts[slot.caseIndex, default: 0] += 1
      return counts[slot.caseIndex, default: 0] <= limits[slot.caseIndex] ?? .max
    }
  }

  /// The run on disk and its pairs.
  func pairs(_ judge: any GateJudging) throws -> Measured {
    let run = try folder.readGate()
    var walk = PairWalk(gate, of: run.document, judge: judge)
    _ = walk.nextLaunch(in: run)
    return Measured(run: run, rows: walk.rows, pairsOfTwoPlaces: walk.pairsOfTwoPlaces)
  }

  /// Measures with a judge that settles each case after `pairs` pairs.
  func run(
    _ launcher: FakeLauncher, pairs: Int = 2, observer: FakeObserver = FakeObserver(),
    clock: FakeClock? = nil, budget: UInt64? = nil
  ) async throws -> Measured {
    let limits = Dictionary(uniqueKeysWithValues: gate.cases.indices.map { ($0, pairs) })
    return try await run(
      launcher, judge: FakeJudge(limits: limits), observer: observer, clock: clock, budget: budget)
  }

  /// Measures with any judge, or resumes the run on disk.
  func run(
    _ launcher: FakeLauncher, judge: any GateJudging, observer: FakeObserver = FakeObserver(),
    clock: FakeClock? = nil, budget: UInt64? = nil, isResumed: Bool = false,
    instructions: FakeInstructions = FakeInstructions()
  ) async throws -> Measured {
    var now: (@Sendable () -> UInt64)?
    if let clock { now = { clock.now } }
    var document = document
    document.budgetNanoseconds = budget
    let orchestrator = Orchestrator(
      folder: folder, launcher: launcher, observer: observer, instructions: instructions,
      judge: { _ in judge }, now: now)
    if isResumed {
      _ = try await orchestrator.resume(try folder.readGate())
    } else {
      _ = try await orchestrator.start(document)
    }
    return try pairs(judge)
  }
}
