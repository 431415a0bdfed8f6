package import BenchmarkModel

/// The measurements from which the cost of a case is explained.
///
/// Nothing here is computed. A missing measurement is nil or empty, and the explanation says so.
package struct ProfileEvidence: Equatable, Sendable {
  /// The case that is explained, summed up from timing passes.
  package var summary: CaseSummary
  /// The traits that the primitive's author declares.
  package var traits: [Trait]
  /// The role of the case's workload; nil for none.
  package var role: WorkloadRole?
  /// The number of our threads that work at the same time.
  package var threads: Int
  /// The CPUs that the case was bound to, each once; empty if it was bound to none.
  package var cpus: [Int]
  /// Whether the system's pool does the work, so that the rows of threads are of submitters only.
  package var runsOnPool: Bool
  /// The possible rivals: cases of the same situation, whatever their status.
  package var rivals: [CaseSummary]
  /// The case of the same primitive with one thread and the same work in the section; nil if it was
  /// not measured.
  package var uncontended: CaseSummary?
  /// The case whose waits are shown: a case of the workload that times waits, or the explained case
  /// itself.
  package var waits: CaseSummary?
  /// The rows of the counting passes, in one array for each launch.
  package var counters: [[CounterRow]]
  /// The cost of one malloc and free here, in ns; nil if it was not measured.
  package var mallocPairNanoseconds: Double?
  /// The length of the kernel's tick, in ns; the kernel samples at ticks whether a thread runs in
  /// user mode or in the kernel.
  package var tickNanoseconds: Double

  /// Makes the evidence from its parts.
  ///
  /// - Parameters:
  ///   - threads: The number of our threads: the parameter `threads`, or 1.
  ///   - rivals: The rivals; the case itself and controls may be among the rivals, and are ignored
  ///     later.
  package init(
    summary: CaseSummary, traits: [Trait] = [], role: WorkloadRole? = nil, threads: Int,
    cpus: [Int],
    runsOnPool: Bool = false, rivals: [CaseSummary] = [], uncontended: CaseSummary? = nil,
    waits: CaseSummary? = nil, counters: [[CounterRow]] = [],
    mallocPairNanoseconds: Double? = nil, tickNanoseconds: Double = 4_000_000
  ) {
    self.summary = summary
    self.traits = traits
    self.role = role
    self.threads = threads
    self.cpus = cpus
    self.runsOnPool = runsOnPool
    self.rivals = rivals
    self.uncontended = uncontended
    self.waits = waits
    self.counters = counters
    self.mallocPairNanoseconds = mallocPairNanoseconds
    self.tickNanoseconds = tickNanoseconds
  }

  /// The case's name.
  package var id: CaseID { summary.id }

  /// The value of a trait; nil if it is not declared or does not apply.
  package subscript(trait name: String) -> String? {
    traits.first { $0.name == name && !$0.value.isEmpty }?.value
  }
}

extension PrimitiveDescription {
  /// Whether the primitive is a rival of locks; floors and counters without a lock are no rivals,
  /// and declare either no traits or that they never wait and never exclude.
  package var isRivalOfLocks: Bool {
    !traits.isEmpty && !(self[trait: "waiting"] == "never" && self[trait: "relock"] == "passes")
  }
}
