import BenchmarkModel
import BenchmarkStatistics

/// What the rules ask of the evidence, worked out once.
struct VerdictFacts {
  /// A hand-over through the kernel, in ns: two switches and a wake-up. An order of magnitude, on purpose:
  /// it only tells whether switches can explain a cost at all.
  static let handOverNanoseconds = 5000.0
  /// What one malloc and free cost where that was not measured, in ns: glibc's fast path.
  static let assumedMallocPair = 20.0

  let evidence: ProfileEvidence
  let cost: ProfileCost?
  let waits: WaitTimes?
  private let wall: WallTime?
  private let counts: [CountedQuantity: CountPerOperation]

  init(_ evidence: ProfileEvidence, cost: ProfileCost?, wall: WallTimeReading, waits: WaitTimes?) {
    self.evidence = evidence
    self.cost = cost
    self.waits = waits
    self.wall = if case .measured(let wall) = wall { wall } else { nil }
    let quantities = CountedQuantity.shown + [.userTime, .systemTime]
    counts = Dictionary(
      uniqueKeysWithValues: quantities.map {
        ($0, CountPerOperation($0, invocations: evidence.counters))
      })
  }

  // MARK: The case

  var threads: Int { evidence.threads }
  var isOversubscribed: Bool { !evidence.cpus.isEmpty && threads > evidence.cpus.count }
  var order: String? { evidence[trait: "order"] }
  var waiting: String? { evidence[trait: "waiting"] }
  var canSpin: Bool { ["spins", "yields", "spins-then-sleeps"].contains(waiting) }
  var neverSleeps: Bool { ["spins", "yields"].contains(waiting) }

  /// Whether waking another thread is the operation, and not the price of excluding it.
  var handsOffByDesign: Bool {
    evidence.runsOnPool || threads == 1
      || ["rendezvous", "handoff", "latency", "burst", "inversion"].contains(evidence.id.workload)
  }

  // MARK: Costs

  /// What an operation cost, in ns of wall time: while it was counted, else when it was timed.
  ///
  /// Counts and cost of the same processes belong together: a lock with two regimes has different ones
  /// elsewhere.
  var operation: Double? {
    if let counted = wall?.costNanoseconds, counted > 0, !evidence.runsOnPool { return counted }
    guard let cost, cost.isPerOperation else { return nil }
    return cost.estimate.value
  }

  /// The uncontended twin's cost; nil where it is not known or not above 0.
  var twin: Double? { cost?.uncontended.flatMap { $0 > 0 ? $0 : nil } }

  /// The cost over the twin's.
  var timesTwin: Double? {
    guard let twin, let cost, cost.isPerOperation else { return nil }
    return cost.estimate.value / twin
  }

  // MARK: Counts

  subscript(quantity: CountedQuantity) -> Double? { counts[quantity]?.figures?.median }

  func figures(_ quantity: CountedQuantity) -> CountPerOperation.Figures? {
    counts[quantity]?.figures
  }

  /// A clause for a rule that had to do without a count; nil where it is there.
  func missing(_ quantity: CountedQuantity) -> String? {
    guard case .missing(let reason) = counts[quantity]?.count else { return nil }
    return "\(quantity.name): \(reason)"
  }

  /// Calls that wait in the kernel, of both kinds; nil where neither was counted.
  var futexCalls: Double? {
    let calls = [
      self[.futexWaits], self[.futexWakes], self[.futexPIWaits], self[.futexPIWakes],
    ].compactMap { $0 }
    return calls.isEmpty ? nil : calls.reduce(0, +)
  }

  /// The part of a hand-over through the kernel in the operation's cost, if so many happen in each.
  func explained(_ handOvers: Double) -> Double? {
    operation.map { min(1, handOvers * Self.handOverNanoseconds / $0) }
  }

  // MARK: Processor time

  /// Processor time of the process an operation, in ns.
  var processor: Double? {
    guard let user = self[.userTime], let system = self[.systemTime] else {
      return evidence.summary.metrics["cpu_ns_per_op"]?.estimate.value
    }
    return user + system
  }

  /// The kernel's part of the processor time, 0 to 1.
  var kernelShare: Double? {
    if let user = self[.userTime], let system = self[.systemTime], user + system > 0 {
      return system / (user + system)
    }
    guard let user = wall?[.user], let kernel = wall?[.kernel], user + kernel > 0 else {
      return nil
    }
    return kernel / (user + kernel)
  }

  /// The part of the threads' wall time in which they ran, 0 to 1.
  var running: Double? {
    guard !evidence.runsOnPool, let wall else { return nil }
    if let running = wall[.running], running > 0 { return running }
    guard let user = wall[.user], let kernel = wall[.kernel] else { return nil }
    return user + kernel
  }

  /// The part of the threads' wall time in which they waited for a CPU, 0 to 1.
  var runnable: Double? { evidence.runsOnPool ? nil : wall?[.runnable] }
}
