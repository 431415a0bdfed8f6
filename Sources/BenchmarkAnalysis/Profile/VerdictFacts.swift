import BenchmarkModel
import BenchmarkStatistics

/// The facts that the rules need, derived from the evidence.
struct VerdictFacts {
  /// The assumed cost of a hand-over through the kernel, in ns: two switches and a wake-up.
  ///
  /// An order of magnitude is enough, because it only tells whether switches can explain a cost at
  /// all.
  static let handOverNanoseconds = 5000.0
  /// The assumed cost of one malloc and free if it was not measured, in ns: glibc's fast path.
  static let assumedMallocPair = 20.0

  let evidence: ProfileEvidence
  let cost: ProfileCost?
  let waits: WaitTimes?
  let wall: WallTime?
  private let counts: [CountedQuantity: CountPerOperation]

  init(_ evidence: ProfileEvidence, cost: ProfileCost?, wall: WallTimeReading, waits: WaitTimes?) {
    self.evidence = evidence
    self.cost = cost
    self.waits = waits
    self.wall = if case .measured(let wall) = wall { wall } else { nil }
    let quantities = CountedQuantity.shown + [.userTime, .systemTime]
    counts = Dictionary(
      uniqueKeysWithValues: quantities.map {
        ($0, CountPerOperation($0, launches: evidence.counters))
      })
  }

  // MARK: The case

  var threads: Int { evidence.threads }
  var isOversubscribed: Bool { !evidence.cpus.isEmpty && threads > evidence.cpus.count }
  var order: String? {
    evidence[trait: "order"] ?? (evidence[trait: "preference"] == "fifo" ? "fifo" : nil)
  }
  /// The declared way of waiting; of a reader-writer lock, the writers', or if none is declared
  /// for writers, the readers'.
  var waiting: String? {
    evidence[trait: "waiting"] ?? evidence[trait: "writer_waiting"]
      ?? evidence[trait: "reader_waiting"]
  }
  var canSpin: Bool { neverSleeps || waiting == "spins-then-sleeps" }
  var neverSleeps: Bool { spinsOnly || waiting == "yields" }
  var spinsOnly: Bool { waiting == "spins" }
  var isUndeclared: Bool { waiting == nil }

  /// Whether switches can't be a cost of exclusion: a pool does the work, only one thread of ours
  /// works, or waking another thread is the purpose of the operation.
  var handsOffByDesign: Bool {
    evidence.runsOnPool || threads == 1 || evidence.role == .handsOver
  }

  // MARK: Costs

  /// The timed cost of an operation, in ns; nil if the case's cost is not per operation.
  var timed: Double? {
    cost.flatMap { $0.isPerOperation && $0.estimate.value > 0 ? $0.estimate.value : nil }
  }

  /// The cost of an operation, in ns of wall time: the timed cost if a pool does the work or the
  /// counted cost is unknown, else the cost in the counted processes.
  ///
  /// Counts explain only the cost of the processes in which they were counted: in another process,
  /// a lock with two regimes, fast and slow, may have other counts and another cost.
  var operation: Double? {
    if let counted = wall?.costNanoseconds, counted > 0, !evidence.runsOnPool { return counted }
    return timed
  }

  /// The counted cost of an operation as a share of the timed cost; nil unless the counted cost is
  /// clearly lower, under 80 %.
  var countedPart: Double? {
    guard let timed, let operation, operation < timed / 1.25 else { return nil }
    return operation / timed
  }

  /// The cost of the uncontended twin (the same primitive in one thread); nil if unknown, or if the
  /// twin does other work.
  var twin: Double? {
    guard let twin = evidence.uncontended?.id, let value = cost?.uncontended, value > 0 else {
      return nil
    }
    // If the twin lacked the work outside the section, all of that work would count as contention.
    let isSameWork = ["inside", "outside", "read-permille", "depth"].allSatisfy { key in
      (twin[key] ?? 0) == (evidence.id[key] ?? 0)
    }
    return isSameWork ? value : nil
  }

  /// The timed cost divided by the twin's cost.
  var timesTwin: Double? { twin.flatMap { twin in timed.map { $0 / twin } } }

  /// The larger of the timed and the counted cost, divided by the twin's cost; the timed processes
  /// may have been in another regime than the counted processes.
  var dearestOverTwin: Double? {
    guard let twin, let dearest = [operation, timed].compactMap({ $0 }).max() else { return nil }
    return dearest / twin
  }

  /// The processor time per operation divided by the twin's cost.
  var processorOverTwin: Double? { twin.flatMap { twin in processor.map { $0 / twin } } }

