import BenchmarkModel
import BenchmarkRunner
import SyncPrimitives

// The workloads beside uncontended and contended: each answers one question about a lock that
// throughput leaves open. None is in the quick profile.

extension LocksSuite {
  /// Workloads of which each thread's part can be larger or smaller.
  static let sharedOutWorkloads: [LockWorkload] = [
    .contended, .waits, .idle, .contendedExponential, .manyLocks, .tryLock, .nested,
    .oversubscribed,
  ]

  /// What is recorded of an inversion; before the other columns, for its first one is ranked.
  static let inversionColumns: [MetricColumn] = [
    MetricColumn(
      "inversion_p50_ns", .lowerIsBetter, .latency(percentile: 50), workloads: names(.inversion)),
    MetricColumn(
      "inversion_max_ns", .lowerIsBetter, .latency(percentile: 100), workloads: names(.inversion)),
    MetricColumn("policy", .neutral, .observation("policy"), workloads: names(.inversion)),
  ]

  /// What the other further workloads have beside the columns of all.
  static let furtherColumns: [MetricColumn] = [
    MetricColumn(
      "misses_per_op", .lowerIsBetter, .observation("misses_per_op"), workloads: names(.handoff)),
    MetricColumn(
      "acquired_per_s", .higherIsBetter, .observationPerSecond("acquired"),
      workloads: names(.tryLock)),
    MetricColumn(
      "acquired_share", .neutral, .observation("acquired_share"), workloads: names(.tryLock)),
    MetricColumn(
      "total_ms", .lowerIsBetter, .elapsedMilliseconds,
      workloads: names(.fixedCount, .fixedCountThreads)),
  ]

  /// Columns of all workloads as columns of all but some.
  static func columns(
    _ columns: [MetricColumn], except others: LockWorkload...
  ) -> [MetricColumn] {
    columns.map { column in
      let isOfProcess =
        column.source == .processorTimePerOperation || column.source == .switchesPerOperation
      // A trial that settles first has more of these than of operations that count.
      let without = isOfProcess ? others + [.oversubscribed] : others
      let workloads = LockWorkload.allCases.filter { !without.contains($0) }.map(\.rawValue)
      return MetricColumn(
        column.name, column.polarity, column.source,
        workloads: column.workloads.isEmpty ? workloads : column.workloads)
    }
  }

  private static func names(_ workloads: LockWorkload...) -> [String] { workloads.map(\.rawValue) }

  /// The workloads themselves, with those of the locks that can take part in each.
  static func furtherWorkloads(_ entries: [CounterEntry]) -> [Workload] {
    func primitives(
      _ workload: LockWorkload, where holds: (CounterEntry) -> Bool = { _ in true }
    ) -> [MeasuredPrimitive] {
      entries.filter(holds).compactMap { $0.primitive(in: workload) }
    }
    return [
      handoff(primitives(.handoff)),
      exponential(primitives(.contendedExponential)),
      manyLocks(primitives(.manyLocks)),
      tryLock(primitives(.tryLock)),
      nested(primitives(.nested) { $0.traits?.relock == .recurses }),
      oversubscribed(primitives(.oversubscribed)),
      inversion(primitives(.inversion) { $0.waitersSleep && !$0.usesPool }),
      fixedCount(primitives(.fixedCount)),
      fixedCountThreads(primitives(.fixedCountThreads)),
    ]
  }

  private static func handoff(_ primitives: [MeasuredPrimitive]) -> Workload {
    Workload(
      name: LockWorkload.handoff.rawValue,
      operation: "acquire; if it is its turn, a thread gives it to the other; release",
      tier: .standard, axes: [.twoThreads], pace: .window, summaryLevel: 0.25,
      threads: .own(parameter: "threads"), invocationLimit: 10, primitives: primitives)
  }

  private static func exponential(_ primitives: [MeasuredPrimitive]) -> Workload {
    Workload(
      name: LockWorkload.contendedExponential.rawValue,
      operation: "as contended, with work of exponentially distributed lengths of those means",
      tier: .standard, axes: [.allCPUs, .meanInside, .meanOutside], pace: .window,
      summaryLevel: 0.25, threads: .own(parameter: "threads"), invocationLimit: 10,
      primitives: primitives)
  }

  private static func manyLocks(_ primitives: [MeasuredPrimitive]) -> Workload {
    Workload(
      name: LockWorkload.manyLocks.rawValue,
      operation: "acquire one of many locks, drawn at random, add one to its counter, release",
      tier: .standard, axes: [.allCPUs, .locks], pace: .window, summaryLevel: 0.25,
      threads: .own(parameter: "threads"), invocationLimit: 8, primitives: primitives)
  }

  private static func tryLock(_ primitives: [MeasuredPrimitive]) -> Workload {
    Workload(
      name: LockWorkload.tryLock.rawValue,
      operation: "try to acquire, and if let in add one to a counter and release; go on either way",
      tier: .standard, axes: [.allCPUs, .meanInside, .meanOutside], pace: .window,
      summaryLevel: 0.25, threads: .own(parameter: "threads"), invocationLimit: 10,
      primitives: primitives)
  }

