import BenchmarkModel

/// The rests of a run, which let a machine recover from being held back, and keep the launches of a
/// case apart.
///
/// A guest that was given more than its share of the host, or a control group that has used up its
/// quota, is held back for a while, which disturbs the next launch too. A launch with stolen or
/// throttled trials is followed by a rest. Each further such launch doubles the rest, and each
/// other launch halves it. Only the disturbances of a launch decide, never its figures.
///
/// A run of a few cases would have all launches of a case in the same second, and so in one state
/// of the machine: its clock, its neighbours, the cores that the host gives it. Such a state lasts
/// some ten seconds. In a whole suite, launches of a case are seconds apart. The launches of a few
/// cases are kept as far apart, for a limited time.
///
/// A run may wait until the host has the CPUs in a certain place again; the pacer limits that wait.
struct Pacer {
  /// The shortest rest, in ns: a shorter rest is left out.
  private static let shortest: UInt64 = 25_000_000
  /// The longest rest, in ns.
  private static let longest: UInt64 = 400_000_000
  /// The largest share of the run's time that rests may take.
  private static let largestShare = 0.25

  /// The least time between the beginnings of two successive launches of a case, in ns.
  private static let apart: UInt64 = 2_000_000_000
  /// The longest time, counted from the first launch, during which launches are kept apart, in ns.
  private static let longestApart: UInt64 = 25_000_000_000
  /// The largest share of the run's budget of time during which launches are kept apart.
  private static let largestShareOfBudget = 0.5

  /// The time between two readings of a place, in ns.
  private static let untilNextLook: UInt64 = 20_000_000
  /// The largest share of the run's time for which it may wait until the host has the CPUs in the
  /// wanted place.
  private static let largestShareForPlaces = 0.05
  /// The time, in ns, for which even a short run may wait for the wanted place.
  private static let alwaysForPlaces: UInt64 = 2_000_000_000

  private var rest: UInt64 = 0
  private var rested: UInt64 = 0
  private var begun: [Int: UInt64] = [:]
  private var firstLaunch: UInt64?
  /// The repeated run whose launches are made now, and when it began; nil before the first run.
  private var current: (run: Int, begun: UInt64)?
  private let mostApart: UInt64
  private var waitedForPlaces: UInt64 = 0

  /// Makes the pacer of a run that has had no rest yet.
  ///
  /// - Parameter budgetNanoseconds: The longest time of the run, in ns; nil without a limit.
  init(budgetNanoseconds: UInt64? = nil) {
    mostApart = Self.mostApart(budgetNanoseconds)
  }

  private static func mostApart(_ budgetNanoseconds: UInt64?) -> UInt64 {
    min(longestApart, budgetNanoseconds.map { UInt64(largestShareOfBudget * Double($0)) } ?? .max)
  }

  /// The time from the first to the last of a case's launches, in ns, if the run has no other case.
  static func spreadNanoseconds(ofLaunches launches: Int, budget: UInt64?) -> UInt64 {
    min(mostApart(budget), UInt64(max(0, launches - 1)) * apart)
  }

  /// The time to wait before a launch of one of the plan's repeated runs, in ns; 0 within a run.
  mutating func rest(beforeRun run: Int, of repeats: RepeatedRuns, at now: UInt64) -> UInt64 {
    guard run != current?.run else { return 0 }
    let due = current.map { $0.begun + repeats.apartNanoseconds } ?? now
    let pause = due - min(due, now)
    current = (run, now + pause)
    (begun, firstLaunch) = ([:], nil)
    return pause
  }

  /// The time to wait before a launch of a case, in ns, so that it is far enough from the case's
  /// last launch.
  ///
  /// Some time after the first launch, no more pauses are made: if a run goes on for longer, a
  /// case's launches meet several states of the machine anyway.
  mutating func rest(beforeCase index: Int, at now: UInt64) -> UInt64 {
    let first = firstLaunch ?? now
    firstLaunch = first
    let due = begun[index].map { $0 + Self.apart } ?? now
    let pause = due > now && now - first < mostApart ? due - now : 0
    begun[index] = now + pause
    return pause
  }

  /// The time to wait before the CPUs' place is read again, in ns; 0 if the run has waited for
  /// places as long as it may.
  ///
  /// - Parameter elapsedNanoseconds: The time since the run's start.
  mutating func restForPlace(elapsedNanoseconds: UInt64) -> UInt64 {
    let most = max(
      Self.alwaysForPlaces, UInt64(Self.largestShareForPlaces * Double(elapsedNanoseconds)))
    guard waitedForPlaces + Self.untilNextLook <= most else { return 0 }
    waitedForPlaces += Self.untilNextLook
    return Self.untilNextLook
  }

  /// The rest before the next launch, in ns.
  ///
  /// - Parameter elapsedNanoseconds: The time since the run's start.
  mutating func rest(
    after record: LaunchRecord, elapsedNanoseconds: UInt64
  ) -> UInt64 {
    let isHeldBack = record.trials.contains {
      $0.witness?.state == .stolen || $0.witness?.state == .throttled
    }
    rest = isHeldBack ? min(Self.longest, max(Self.shortest, 2 * rest)) : rest / 2
    if rest < Self.shortest { rest = 0 }
    let most = UInt64(Self.largestShare * Double(elapsedNanoseconds))
    guard rested + rest <= most else { return 0 }
    rested += rest
    return rest
  }
}