  // MARK: Counts

  subscript(quantity: CountedQuantity) -> Double? { counts[quantity]?.figures?.median }

  func figures(_ quantity: CountedQuantity) -> CountPerOperation.Figures? {
    counts[quantity]?.figures
  }

  /// The voluntary switches per operation; if they are missing, all switches that were seen during
  /// timing.
  var sleeps: Double? {
    self[.voluntarySwitches] ?? evidence.summary.metrics["switches_per_op"]?.estimate.value
  }

  /// The counted launches with at least `least` voluntary switches per operation: their median
  /// rate, their number, and the number of all counted launches; nil if there is no such launch.
  ///
  /// If voluntary switches were not counted, the switches during timing stand for one launch.
  func slowLaunches(_ least: Double) -> (rate: Double, count: Int, total: Int)? {
    let values = figures(.voluntarySwitches)?.values ?? sleeps.map { [$0] } ?? []
    let slow = values.filter { $0 >= least }
    guard let rate = median(slow) else { return nil }
    return (rate, slow.count, values.count)
  }

  /// The switches per operation during timing, with 0 as the number of counted launches that show
  /// them; nil below `least`.
  ///
  /// The counted processes may all have been in another regime than the timed processes.
  func slowTiming(_ least: Double) -> (rate: Double, count: Int, total: Int)? {
    guard let rate = evidence.summary.metrics["switches_per_op"]?.estimate.value, rate >= least
    else { return nil }
    return (rate, 0, max(1, evidence.counters.count))
  }

  /// The share of a cost that `rate` hand-overs per operation explain; the cost is the larger of
  /// the timed and the counted cost.
  func slowShare(_ rate: Double) -> Double? {
    let costs = [operation, timed].compactMap { $0 }
    return costs.max().map { min(1, rate * Self.handOverNanoseconds / $0) }
  }

  /// The name of a quantity that was not counted; nil for a counted quantity.
  ///
  /// The reason why it was not counted is in the profile's counts.
  func missing(_ quantity: CountedQuantity) -> String? {
    counts[quantity]?.figures == nil ? quantity.name : nil
  }

  /// The futex calls per operation: waits and wakes, of ordinary and priority-inheriting futexes;
  /// nil if no such event was counted.
  var futexCalls: Double? {
    let calls = [
      self[.futexWaits], self[.futexWakes], self[.futexPIWaits], self[.futexPIWakes],
    ].compactMap { $0 }
    return calls.isEmpty ? nil : calls.reduce(0, +)
  }

  /// The part of the operation's cost that `handOvers` per operation explain; nil if the cost is
  /// unknown.
  func explained(_ handOvers: Double) -> Double? {
    operation.map { min(1, handOvers * Self.handOverNanoseconds / $0) }
  }

  /// The allocations' share of the timed cost, or of the counted cost if there is no timed cost,
  /// with each allocation at the cost of one malloc and free; nil if allocations were not counted.
  var allocationShare: Double? {
    guard let allocations = self[.allocations], let cost = timed ?? operation else { return nil }
    return allocations * (evidence.mallocPairNanoseconds ?? Self.assumedMallocPair) / cost
  }

  // MARK: Processor time

  /// The processor time of the process per operation, in ns.
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

  /// The part of the threads' wall time that they slept, 0 to 1.
  var asleep: Double? { evidence.runsOnPool ? nil : wall?[.asleep] }

  /// The least possible part of the wall time, 0 to 1, in which all threads slept at once: the part
  /// if no two threads were ever awake at the same time.
  var allAsleep: Double? { awake.map { max(0, 1 - Double(threads) * $0) } }

  /// The part of the threads' wall time in which they ran or waited for a CPU, 0 to 1.
  var awake: Double? {
    guard let running else { return nil }
    return min(1, running + (runnable ?? 0))
  }

  /// The idle share, 0 to 1, of the CPUs that the threads can use at the same time; on an idle CPU,
  /// none of the threads ran or waited to run.
  var idleCPUs: Double? {
    guard let awake, !evidence.cpus.isEmpty else { return nil }
    return max(0, 1 - Double(threads) * awake / Double(min(threads, evidence.cpus.count)))
  }

  // MARK: Fairness

  var smallestShare: Double? { waits?.smallestShare?.value }

  /// The part of a trial that a thread spent in a wait that lasted until the trial's end, 0 to 1;
  /// nil if not observed.
  var starvedWait: Double? {
    [evidence.summary, evidence.waits].compactMap { $0?.metrics["starved_share"]?.estimate.value }
      .first
  }
}
