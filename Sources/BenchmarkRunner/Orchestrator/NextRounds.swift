package import BenchmarkModel
import BenchmarkStatistics

/// A judge of the precision of a run's figures, handed in because figures are computed in
/// BenchmarkAnalysis, which this module can't import.
package protocol PrecisionJudging: Sendable {
  /// The half width of the interval of each case's ranking metric, as a share of the value, in the
  /// plan's order; nil without an interval.
  func relativeHalfWidths(of run: Run) -> [Double?]
}

/// A judge that knows no interval for any case, so that no launches are added for precision.
package struct NoPrecisionJudging: PrecisionJudging {
  /// Nil for every case.
  package func relativeHalfWidths(of run: Run) -> [Double?] {
    run.document.plan.cases.map { _ in nil }
  }
}

extension Run {
  /// Decides on the next round of further launches; nil if the run needs no further round.
  ///
  /// The first round adds launches to the cases with the widest intervals, by a rule that does not
  /// bias the intervals (``furtherLaunches(_:target:budgetNanoseconds:most:)``). Every round
  /// repeats launches that were disturbed, or not in the place of the host that is preferred for
  /// the case's figures. A case gets up to ``mostLaunched`` launches for each quiet launch that it
  /// needs. If the machine is never quiet, no launch is repeated and all launches count. If a group
  /// of cases nearly always has a neighbour on its core, the group's launches beside a neighbour
  /// count as quiet.
  func nextRounds(_ judge: some PrecisionJudging) -> DecidedRounds? {
    let plan = document.plan
    guard let rule = plan.further, plan.decided?.rounds ?? 0 < mostRounds else { return nil }
    var next =
      plan.decided
      ?? DecidedRounds(
        launches: plan.cases.map { _ in 0 }, forPrecision: plan.cases.map { _ in 0 }, rounds: 0,
        isNeverQuiet: isNeverQuiet)
    next.neverAlone = Set(next.neverAlone).union(neverAlone).sorted()
    if next.rounds == 0 {
      next.forPrecision = launchesForPrecision(rule, judge, next)
      next.launches = next.forPrecision
    }
    if !next.isNeverQuiet {
      let places = RunPlaces(self)
      for index in plan.cases.indices {
        next.launches[index] += repeats(ofCase: index, next, places[index])
      }
    }
    next.rounds += 1
    return next.launches == plan.decided?.launches ?? plan.cases.map { _ in 0 }
      && next.isNeverQuiet == plan.decided?.isNeverQuiet ?? false
      && next.neverAlone == plan.decided?.neverAlone ?? [] ? nil : next
  }

  /// The decision on a run that has ended, with the disturbed launches that count; nil if no round
  /// was decided and no disturbed launch counts.
  ///
  /// If a case of a group got too few quiet launches for an interval, the group's launches beside
  /// neighbours count. Without those launches the claims of that group would have no verdict.
  var decidedAtEnd: DecidedRounds? {
    let plan = document.plan
    guard plan.further != nil else { return plan.decided }
    let none = plan.cases.map { _ in 0 }
    var end =
      plan.decided
      ?? DecidedRounds(
        launches: none, forPrecision: none, rounds: 0, isNeverQuiet: isNeverQuiet)
    end.neverAlone = Set(end.neverAlone).union(neverAlone).sorted()
    if plan.groups != nil {
      let scarce = feltGroups.filter { $0.contains(where: hasTooFewQuiet) }
      end.neverAlone = Set(end.neverAlone).union(scarce.joined()).sorted()
    }
    return plan.decided == nil && !end.isNeverQuiet && end.neverAlone.isEmpty ? nil : end
  }

  /// The largest number of rounds: more for cases in groups, such as the cases of claims.
  ///
  /// Their rounds are short, and a case of a claim may have no more launches than an interval
  /// needs: if a launch and its repeats are all disturbed, such a case loses its figure.
  private var mostRounds: Int { document.plan.groups == nil ? 3 : 6 }
  /// The largest number of launches of a case, as a multiple of the quiet launches that it needs.
  static let mostLaunched = 3

  /// Whether more than half of the launches were disturbed by something other than neighbours on
  /// the core, or more than three quarters by anything.
  ///
  /// A neighbour comes and goes within milliseconds, so to leave out the trials beside it does not
  /// select the luckiest trials.
  private var isNeverQuiet: Bool {
    let judged = judged(Array(document.plan.cases.indices))
    let causes = judged.compactMap(\.disturbance)
    return causes.count { $0 != .sharedCore } * 2 > judged.count
      || causes.count * 4 > judged.count * 3
  }

