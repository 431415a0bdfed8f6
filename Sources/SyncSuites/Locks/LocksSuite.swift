import BenchmarkModel
package import BenchmarkRunner
import SyncPrimitives

/// The locks that programmers choose without a measurement: Synchronization.Mutex or, if it is not
/// available, a pthread mutex, which NSLock wraps on Linux.
let usualLocks = ["mutex", "pthread-mutex", "ns-lock"]

/// The suite of locks: the cost of uncontended and contended acquisitions, the waits, the fairness.
package enum LocksSuite {
  /// The built-in primitives, without the broken locks.
  ///
  /// A primitive is one entry in one of these lists.
  static let entries: [CounterEntry] = floors + spinningLocks + blockingLocks + systemLocks

  /// The suite, with a user's own locks after the built-in primitives.
  package static func suite(adding own: [CounterEntry] = []) -> Suite {
    let entries = self.entries + own.map(\.asOwn)
    return Suite(
      name: "locks", summary: "which lock, at which thread count and section length, and why",
      columns: columns,
      workloads: [
        Workload(
          name: LockWorkload.uncontended.rawValue,
          operation: "acquire, add one to a counter, release; one thread",
          axes: [.inside], pace: .operations, summaryLevel: 0, threads: .single,
          kernel: "uncontendedLoop", role: .sharesData,
          primitives: entries.compactMap { $0.primitive(in: .uncontended) }),
        .contention(
          .contended, "acquire, add one to a counter, release, by any of the threads",
          tier: .headline, axes: [.threads, .contendedInside, .outside], launchLimit: nil,
          role: .sharesData, entries),
        .contention(
          .control, "acquire a broken lock, read a counter, yield, write it, release",
          tier: .headline, axes: [.controlThreads],
          // Each trial is long enough for any of the faults to occur thousands of times.
          sampling: { _ in Sampling(warmups: 0, trials: 3, trialNanoseconds: 20_000_000) },
          launchLimit: 1, brokenLocks),
        .contention(
          .exclusion, "acquire, look whether another thread is inside, release",
          tier: .thorough, axes: [.twoThreads],
          // A mutex has about 100,000 sections per launch and a million in all launches together.
          // So a fault in one of 100,000 sections is usually found.
          sampling: { _ in Sampling(warmups: 0, trials: 3, trialNanoseconds: 100_000_000) },
          launchLimit: 10, entries),
      ] + timedWorkloads(entries) + furtherWorkloads(entries), presets: LockPresets.all,
      usualChoices: usualLocks, usualQueue: "serial-queue-sync",
      questions: [
        SuiteQuestion(
          "a counter that threads share: a lock, an atomic or an actor?",
          "locks --workload contended")
      ])
  }
}

extension Workload {
  /// A workload of threads that contend for the same locks.
  static func contention(
    _ workload: LockWorkload, _ operation: String, tier: Tier = .standard, axes: [Axis],
    pace: Pace = .window, summaryLevel: Double = 0.25,
    sampling: @escaping @Sendable (Sampling) -> Sampling = { $0 }, launchLimit: Int? = 10,
    role: WorkloadRole? = nil, _ entries: [CounterEntry]
  ) -> Workload {
    .shared(
      workload.rawValue, operation, tier: tier, axes: axes, pace: pace,
      summaryLevel: summaryLevel, sampling: sampling, launchLimit: launchLimit, role: role,
      entries.compactMap { $0.primitive(in: workload) })
  }
}

// The workloads that time single acquisitions (`waits`, `idle`) or single rounds (`burst`).
extension LocksSuite {
  private static func timedWorkloads(_ entries: [CounterEntry]) -> [Workload] {
    [
      .contention(
        .waits, "acquire, add one to a counter, release, each acquisition timed", tier: .headline,
        axes: [.twoThreadsFirst, .inside, .outsideLater], role: .timesWaits, entries),
      .contention(
        .idle, "as waits, with how long the lock stayed free although the thread wanted it",
        axes: [.twoThreadsFirst, .inside, .outsideLater], entries),
      .contention(
        .burst, "after a gap, all threads at once: acquire, add one to a counter, release",
        axes: [.severalThreads, .gap, .inside], pace: .once,
        sampling: {
          // A round is mostly gap, so a trial is longer than usual, to have enough rounds for a
          // percentile.
          Sampling(warmups: 1, trials: 4, trialNanoseconds: max($0.trialNanoseconds, 10_000_000))
        }, role: .handsOver, entries),
    ]
  }
}

