/// The part that a workload plays in the analysis of a run.
public enum WorkloadRole: String, Codable, Sendable {
  /// Threads share data behind the primitive and do nothing else: the workload's ranking says which
  /// primitive to choose.
  case sharesData = "shares-data"
  /// Each wait is timed.
  case timesWaits = "times-waits"
  /// The wake-up of another thread is the operation itself, not a cost of mutual exclusion.
  case handsOver = "hands-over"
  /// Operations count only from the moment when each thread has had a turn.
  case settles
  /// Each operation calls a closure of the user's.
  ///
  /// If a closure costs no more than the floor (a closure that does nothing), the optimiser has
  /// removed its work. Primitives of two workloads with this role may share a name and nothing else.
  case callsClosures = "calls-closures"
}

/// A workload that plays a part in the analysis, as its suite declares it.
package struct WorkloadDescription: Codable, Equatable, Sendable {
  /// The workload's name, in kebab case.
  package let name: String
  /// The workload's part in the analysis.
  package let role: WorkloadRole

  package init(_ name: String, _ role: WorkloadRole) {
    self.name = name
    self.role = role
  }
}