  /// The cases whose figures a neighbour on the core changes, from groups in which neighbours
  /// disturbed more than three quarters of such cases' launches.
  ///
  /// A group is judged as a whole, so that cases that are compared are measured alike.
  private var neverAlone: [Int] {
    feltGroups.flatMap { felt in
      let judged = judged(felt)
      let isNeverAlone =
        judged.count { $0.disturbance == .sharedCore } * 4 > judged.count * 3
      return isNeverAlone ? felt : []
    }
  }

  /// The cases whose figures a neighbour on the core changes, by group of cases that are launched
  /// together.
  private var feltGroups: [[Int]] {
    document.plan.caseGroups.map { group in
      group.filter { index in
        let planned = document.plan.cases[index]
        return planned.pace.feelsNeighbours(on: planned.placement.cpus)
      }
    }
  }

  /// Whether neighbours left a case fewer quiet launches than an interval needs.
  private func hasTooFewQuiet(_ index: Int) -> Bool {
    let judged = judged([index])
    return judged.count >= Profile.fewestBlocks
      && judged.count { $0.disturbance == nil } < Profile.fewestBlocks
      && judged.contains { $0.disturbance == .sharedCore }
  }

  /// The launches of `cases` that were judged: no failed launches and no launches of controls,
  /// which would make a disturbed machine pass for a quiet machine.
  private func judged(_ cases: [Int]) -> [LaunchRecord] {
    let meant = Set(cases.filter { !document.plan.cases[$0].isNegativeControl })
    return records.lazy.filter { meant.contains($0.key.caseIndex) && $0.value.failure == nil }
      .map(\.value)
  }

  private func launchesForPrecision(
    _ rule: FurtherRounds, _ judge: some PrecisionJudging, _ decided: DecidedRounds
  ) -> [Int] {
    let plan = document.plan
    guard rule.nanoseconds > 0 else { return plan.cases.map { _ in 0 } }
    var run = self
    run.document.plan.decided = decided
    let firsts = zip(plan.cases.indices, judge.relativeHalfWidths(of: run)).map { index, width in
      FirstRound(
        launches: plan.cases[index].launches(ofBlocks: plan.blocks), relativeHalfWidth: width,
        costNanoseconds: meanNanoseconds(ofCase: index))
    }
    return furtherLaunches(
      firsts, target: rule.precision,
      budgetNanoseconds: rule.nanoseconds - min(rule.nanoseconds, repeatsNanoseconds(run, firsts)),
      most: rule.mostLaunches)
  }

  /// The time of launches that repeat disturbed launches, in ns; it is taken from the time for
  /// precision.
  private func repeatsNanoseconds(_ run: Run, _ firsts: [FirstRound]) -> UInt64 {
    guard let decided = run.document.plan.decided, !decided.isNeverQuiet else { return 0 }
    let places = RunPlaces(run)
    return firsts.enumerated().reduce(0) { sum, first in
      let repeated = repeats(ofCase: first.offset, decided, places[first.offset])
      return sum.plus(UInt64(repeated).times(first.element.costNanoseconds))
    }
  }

  /// The mean time of a launch of a case, in ns, computed from measured trials: the plan's estimate
  /// was made before the case's loop was calibrated.
  private func meanNanoseconds(ofCase index: Int) -> UInt64 {
    let planned = document.plan.cases[index]
    let measured = (0..<document.plan.blocks).compactMap {
      records[Launch(caseIndex: index, block: $0)]
    }.filter { !$0.trials.isEmpty }
    guard !measured.isEmpty else { return planned.expectedNanoseconds }
    let trials = measured.flatMap(\.trials).reduce(0.0) { $0 + Double($1.elapsedNanoseconds) }
    let share =
      Double(planned.sampling.warmups + planned.sampling.trials) / Double(planned.sampling.trials)
    let mean = share * trials / Double(measured.count)
    return PlannedCase.launchNanoseconds + UInt64(min(mean, 1e15))
  }

  /// The number of launches of a case to repeat, because they were disturbed, or not in the place
  /// of the host that is preferred for the case's figures (its `reference`).
  private func repeats(
    ofCase index: Int, _ next: DecidedRounds, _ places: RunPlaces.CasePlaces?
  ) -> Int {
    let plan = document.plan
    guard !plan.cases[index].isNegativeControl else { return 0 }
    let first = plan.cases[index].launches(ofBlocks: plan.blocks)
    let wanted = first + next.forPrecision[index]
    let launched = first + next.launches[index]
    let isNeverAlone = next.neverAlone.contains(index)
    let lost = (0..<plan.launchedBlocks).count { block in
      guard let record = records[Launch(caseIndex: index, block: block)] else { return false }
      let isElsewhere = places.map { !$0.has($0.reference, inBlock: block) } ?? false
      return record.disturbance(besideNeighbours: isNeverAlone) != nil
        || (isElsewhere && record.failure == nil)
    }
    // Launches that are still to be made are assumed to be quiet.
    return max(0, min(Self.mostLaunched * wanted, wanted + lost) - launched)
  }
}
