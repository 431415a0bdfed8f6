package import BenchmarkModel

/// Turns cases, a profile and a machine's CPUs into a plan.
package struct Planner: Sendable {
  private let cpuOrder: [Int]
  private let isPinned: Bool
  private let placements: Placements?

  /// Makes a planner for a machine's CPUs in the order of a placement.
  package init(_ placements: Placements, _ mode: PlacementMode) {
    cpuOrder = placements.order(mode)
    isPinned = mode != .unpinned
    self.placements = placements
  }

  /// Makes a planner for CPUs in the order in which they are to be used.
  ///
  /// - Parameters:
  ///   - cpuOrder: The allowed CPUs, best first; at least one.
  ///   - isPinned: Whether threads or processes are bound to the CPUs.
  package init(cpuOrder: [Int], isPinned: Bool) {
    precondition(!cpuOrder.isEmpty, "a machine has at least one CPU")
    self.cpuOrder = cpuOrder
    self.isPinned = isPinned
    placements = nil
  }

  /// Makes the plan of a profile's blocks over `cases`.
  ///
  /// - Parameters:
  ///   - cases: The cases to measure.
  ///   - suites: The suites that the cases are of.
  ///   - profile: The numbers of blocks and launches, and the length of a trial.
  ///   - seed: The seed of the launches' order and of cases' random numbers.
  ///   - budgetNanoseconds: The longest time of the run, in ns; nil without a limit.
  ///   - precision: The half width of a figure's interval that further launches aim at, as a share
  ///     of the figure; nil for the usual half width and the profile's time for further launches.
  ///   - preset: The published benchmark that the cases are of; nil for none.
  ///   - counting: The counts after the timing; nil for none.
  ///   - repeats: The number of repeated runs and the time between their beginnings; nil for a
  ///     single run. A plan with repeated runs has no budget.
  package func plan(
    _ cases: [CatalogCase], of suites: [Suite], profile: Profile, seed: UInt64,
    budgetNanoseconds: UInt64? = nil, precision: Double? = nil,
    preset: PresetDescription? = nil, counting: CountingPlan? = nil,
    repeats: RepeatedRuns? = nil
  ) -> Plan {
    let ids = Set(cases.map(\.id))
    let runs = repeats?.count ?? 1
    let planned = cases.map { found in
      let one = planCase(found, profile: profile, among: ids)
      return one.launchLimit.map { one.limited(to: $0 * runs) } ?? one
    }
    let tables = suites.compactMap { suite -> SuiteTable? in
      let measured = cases.filter { $0.id.suite == suite.name }
      return measured.isEmpty
        ? nil
        : suite.table(
          measuring: measured.map(\.id), adding: counting?.columns ?? [])
    }
    var counting = counting
    counting?.launches = profile.countedLaunches
    // Negative controls are not counted, because they have no figures.
    counting?.cases = planned.indices.filter { !planned[$0].isNegativeControl }
    func plan(ofBlocks blocks: Int, further: FurtherRounds? = nil) -> Plan {
      Plan(
        profile: profile.name, seed: seed, blocks: blocks, cases: planned, tables: tables,
        preset: preset, counting: counting, further: further, repeats: repeats)
    }
    let whole = plan(ofBlocks: profile.blocks * runs)
    let blocks = budgetNanoseconds.map { Self.blocks(of: whole, within: $0) } ?? whole.blocks
    let further = FurtherRounds(
      after: plan(ofBlocks: blocks), share: profile.furtherShare, precision: precision,
      budgetNanoseconds: budgetNanoseconds)
    return plan(ofBlocks: blocks, further: further)
  }

  private func planCase(
    _ found: CatalogCase, profile: Profile, among ids: Set<CaseID>
  ) -> PlannedCase {
    PlannedCase(
      id: found.id, pace: found.workload.pace, summaryLevel: summaryLevel(of: found),
      expectation: found.expectation, placement: placement(of: found),
      sampling: sampling(of: found, profile: profile),
      launchLimit: launchLimit(of: found, profile: profile),
      reference: reference(of: found, among: ids), width: width(of: found),
      isPooled: isPooled(found), isChecked: found.primitive.isChecked,
      memoryCPU: memoryCPU(of: found),
      kernel: found.primitive.usesPool ? nil : found.workload.kernel)
  }

  /// The largest number of launches of a case; nil for a launch in each block.
  ///
  /// The number is the workload's. If the workload has none, a case of one thread has the profile's
  /// number. A case of several threads on a single CPU is limited to half the profile's number, or
  /// to the five launches that give an interval if half is fewer. Threads meet there (one wants to
  /// enter while another is inside) only if the scheduler stops one of them, and windows that show
  /// such a meeting are three to ten times as long as the profile's. A control that is caught only
  /// if its threads meet has the same limit on any machine.
  private func launchLimit(of found: CatalogCase, profile: Profile) -> Int? {
    let own = found.workload.launchLimit
    if width(of: found) == 1 { return own ?? profile.steadyLaunches }
    guard cpuOrder.count == 1 || isCaughtByMeeting(found) else { return own }
    let few = max(5, profile.steadyLaunches / 2)
    return own.map { min($0, few) } ?? few
  }

  /// Whether the case is a control that is caught only if its threads meet.
  private func isCaughtByMeeting(_ found: CatalogCase) -> Bool {
    switch found.expectation {
    case .invalid, .hangs: width(of: found) > 1
    default: false
    }
  }

  /// The workload's sampling, with longer and fewer windows if threads outnumber CPUs, and longer
  /// windows for controls that are caught only if their threads meet.
  ///
  /// A fair spinlock collapses when its holder loses its CPU, which happens every few milliseconds.
  /// A short window that lies between two such moments shows no collapse.
  private func sampling(of found: CatalogCase, profile: Profile) -> Sampling {
    var sampling = found.workload.sampling(profile.sampling)
    if isCaughtByMeeting(found) {
      sampling.trialNanoseconds = max(sampling.trialNanoseconds, Self.meetingNanoseconds)
      // If the only launch has just three windows, a loaded machine may keep the threads apart in
      // all of them.
      if profile.blocks == 1 { sampling.trials = max(sampling.trials, Self.meetingTrials) }
    }
    guard found.workload.threads.threadsParameter != nil, width(of: found) > cpuOrder.count else {
      return sampling
    }
    sampling.trialNanoseconds = max(sampling.trialNanoseconds, Self.oversubscribedTrialNanoseconds)
    sampling.trials = min(sampling.trials, 3)
    return sampling
  }

  private static let oversubscribedTrialNanoseconds: UInt64 = 30_000_000
  private static let meetingNanoseconds: UInt64 = 20_000_000
  private static let meetingTrials = 8

  /// The quantile of a launch's trials that sums up the launch: the workload's, but the minimum if
  /// the number of threads is a parameter and is 1, because one thread has no contention.
  private func summaryLevel(of found: CatalogCase) -> Double {
    guard found.workload.threads.threadsParameter != nil, width(of: found) == 1 else {
      return found.workload.summaryLevel
    }
    return 0
  }

  /// Whether the case's trials are windows that several threads share, so that a launch is summed
  /// up by the total time of its windows divided by their operations, not by a quantile.
  private func isPooled(_ found: CatalogCase) -> Bool {
    found.workload.pace == .window && summaryLevel(of: found) == Self.sharedLevel
  }

  /// The summary level that suites give to windows that threads share.
  private static let sharedLevel = 0.25

  private func width(of found: CatalogCase) -> Int {
    switch found.workload.threads {
    case .single: 1
    case .pair: 2
    case .own(let parameter), .free(let parameter): found.id[parameter] ?? 1
    case .pool(let parameter?):
      found.id[parameter] ?? (found.workload.asksFor(parameter) ? cpuOrder.count : 1)
    case .pool(nil): cpuOrder.count
    }
  }

  private func placement(of found: CatalogCase) -> Placement {
    let width = width(of: found)
    if case .pair(let first, let second) = found.workload.threads {
      return .pinned(cpus: [first, second].compactMap { found.id[$0] })
    }
    let mode = Placements.mode(of: found.id)
    let cpuOrder = mode.flatMap { placements?.order($0) } ?? cpuOrder
    let isPinned = mode.map { $0 != .unpinned } ?? isPinned
    // A pool is as wide as its process's mask: without a mask, the pool of every case would be as
    // wide as the machine.
    if case .pool = found.workload.threads { return .process(cpus: Array(cpuOrder.prefix(width))) }
    guard isPinned else { return .unpinned }
    if case .free = found.workload.threads { return .process(cpus: Array(cpuOrder.prefix(width))) }
    return found.primitive.usesPool
      ? .process(cpus: Array(cpuOrder.prefix(width + 1)))
      : .pinned(cpus: Array(cpuOrder.prefix(width)))
  }

  /// The CPU from which a case's memory is touched first; nil without a parameter `memory`.
  private func memoryCPU(of found: CatalogCase) -> Int? {
    Placements.memory(of: found.id).flatMap { memory in
      placements?.memoryCPU(memory, of: placement(of: found).cpus)
    }
  }

  /// Returns the cases for which the machine has CPUs and memory nodes, and the reasons why other
  /// cases are left out, each reason once.
  package func fitting(_ found: [CatalogCase]) -> (cases: [CatalogCase], leftOut: [String]) {
    guard let placements else { return (found, []) }
    var taken: [String: CaseID] = [:]
    var leftOut: [String] = []
    let cases = found.filter { one in
      let reason = placements.misfit(
        of: one.id, threads: width(of: one), cpus: placement(of: one).cpus, taken: &taken)
      if let reason { leftOut.append(reason) }
      return reason == nil
    }
    return (cases, leftOut.uniqued())
  }

  /// The case that the primitive names as its reference, else the case of the workload's reference
  /// primitive with the same values of the parameters that the reference primitive uses.
  private func reference(of found: CatalogCase, among ids: Set<CaseID>) -> CaseID? {
    if let reference = found.primitive.reference?(found.id) {
      return ids.contains(reference) ? reference : nil
    }
    guard let name = found.workload.referencePrimitive,
      let primitive = found.workload.primitives.first(where: { $0.name == name })
    else { return nil }
    let id = CaseID(
      suite: found.id.suite, workload: found.id.workload, primitive: name,
      parameters: found.id.parameters.filter { !primitive.unusedAxes.contains($0.key) })
    return ids.contains(id) ? id : nil
  }

  /// The number of blocks that the budget is likely to hold beside the counting; at least one.
  private static func blocks(of plan: Plan, within budgetNanoseconds: UInt64) -> Int {
    let left = budgetNanoseconds - min(budgetNanoseconds, plan.countedNanoseconds)
    return (1...plan.blocks).last { expectedNanoseconds(of: plan.cases, blocks: $0) <= left } ?? 1
  }
}

