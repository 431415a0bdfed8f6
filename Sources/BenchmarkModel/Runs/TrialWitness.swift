/// The disturbance of a trial, or none.
package enum TrialState: String, Codable, CaseIterable, Sendable {
  /// No disturbance was seen.
  case quiet
  /// The hypervisor, or another process that stopped the worker, took time from the trial.
  case stolen
  /// The trial's threads waited for CPUs that other threads used.
  case waited
  /// The trial's threads shared a CPU although there were enough CPUs for all threads.
  case sharedCPU = "shared-cpu"
  /// The CPUs' clocks were slower than when the run was calibrated.
  case slow
  /// Another thread, perhaps of another guest, worked on a core of the trial.
  case sharedCore = "shared-core"
  /// The control group's quota stopped the trial.
  case throttled
  /// The host moved the trial's CPUs to another place before the trial ended.
  case moved

  /// Whether no disturbance was seen, so that the trial's figures count.
  package var isQuiet: Bool { self == .quiet }

  /// The disturbance in words for a reader.
  package var text: String {
    switch self {
    case .quiet: "quiet"
    case .stolen: "time was stolen"
    case .waited: "other threads had the CPUs"
    case .sharedCPU: "the threads shared a CPU"
    case .slow: "the CPUs' clocks were slow"
    case .sharedCore: "a neighbour used the core"
    case .throttled: "the quota was used up"
    case .moved: "the host moved the CPUs"
    }
  }
}

/// The disturbances seen around a trial; nothing here follows from the trial's result.
package struct TrialWitness: Codable, Equatable, Sendable {
  /// The time taken from our threads while they were on a CPU, summed over the threads, in ns.
  ///
  /// Nil if the kernel does not report such time, or if a thread slept, because sleep can't be told
  /// from stolen time.
  package var stolenNanoseconds: UInt64?
  /// The time for which our threads were runnable without a CPU, summed over the threads, in ns;
  /// nil if the kernel does not report it.
  package var waitedNanoseconds: UInt64?
  /// The time for which the control group's quota stopped the process, in ns; nil without a quota.
  package var throttledNanoseconds: UInt64?
  /// The longest time of the speed probe's dependent steps, divided by their time when the run was
  /// calibrated; nil if unknown.
  ///
  /// The speed probe is a short piece of work that each thread of the trial does just before and
  /// just after the trial.
  package var slowness: Double?
  /// The largest ratio of the speed probe (the time of its independent steps divided by the time of
  /// its dependent steps), divided by that ratio on a core without a neighbour; nil if unknown.
  package var crowding: Double?
  /// The place of the case's CPUs on the host; nil for a case of one CPU, for a trial with the pace
  /// `once`, and if nothing is bound.
  ///
  /// The place is read just before and just after the trial; the larger distance and the larger
  /// sharing of the two readings count.
  package var place: PlaceReading?
  /// The disturbance that follows from the readings above.
  package var state: TrialState

  package init(
    stolenNanoseconds: UInt64? = nil, waitedNanoseconds: UInt64? = nil,
    throttledNanoseconds: UInt64? = nil, slowness: Double? = nil, crowding: Double? = nil,
    place: PlaceReading? = nil, state: TrialState
  ) {
    self.stolenNanoseconds = stolenNanoseconds
    self.waitedNanoseconds = waitedNanoseconds
    self.throttledNanoseconds = throttledNanoseconds
    self.slowness = slowness
    self.crowding = crowding
    self.place = place
    self.state = state
  }
}

extension TrialRow {
  /// Whether the trial's figures count; they do if the trial was not watched.
  package var isQuiet: Bool { isQuiet(besideNeighbours: false) }

  /// Whether the trial's figures count; if `besideNeighbours` is true, a neighbour on the core is
  /// no disturbance.
  package func isQuiet(besideNeighbours: Bool) -> Bool {
    guard let state = witness?.state else { return true }
    return state.isQuiet || (besideNeighbours && state == .sharedCore)
  }
}

extension LaunchRecord {
  /// The largest share of a launch's trials that may have a disturbance other than a neighbour, if
  /// the launch is to count.
  package static let largestDisturbedShare = 0.25

  /// The disturbance of the launch: the most frequent state of its disturbed trials; nil if the
  /// launch counts.
  ///
  /// A neighbour on the core has no effect on later trials. So however many trials are beside a
  /// neighbour, the launch still counts if one of its trials is quiet and the share of trials with
  /// another disturbance is at most ``largestDisturbedShare``. Of equally frequent
  /// states, the result is the first in the order of ``TrialState``.
  package var disturbance: TrialState? { disturbance(besideNeighbours: false) }

  /// The disturbance of the launch; if `besideNeighbours` is true, a neighbour on the core is no
  /// disturbance.
  package func disturbance(besideNeighbours: Bool) -> TrialState? {
    let states = trials.compactMap {
      $0.isQuiet(besideNeighbours: besideNeighbours) ? nil : $0.witness?.state
    }
    let lasting = states.count { $0 != .sharedCore }
    let isDisturbed =
      Double(lasting) > Self.largestDisturbedShare * Double(trials.count)
      || (!states.isEmpty && states.count == trials.count)
    guard isDisturbed else { return nil }
    let counts = Dictionary(grouping: states) { $0 }.mapValues(\.count)
    let most = counts.values.max()
    return TrialState.allCases.first { counts[$0] == most && most != nil }
  }

  /// The launch without disturbed trials and their observations, for figures; nil if the launch was
  /// disturbed.
  ///
  /// - Parameter besideNeighbours: Whether a neighbour on the core is no disturbance.
  package func quiet(besideNeighbours: Bool = false) -> LaunchRecord? {
    let isKept = { (trial: TrialRow) in trial.isQuiet(besideNeighbours: besideNeighbours) }
    if trials.allSatisfy(isKept) { return self }
    guard disturbance(besideNeighbours: besideNeighbours) == nil else { return nil }
    var record = self
    let kept = Set(trials.filter(isKept).map(\.trial))
    record.trials.removeAll { !kept.contains($0.trial) }
    record.observations.removeAll { !kept.contains($0.trial) }
    return record
  }
}
