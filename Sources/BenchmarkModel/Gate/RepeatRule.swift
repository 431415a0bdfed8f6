/// The rule by which a pair is measured once more, fixed before the first launch.
///
/// It reads what disturbed the launches and nothing that was measured of a case, and exchanging the two
/// changes nothing: so it can favour neither side.
public enum RepeatRule {
  /// The largest share of the CPUs' time that the hypervisor may take while the trials of a pair run.
  public static let largestStolenShare = 0.05
  /// The stolen time from which the share is believed, in ns: two ticks.
  ///
  /// The kernel counts steal in ticks of 10 ms, and one tick may have been stolen before the trial in which
  /// it is counted.
  public static let leastStolenNanoseconds: Double = 20_000_000
  /// How often a pair is repeated at most.
  public static let mostRepeats = 1
  /// The pairs from which it is believed that a machine is never quiet.
  private static let fewestPairs = 20

  /// Whether pairs are repeated at all: not once more than half of them were, for then a second try is no
  /// quieter than the first.
  public static func isUseful(pairs: Int, repeated: Int) -> Bool {
    pairs < fewestPairs || 2 * repeated <= pairs
  }

  /// Why a pair is to be measured again; nil where its values count.
  ///
  /// A launch whose witnesses saw it disturbed is reason enough, on either side. So is what was
  /// stolen from the whole machine, which counts too where an executable has no witnesses.
  /// A trial's steal is that of all CPUs together, so it is held against its elapsed time on each of the
  /// machine's online CPUs. Where the kernel does not report steal for some trial, nothing is repeated.
  public static func reason(
    _ one: InvocationRecord, _ other: InvocationRecord, onlineCPUs: Int
  ) -> String? {
    let states = [one.disturbance, other.disturbance]
    // The first in their order, not of the pair's: the sides are alike to this rule.
    if let state = TrialState.allCases.first(where: { states.contains($0) }) { return state.text }
    guard let first = Stolen(one), let second = Stolen(other) else { return nil }
    let stolen = first.stolen + second.stolen
    let available = (first.elapsed + second.elapsed) * Double(max(1, onlineCPUs))
    guard stolen >= leastStolenNanoseconds, stolen > largestStolenShare * available else {
      return nil
    }
    // A tick is counted whole, so that short trials can seem to lose more than there was.
    let percent = Int((100 * min(1, stolen / available)).rounded())
    return "\(percent) % of the CPUs' time was stolen"
  }
}

/// What the trials of a launch took and lost, in ns.
private struct Stolen {
  let stolen: Double
  let elapsed: Double

  /// Adds trials up; nil where the steal of some trial is unknown, or there are none.
  init?(_ record: InvocationRecord) {
    let known = record.trials.compactMap(\.stealNanoseconds)
    guard !known.isEmpty, known.count == record.trials.count else { return nil }
    stolen = known.reduce(0) { $0 + Double($1) }
    elapsed = record.trials.reduce(0) { $0 + Double($1.elapsedNanoseconds) }
  }
}