/// The expected time of `blocks` blocks of cases, in ns.
private func expectedNanoseconds(of cases: [PlannedCase], blocks: Int) -> UInt64 {
  cases.reduce(0) { sum, planned in
    sum.plus(UInt64(planned.launches(ofBlocks: blocks)).times(planned.expectedNanoseconds))
  }
}

extension Plan {
  /// The expected time of the plan's calibrations, blocks, further launches and counting, in ns.
  ///
  /// Repeats of disturbed launches may take longer than the time for further launches.
  package var expectedNanoseconds: UInt64 {
    blocksNanoseconds.plus(further?.nanoseconds ?? 0)
      .plus(UInt64(calibrations.count) * CalibrationStep.expectedNanoseconds)
      .plus(countedNanoseconds)
  }

  /// The expected time of a run of the plan, in ns: ``expectedNanoseconds``, or more if pauses keep
  /// launches or repeated runs apart.
  ///
  /// - Parameter budget: The longest time of the run, in ns; nil without a limit.
  package func durationNanoseconds(budget: UInt64?) -> UInt64 {
    let spread = spreadNanoseconds(budget: budget)
    return expectedNanoseconds.plus(spread - min(spread, blocksNanoseconds))
  }

  /// The least time of the blocks when pauses keep a case's launches or repeated runs apart, in ns;
  /// 0 without such pauses.
  func spreadNanoseconds(budget: UInt64?) -> UInt64 {
    let runs = repeats?.count ?? 1
    let launches = (cases.map { $0.launches(ofBlocks: blocks) }.max() ?? 0) / runs
    let spread =
      further == nil ? 0 : Pacer.spreadNanoseconds(ofLaunches: launches, budget: budget)
    guard let repeats else { return spread }
    let one = max(spread, blocksNanoseconds / UInt64(runs))
    return UInt64(runs - 1).times(max(one, repeats.apartNanoseconds)).plus(one)
  }

