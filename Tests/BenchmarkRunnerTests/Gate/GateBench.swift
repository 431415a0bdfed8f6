import BenchmarkModel
import BenchmarkRunner
import SystemPackage
import TestSupport

/// A gate on paper: `mcs` with calibrated operations, `mutex` with a window, and a sham of `mcs`, with a
/// folder for what it measures.
struct GateBench {
  static let mcs = 0
  static let mutex = 1
  static let sham = 2

  let tree: FixtureTree
  let folder: GateFolder
  let plan: GatePlan
  let subjects: [GateSubject]

  init(seed: UInt64 = 5) throws {
    tree = try FixtureTree()
    folder = GateFolder(FilePath(tree.root).appending("gate"))
    let columns = [MetricColumn("ns_per_op", .lowerIsBetter, .elapsedPerOperation)]
    let planned = [
      RunFixture.plannedCase("mcs", pace: .operations), RunFixture.plannedCase("mutex"),
    ]
    let cases = planned.map {
      GateCase(id: $0.id, metric: "ns_per_op", polarity: .lowerIsBetter)
    }
    plan = GatePlan(seed: seed, cases: cases + [cases[Self.mcs].sham])
    subjects = (planned + [planned[Self.mcs]]).map {
      GateSubject(planned: $0, columns: columns)
    }
  }

  /// The slots that are measured where each case gets so many pairs: the first ones of the shuffle.
  func slots(upTo limits: [Int: Int]) -> [GateSlot] {
    var counts: [Int: Int] = [:]
    return plan.schedule().filter { slot in
      counts[slot.caseIndex, default: 0] += 1
      return counts[slot.caseIndex, default: 0] <= limits[slot.caseIndex] ?? .max
    }
  }

  /// Measures with a judge that settles each case after so many pairs.
  func run(
    _ launcher: FakePairLauncher, pairs: Int = 2, observer: FakeGateObserver = FakeGateObserver(),
    clock: FakeClock? = nil, budget: UInt64? = nil
  ) async throws -> GateMeasurement<FakeJudge> {
    let judge = FakeJudge(limits: [Self.mcs: pairs, Self.mutex: pairs, Self.sham: pairs])
    return try await run(
      launcher, judge: judge, observer: observer, clock: clock, budget: budget)
  }

  /// Measures with any judge, on a machine with two CPUs.
  func run<Judge: GateJudging>(
    _ launcher: FakePairLauncher, judge: Judge, observer: FakeGateObserver = FakeGateObserver(),
    clock: FakeClock? = nil, budget: UInt64? = nil
  ) async throws -> GateMeasurement<Judge> {
    var now: (@Sendable () -> UInt64)?
    if let clock { now = { clock.now } }
    let runner = GateRunner(
      launcher: launcher, observer: observer, onlineCPUs: 2, now: now)
    let recorder = try GateRecorder(creatingIn: folder, for: plan)
    return try await runner.run(
      plan, subjects: subjects, judge: judge, recorder: recorder, budgetNanoseconds: budget)
  }
}
