import BenchmarkModel

/// The rule that decides whether a trial was disturbed: fixed before the first launch, and blind to
/// the trial's result.
///
/// The bounds are those of docs/background/statistics.md.
enum WitnessRule {
  /// The share of the threads' time that may be lost: stolen, spent waiting for a CPU, or
  /// throttled.
  static let largestLostShare = 0.02
  /// The lost time that is always allowed, in ns: an interrupt, or the wake-up of the leader (the
  /// thread that ends the window).
  static let leastLostNanoseconds: Double = 50_000
  /// The time that a thread may wait for its CPU each time it is woken, in ns: the kernel's own
  /// delay.
  static let wakeNanoseconds: Double = 8_000
  /// The factor by which the CPUs' clocks may be slower than at the run's calibration.
  static let largestSlowness = 1.25

  /// The facts by which a trial is judged.
  struct Trial {
    /// The observations of the trial's threads.
    var threads: [ThreadWitness]
    /// The CPU of each thread at the trial's end.
    var cpus: [Int32]
    /// The time from the first thread's start to the last thread's end, in ns.
    var elapsedNanoseconds: UInt64
    /// The number of times that the process slept.
    var sleeps: UInt64
    /// The time that the hypervisor took from the machine's CPUs in the trial, in ns, counted in
    /// ticks.
    var stealNanoseconds: UInt64?
    /// The time for which the quota stopped the group, in ns.
    var throttledNanoseconds: UInt64?
    /// The number of CPUs that the process may use.
    var usableCPUs: Int
    /// The time of the speed probe's dependent steps on an undisturbed CPU, in ns; nil if unknown.
    var probeNanoseconds: Double?
    /// The speed probe's ratio on a core without a neighbour; nil if unknown.
    var probeRatio: Double?
    /// Whether only threads of ours work for the case.
    var isOurs: Bool
    /// Whether a neighbour on the core changes the figures.
    var feelsNeighbours: Bool
  }

  static func judge(_ trial: Trial) -> TrialWitness {
    let stolen = trial.threads.compactMap(\.stolenNanoseconds)
    let waited = trial.threads.compactMap(\.waitedNanoseconds)
    let probes = trial.threads.flatMap(\.probes)
    let slowest = Double(probes.map(\.dependentNanoseconds).max() ?? 0)
    let widest = probes.map(\.ratio).max() ?? 0
    var witness = TrialWitness(
      stolenNanoseconds: stolen.count == trial.threads.count ? stolen.reduce(0, &+) : nil,
      waitedNanoseconds: waited.count == trial.threads.count ? waited.reduce(0, &+) : nil,
      throttledNanoseconds: trial.throttledNanoseconds,
      slowness: trial.probeNanoseconds.map { thousandths(slowest / max(1, $0)) },
      crowding: trial.probeRatio.map { thousandths(widest / max(0.001, $0)) }, state: .quiet)
    witness.state = state(trial, witness, stolen: stolen.reduce(0, &+))
    return witness
  }

  /// Returns the witness with the place of the CPUs, as it was read before and after the trial.
  static func judge(
    _ witness: TrialWitness?, before: PlaceReading?, after: PlaceReading?
  ) -> TrialWitness? {
    guard var witness, let before, let after else { return witness }
    witness.place = PlaceReading(
      distanceNanoseconds: max(before.distanceNanoseconds, after.distanceNanoseconds),
      sharing: max(before.sharing, after.sharing))
    if witness.state.isQuiet, !PlaceRule.isOne(before, after) { witness.state = .moved }
    return witness
  }

  private static func state(
    _ trial: Trial, _ witness: TrialWitness, stolen: UInt64
  ) -> TrialState {
    let most = max(
      leastLostNanoseconds,
      largestLostShare * Double(trial.elapsedNanoseconds) * Double(max(1, trial.threads.count)))
    // Steal is counted in ticks: if a tick is counted in a trial, at least a part of it was stolen
    // from the trial.
    if Double(stolen) > most || trial.stealNanoseconds ?? 0 > 0 { return .stolen }
    if Double(trial.throttledNanoseconds ?? 0) > most { return .throttled }
    let count = trial.threads.count
    guard count <= trial.usableCPUs else { return speedState(trial, witness) }
    if trial.isOurs, count > 1, Set(trial.cpus).count < count { return .sharedCPU }
    // Threads of a pool may share a CPU and wait for each other, which is no disturbance.
    let natural = Double(trial.sleeps) * wakeNanoseconds
    if trial.isOurs, Double(witness.waitedNanoseconds ?? 0) > most + natural { return .waited }
    return speedState(trial, witness)
  }

  private static func speedState(_ trial: Trial, _ witness: TrialWitness) -> TrialState {
    // A CPU that slept is slow for a while without any disturbance.
    let isAwake = witness.stolenNanoseconds != nil
    if isAwake, witness.slowness ?? 1 > largestSlowness { return .slow }
    let isShared = trial.feelsNeighbours && witness.crowding ?? 1 > PlaceRule.largestCrowding
    return isShared ? .sharedCore : .quiet
  }

  static func thousandths(_ value: Double) -> Double { (1000 * value).rounded() / 1000 }
}