  /// The approximate longest time of a run, in ns: all launches are repeated as often as allowed.
  package var longestNanoseconds: UInt64 {
    guard further != nil else { return expectedNanoseconds }
    return expectedNanoseconds.plus(UInt64(Run.mostLaunched - 1) * blocksNanoseconds)
  }

  /// The expected time of the plan's blocks, in ns.
  fileprivate var blocksNanoseconds: UInt64 {
    BenchmarkRunner.expectedNanoseconds(of: cases, blocks: blocks)
  }

  /// The expected time of the plan's counting, in ns.
  fileprivate var countedNanoseconds: UInt64 {
    countedSchedule().reduce(0) { $0.plus($1.pass.expectedNanoseconds(of: planned($1))) }
  }
}

extension FurtherRounds {
  /// The rounds after a plan's blocks; nil if the profile has none.
  ///
  /// A requested precision may take the rest of a budget, or a day if there is no budget.
  init?(
    after plan: Plan, share: Double?, precision: Double?, budgetNanoseconds: UInt64?
  ) {
    guard let share else { return nil }
    let before = plan.expectedNanoseconds
    let left = budgetNanoseconds.map { $0 - min($0, before) }
    let usual = UInt64(min(1e18, share * Double(plan.blocksNanoseconds)))
    self.init(
      precision: precision ?? Profile.precision,
      nanoseconds: precision == nil ? min(usual, left ?? usual) : left ?? Self.asLongAsItTakes,
      mostLaunches: (precision == nil ? Profile.mostFurther : Self.mostForPrecision)
        * plan.blocks)
  }

