import BenchmarkModel

/// Lets a machine recover that is being held back, no longer than it needs.
///
/// A guest that was given more than its share, or a group that has used its quota up, is held back for a while,
/// and the next launch with it. A disturbed launch is followed by a rest, each next one by twice as long; a
/// quiet one halves it. Only what disturbed a launch decides, never what it measured.
struct Pacer {
  /// The shortest rest, in ns, and below which there is none.
  private static let shortest: UInt64 = 25_000_000
  /// The longest rest, in ns.
  private static let longest: UInt64 = 400_000_000
  /// The largest share of the run's time that may be rested.
  private static let largestShare = 0.25

  private var rest: UInt64 = 0
  private var rested: UInt64 = 0

  /// How long to rest before the next launch, in ns.
  ///
  /// - Parameter elapsedNanoseconds: The time since the run's start.
  mutating func rest(
    after record: InvocationRecord, elapsedNanoseconds: UInt64
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
