import BenchmarkModel

/// Lets a machine recover that is being held back, no longer than it needs, and keeps launches of one case apart.
///
/// A guest that was given more than its share, or a group that has used its quota up, is held back for a while, and
/// the next launch with it. A disturbed launch is followed by a rest, each next one by twice as long; a quiet one
/// halves it. Only the disturbances of a launch decide, never its figures.
///
/// A few cases alone would have all their launches in the same second, and so in one state of the machine: its clock,
/// its neighbours, the very cores that the host gives it. Such a state lasts some ten seconds. In a whole suite,
/// launches of a case are seconds apart; a case alone is spread as far, as long as its user does not wait long.
struct Pacer {
  /// The shortest rest, in ns, and below which there is none.
  private static let shortest: UInt64 = 25_000_000
  /// The longest rest, in ns.
  private static let longest: UInt64 = 400_000_000
  /// The largest share of the run's time that may be rested.
  private static let largestShare = 0.25

  /// The time between the beginnings of two launches of a case, in ns.
  private static let apart: UInt64 = 2_000_000_000
  /// The time from the first launch in which launches are kept apart, in ns, and the share of a budget that it may take.
  private static let longestApart: UInt64 = 25_000_000_000
  private static let largestShareOfBudget = 0.5

  /// The time between two looks for a place, in ns.
  private static let untilNextLook: UInt64 = 20_000_000
  /// The share of the run's time for which a place may be waited for, and the wait that a short run may take in any
  /// case, in ns.
  private static let largestShareForPlaces = 0.05
  private static let alwaysForPlaces: UInt64 = 2_000_000_000

  private var rest: UInt64 = 0
  private var rested: UInt64 = 0
  private var begun: [Int: UInt64] = [:]
  private var firstLaunch: UInt64?
  private let mostApart: UInt64
  private var waitedForPlaces: UInt64 = 0

  /// Makes a pacer of a run that has rested nothing.
  ///
  /// - Parameter budgetNanoseconds: The longest that the run may take; nil for any time.
  init(budgetNanoseconds: UInt64? = nil) {
    mostApart = Self.mostApart(budgetNanoseconds)
  }

  private static func mostApart(_ budgetNanoseconds: UInt64?) -> UInt64 {
    min(longestApart, budgetNanoseconds.map { UInt64(largestShareOfBudget * Double($0)) } ?? .max)
  }

  /// The time from the first to the last of a case's launches, in ns, if the case is alone.
  static func spreadNanoseconds(ofLaunches launches: Int, budget: UInt64?) -> UInt64 {
    min(mostApart(budget), UInt64(max(0, launches - 1)) * apart)
  }

  /// The time to wait before a case is launched, in ns, until its last launch is far enough away.
  ///
  /// A suite is over longer than a state of the host lasts, so its last launches need no pauses.
  mutating func rest(beforeCase index: Int, at now: UInt64) -> UInt64 {
    let first = firstLaunch ?? now
    firstLaunch = first
    let due = begun[index].map { $0 + Self.apart } ?? now
    let pause = due > now && now - first < mostApart ? due - now : 0
    begun[index] = now + pause
    return pause
  }

  /// The time to wait before the next look for a case's place, in ns; 0 if the run has waited enough.
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