  /// A day, in ns.
  private static let asLongAsItTakes: UInt64 = 86_400_000_000_000
  /// The largest number of launches of a case for a requested precision, as a multiple of the
  /// number of blocks: a case with several regimes of speed may never reach the precision.
  private static let mostForPrecision = 50
}

extension PlannedCase {
  /// The time to start and end a worker, in ns: about the time on a small virtual machine.
  static let launchNanoseconds: UInt64 = 5_000_000

  /// The expected time of a launch, in ns.
  var expectedNanoseconds: UInt64 {
    switch expectation {
    case .hangs: return deadlineNanoseconds
    // A case whose end is the result ends immediately, or when it detects that it makes no
    // progress.
    case .open: return 300_000_000
    case .valid, .invalid, .unsound: break
    }
    return Self.launchNanoseconds + UInt64(sampling.warmups + sampling.trials)
      * likelyTrialNanoseconds
  }

  /// The expected length of a trial, in ns: the requested length or, if longer, the time of the
  /// least possible work.
  ///
  /// A trial ends after each thread has ended its current operation, and threads that exclude each
  /// other do so one after the other. A trial of a parallel loop has at least one whole loop.
  private var likelyTrialNanoseconds: UInt64 {
    func value(_ key: String, default fallback: Int) -> Double { Double(id[key] ?? fallback) }
    let threads = Double(max(1, width))
    let turns = (value("inside", default: 0) + value("outside", default: 0)) * threads
    let indices = ["iterations", "outer", "inner"].reduce(1) { $0 * value($1, default: 1) }
    let loop = value("grain", default: 0) * indices / threads
    return max(sampling.trialNanoseconds, UInt64(min(turns + loop, Self.longestTrialNanoseconds)))
  }

  /// The largest estimate of a trial, in ns: ten minutes, which bounds the deadline of a case whose
  /// parameters ask for longer trials.
  private static let longestTrialNanoseconds: Double = 600_000_000_000

  /// The deadline of a worker on a usual machine, in ns: far beyond the need of a loaded machine,
  /// because a launch that is killed counts as failed.
  ///
  /// ``MachinePace`` lengthens the deadline on a slow machine.
  ///
  /// A worker that is expected to hang has a short deadline, because the user waits for all of that
  /// time.
  var deadlineNanoseconds: UInt64 {
    switch expectation {
    case .hangs: return 500_000_000
    // A case whose end is the result detects by itself that it makes no progress. So a worker that
    // is killed at this deadline had no CPU.
    case .open: return 10_000_000_000
    case .valid, .invalid, .unsound: break
    }
    return expectedNanoseconds.times(30).plus(3_000_000_000).plus(drainNanoseconds)
  }

  /// The time that threads may need to end their trials if they outnumber their CPUs, in ns.
  ///
  /// When the stop flag of a trial is raised, every thread ends its current operation. A fair
  /// spinlock serves the threads in their order, and a thread may have to wait for its CPU until
  /// the threads before it have spun through their time slices: several slices of some milliseconds
  /// for each thread.
  private var drainNanoseconds: UInt64 {
    guard case .pinned(let cpus) = placement, width > cpus.count else { return 0 }
    return UInt64(width) * UInt64(sampling.warmups + sampling.trials) * 200_000_000
  }
}