// Throughput leaves questions about a lock open, and each of the further workloads answers one of
// them. The headline tier has none of these workloads.
extension LocksSuite {
  /// The workloads, each with the locks that can take part in it.
  static func furtherWorkloads(_ entries: [CounterEntry]) -> [Workload] {
    [
      .contention(
        .handoff, "acquire; a thread whose turn it is passes the turn to the other; release",
        axes: [.twoThreads], role: .handsOver, entries),
      .contention(
        .contendedExponential,
        "as contended, with exponentially distributed work: inside and outside are its means",
        axes: [.allCPUs, .meanInside, .meanOutside], entries),
      .contention(
        .manyLocks,
        "acquire one of many locks, drawn at random, add one to its counter, release",
        axes: [.allCPUs, .locks], launchLimit: 8, entries),
      .contention(
        .tryLock,
        "try to acquire, if that succeeds, add one to a counter and release",
        axes: [.allCPUs, .meanInside, .meanOutside], entries),
      .contention(
        .nested, "acquire a recursive lock several times over, and release as often",
        axes: [.oneOrTwoThreads, .depth], entries.filter { $0.traits?.relock == .recurses }),
      .contention(
        .oversubscribed, "as contended without work, by more threads than there are CPUs",
        axes: [.threadsPastCPUs], summaryLevel: 0.5,
        // Each trial first waits until every thread has run, so a warm-up would only take time.
        sampling: {
          Sampling(warmups: 0, trials: $0.trials, trialNanoseconds: $0.trialNanoseconds)
        }, launchLimit: 5, role: .settles, entries),
      Workload(
        name: LockWorkload.inversion.rawValue,
        operation: "acquire a lock that a less urgent thread holds, on a CPU that another hogs",
        tier: .standard, axes: [], pace: .once, summaryLevel: 0.5, threads: .single,
        sampling: { _ in
          Sampling(
            warmups: 1, trials: 2, trialNanoseconds: UInt64(5 * InversionLengths.round))
        }, launchLimit: 5, role: .handsOver,
        primitives: entries.filter { $0.waitersSleep && !$0.usesPool }
          .compactMap { $0.primitive(in: .inversion) }),
    ] + fixedCounts(entries)
  }

  private static func fixedCounts(_ entries: [CounterEntry]) -> [Workload] {
    [
      Workload(
        name: LockWorkload.fixedCount.rawValue,
        operation: "one of `count` increments of a counter, shared out to Swift tasks",
        tier: .thorough,
        axes: [Axis("tasks", .count, [1, 2, 4, 8]), Axis("count", .count, [50_000])],
        pace: .once, summaryLevel: 0.25, threads: .pool(widthParameter: nil),
        sampling: {
          Sampling(warmups: 1, trials: min($0.trials, 5), trialNanoseconds: 50_000_000)
        }, primitives: entries.compactMap { $0.primitive(in: .fixedCount) }),
      .contention(
        .fixedCountThreads,
        "one of `count` increments of a counter, shared out to threads", tier: .thorough,
        axes: [Axis("threads", .threads, [1, 2, 4, 8]), Axis("count", .count, [10_000_000])],
        pace: .once,
        // The worker's deadline follows from this length. A trial may take a second, and usually
        // takes less.
        sampling: { _ in Sampling(warmups: 0, trials: 1, trialNanoseconds: 1_000_000_000) },
        entries),
    ]
  }
}

extension CounterEntry {
  /// Whether the traits say that the lock's waiters sleep, immediately or after spinning.
  fileprivate var waitersSleep: Bool {
    traits.map { $0.waiting == .sleeps || $0.waiting == .spinsThenSleeps } ?? false
  }
}

extension Axis {
  /// Four threads in every tier, because `broken-lost-wakeup` loses a wake-up only if several
  /// threads sleep.
  fileprivate static let controlThreads = Axis("threads", .threads, [4])

  /// Busy work between sections, in ns: none, except in the thorough tier.
  fileprivate static let outsideLater = Axis(
    "outside", .nanoseconds, [0], thorough: [0, 200, 1000, 10_000])

  /// The time between two rounds of `burst`, in which no thread touches the lock, in ns.
  fileprivate static let gap = Axis(
    "gap", .nanoseconds, [50_000], thorough: [10_000, 50_000, 1_000_000])

  /// As many threads as CPUs, at least two; in the thorough tier the powers of two above 1, up to
  /// four times the number of CPUs (on one CPU, up to 8).
  fileprivate static let allCPUs = Axis("threads", .threads) { tier, cpus, earlier in
    tier == .thorough ? severalThreads.values(tier, cpus, earlier) : [max(2, cpus)]
  }

  /// One thread and two threads; in the thorough tier also as many threads as CPUs.
  fileprivate static let oneOrTwoThreads = Axis("threads", .threads) { tier, cpus, _ in
    Set(tier == .thorough ? [1, 2, cpus] : [1, 2]).sorted()
  }

  /// As many threads as CPUs for comparison, and two and four times as many threads.
  fileprivate static let threadsPastCPUs = Axis("threads", .threads) { _, cpus, _ in
    [cpus, 2 * cpus, 4 * cpus]
  }

  /// The means of drawn work, or the lengths of fixed work, in ns: the same inside and outside,
  /// except in the thorough tier, which combines all values.
  fileprivate static let meanInside = Axis("inside", .nanoseconds, [200], thorough: [200, 1000])
  fileprivate static let meanOutside = Axis("outside", .nanoseconds, [200], thorough: [200, 1000])

  /// The number of locks to draw from.
  fileprivate static let locks = Axis(
    "locks", .count, [2, 64, 1024], thorough: [1, 2, 8, 64, 1024, 65_536])

  /// The number of sections of the recursive lock that are nested in each other.
  fileprivate static let depth = Axis("depth", .count, [2], thorough: [1, 4, 16])
}