  private static func nested(_ primitives: [MeasuredPrimitive]) -> Workload {
    Workload(
      name: LockWorkload.nested.rawValue,
      operation: "acquire a recursive lock several times over, and release as often",
      tier: .standard, axes: [.oneOrTwoThreads, .depth], pace: .window, summaryLevel: 0.25,
      threads: .own(parameter: "threads"), invocationLimit: 10, primitives: primitives)
  }

  private static func oversubscribed(_ primitives: [MeasuredPrimitive]) -> Workload {
    Workload(
      name: LockWorkload.oversubscribed.rawValue,
      operation: "as contended without work, by more threads than there are CPUs",
      tier: .standard, axes: [.threadsPastCPUs], pace: .window, summaryLevel: 0.5,
      threads: .own(parameter: "threads"),
      // The trials settle by themselves: a warm-up would only take as long as they do.
      sampling: {
        Sampling(warmups: 0, trials: $0.trials, trialNanoseconds: $0.trialNanoseconds)
      }, invocationLimit: 5, primitives: primitives)
  }

  private static func inversion(_ primitives: [MeasuredPrimitive]) -> Workload {
    Workload(
      name: LockWorkload.inversion.rawValue,
      operation: "acquire what a less urgent thread holds, on a CPU that a third one hogs",
      tier: .standard, axes: [], pace: .once, summaryLevel: 0.5, threads: .single,
      sampling: { _ in
        Sampling(
          warmups: 1, trials: 2, trialNanoseconds: UInt64(5 * InversionLengths.round))
      }, invocationLimit: 5, primitives: primitives)
  }

  private static func fixedCount(_ primitives: [MeasuredPrimitive]) -> Workload {
    Workload(
      name: LockWorkload.fixedCount.rawValue,
      operation: "one of the increments of a counter that Swift tasks raise by a fixed count",
      tier: .thorough, axes: [.tasks, .count([50_000])], pace: .once, summaryLevel: 0.25,
      threads: .pool(widthParameter: nil),
      sampling: { Sampling(warmups: 1, trials: min($0.trials, 5), trialNanoseconds: 50_000_000) },
      primitives: primitives)
  }

  private static func fixedCountThreads(_ primitives: [MeasuredPrimitive]) -> Workload {
    Workload(
      name: LockWorkload.fixedCountThreads.rawValue,
      operation: "one of the increments of a counter that threads raise by a fixed count",
      tier: .thorough, axes: [.powersToEight, .count([10_000_000])], pace: .once,
      summaryLevel: 0.25, threads: .own(parameter: "threads"),
      // A second is what it may take, not what it does: the deadline follows from it.
      sampling: { _ in Sampling(warmups: 0, trials: 1, trialNanoseconds: 1_000_000_000) },
      invocationLimit: 10, primitives: primitives)
  }
}

extension CounterEntry {
  /// Whether its waiters leave their CPU to others in the end, as far as somebody has said.
  fileprivate var waitersSleep: Bool {
    traits.map { $0.waiting == .sleeps || $0.waiting == .spinsThenSleeps } ?? false
  }
}

extension Axis {
  /// As many threads as there are CPUs, two at least; all the others where everything is wanted.
  fileprivate static let allCPUs = Axis("threads", .threads) { tier, cpus, earlier in
    tier == .thorough ? severalThreads.values(tier, cpus, earlier) : [max(2, cpus)]
  }

  /// One thread, and two; the CPUs too where everything is wanted.
  fileprivate static let oneOrTwoThreads = Axis("threads", .threads) { tier, cpus, _ in
    Set(tier == .thorough ? [1, 2, cpus] : [1, 2]).sorted()
  }

  /// The CPUs' own number to compare with, twice and four times that.
  fileprivate static let threadsPastCPUs = Axis("threads", .threads) { _, cpus, _ in
    [cpus, 2 * cpus, 4 * cpus]
  }

  /// The means of drawn work, or the lengths of fixed: half of the time inside, half outside.
  fileprivate static let meanInside = Axis(
    "inside", .nanoseconds, headline: [200], standard: [200], thorough: [200, 1000])
  fileprivate static let meanOutside = Axis(
    "outside", .nanoseconds, headline: [200], standard: [200], thorough: [200, 1000])

  /// How many locks there are to draw from.
  fileprivate static let locks = Axis(
    "locks", .count, headline: [2, 64, 1024], standard: [2, 64, 1024],
    thorough: [1, 2, 8, 64, 1024, 65_536])

  /// How often a recursive lock is taken.
  fileprivate static let depth = Axis(
    "depth", .count, headline: [2], standard: [2], thorough: [1, 4, 16])

  /// How many tasks share a count out.
  fileprivate static let tasks = Axis(
    "tasks", .count, headline: [1, 2, 4, 8], standard: [1, 2, 4, 8], thorough: [1, 2, 4, 8])

  /// How many threads share a count out, whatever the CPUs.
  fileprivate static let powersToEight = Axis(
    "threads", .threads, headline: [1, 2, 4, 8], standard: [1, 2, 4, 8], thorough: [1, 2, 4, 8])

  /// The count that is shared out.
  fileprivate static func count(_ values: [Int]) -> Axis {
    Axis("count", .count, headline: values, standard: values, thorough: values)
  }
}
