import BenchmarkModel
package import BenchmarkRunner
import SyncPrimitives

/// What programmers take who have not measured: Synchronization.Mutex, and where that is missing what NSLock is on
/// Linux, a pthread mutex.
let usualLocks = ["mutex", "pthread-mutex", "ns-lock"]

/// Lock variants: what an acquisition costs, alone and contended, how long it waits, and who gets it.
package enum LocksSuite {
  /// The locks that come with the package; a lock is one line in one of these.
  static let entries: [CounterEntry] = controls + spinningLocks + blockingLocks + systemLocks

  /// The suite, with locks of one's own behind the package's.
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
          tier: .headline, axes: [.threads, .contendedInside, .outside], invocationLimit: nil,
          role: .sharesData, entries),
        .contention(
          .control, "acquire a broken lock, read a counter, yield, write it, release",
          tier: .headline, axes: [.controlThreads],
          // Three windows, long enough for any of the faults to show thousands of times over.
          sampling: { _ in Sampling(warmups: 0, trials: 3, trialNanoseconds: 20_000_000) },
          invocationLimit: 1, brokenLocks),
        .contention(
          .exclusion, "acquire, look whether another thread is inside, release",
          tier: .thorough, axes: [.twoThreads],
          // Some 100,000 sections a launch of a mutex, a million in all: what a lock does once in 100,000 mostly shows.
          sampling: { _ in Sampling(warmups: 0, trials: 3, trialNanoseconds: 100_000_000) },
          invocationLimit: 10, entries),
      ] + timedWorkloads(entries) + furtherWorkloads(entries), presets: LockPresets.all,
      usualChoices: usualLocks, usualQueue: "serial-queue-sync")
  }
}

extension Workload {
  /// A workload of threads that want the same locks until a window is over.
  static func contention(
    _ workload: LockWorkload, _ operation: String, tier: Tier = .standard, axes: [Axis],
    sampling: @escaping @Sendable (Sampling) -> Sampling = { $0 }, invocationLimit: Int? = 10,
    role: WorkloadRole? = nil, _ entries: [CounterEntry]
  ) -> Workload {
    .shared(
      workload.rawValue, operation, tier: tier, axes: axes, sampling: sampling,
      invocationLimit: invocationLimit, role: role,
      entries.compactMap { $0.primitive(in: workload) })
  }
}

// The workloads that time single acquisitions.
extension LocksSuite {
  private static func timedWorkloads(_ entries: [CounterEntry]) -> [Workload] {
    [
      .contention(
        .waits, "acquire, add one to a counter, release, each acquisition timed", tier: .headline,
        axes: [.timedThreads, .inside, .outsideLater], role: .timesWaits, entries),
      .contention(
        .idle, "the same, with how long the lock lay idle while the thread wanted it",
        axes: [.timedThreads, .inside, .outsideLater], entries),
      Workload(
        name: LockWorkload.burst.rawValue,
        operation: "after a gap, all threads at once: acquire, add one to a counter, release",
        tier: .standard, axes: [.severalThreads, .gap, .inside], pace: .once,
        summaryLevel: 0.25, threads: .own(parameter: "threads"),
        sampling: {
          // A round is mostly gap: a longer trial has rounds enough for a percentile.
          Sampling(warmups: 1, trials: 4, trialNanoseconds: max($0.trialNanoseconds, 10_000_000))
        }, invocationLimit: 10, role: .handsOver,
        primitives: entries.compactMap { $0.primitive(in: .burst) }),
    ]
  }
}

// The workloads beside uncontended and contended: each answers one question about a lock that
// throughput leaves open. None is in the quick profile.
extension LocksSuite {
  /// The workloads themselves, with those of the locks that can take part in each.
  static func furtherWorkloads(_ entries: [CounterEntry]) -> [Workload] {
    [
      .contention(
        .handoff, "acquire; a thread whose turn it is passes the turn to the other; release",
        axes: [.twoThreads], role: .handsOver, entries),
      .contention(
        .contendedExponential,
        "as contended, with work of exponentially distributed lengths of those means",
        axes: [.allCPUs, .meanInside, .meanOutside], entries),
      .contention(
        .manyLocks,
        "acquire one of many locks, drawn at random, add one to its counter, release",
        axes: [.allCPUs, .locks], invocationLimit: 8, entries),
      .contention(
        .tryLock,
        "try to acquire, and if let in add one to a counter and release; go on either way",
        axes: [.allCPUs, .meanInside, .meanOutside], entries),
      .contention(
        .nested, "acquire a recursive lock several times over, and release as often",
        axes: [.oneOrTwoThreads, .depth], entries.filter { $0.traits?.relock == .recurses }),
      Workload(
        name: LockWorkload.oversubscribed.rawValue,
        operation: "as contended without work, by more threads than there are CPUs",
        tier: .standard, axes: [.threadsPastCPUs], pace: .window, summaryLevel: 0.5,
        threads: .own(parameter: "threads"),
        // The trials settle by themselves: a warm-up would only take as long as they do.
        sampling: {
          Sampling(warmups: 0, trials: $0.trials, trialNanoseconds: $0.trialNanoseconds)
        }, invocationLimit: 5, role: .settles,
        primitives: entries.compactMap { $0.primitive(in: .oversubscribed) }),
      Workload(
        name: LockWorkload.inversion.rawValue,
        operation: "acquire what a less urgent thread holds, on a CPU that a third one hogs",
        tier: .standard, axes: [], pace: .once, summaryLevel: 0.5, threads: .single,
        sampling: { _ in
          Sampling(
            warmups: 1, trials: 2, trialNanoseconds: UInt64(5 * InversionLengths.round))
        }, invocationLimit: 5, role: .handsOver,
        primitives: entries.filter { $0.waitersSleep && !$0.usesPool }
          .compactMap { $0.primitive(in: .inversion) }),
    ] + fixedCounts(entries)
  }

  private static func fixedCounts(_ entries: [CounterEntry]) -> [Workload] {
    [
      Workload(
        name: LockWorkload.fixedCount.rawValue,
        operation: "one of the increments of a counter that Swift tasks raise by a fixed count",
        tier: .thorough,
        axes: [Axis("tasks", .count, [1, 2, 4, 8]), Axis("count", .count, [50_000])],
        pace: .once, summaryLevel: 0.25, threads: .pool(widthParameter: nil),
        sampling: {
          Sampling(warmups: 1, trials: min($0.trials, 5), trialNanoseconds: 50_000_000)
        }, primitives: entries.compactMap { $0.primitive(in: .fixedCount) }),
      Workload(
        name: LockWorkload.fixedCountThreads.rawValue,
        operation: "one of the increments of a counter that threads raise by a fixed count",
        tier: .thorough,
        axes: [Axis("threads", .threads, [1, 2, 4, 8]), Axis("count", .count, [10_000_000])],
        pace: .once, summaryLevel: 0.25, threads: .own(parameter: "threads"),
        // A second is what it may take, not what it does: the deadline follows from it.
        sampling: { _ in Sampling(warmups: 0, trials: 1, trialNanoseconds: 1_000_000_000) },
        invocationLimit: 10,
        primitives: entries.compactMap { $0.primitive(in: .fixedCountThreads) }),
    ]
  }
}

extension CounterEntry {
  /// Whether its waiters leave their CPU to others in the end, as far as somebody has said.
  fileprivate var waitersSleep: Bool {
    traits.map { $0.waiting == .sleeps || $0.waiting == .spinsThenSleeps } ?? false
  }
}

extension Axis {
  /// Four threads in any profile: a wake-up is lost only where several sleep.
  fileprivate static let controlThreads = Axis("threads", .threads, [4])

  /// Threads of a timed workload: two at first, because one alone waits for nobody.
  static let timedThreads = Axis("threads", .threads) { tier, cpus, earlier in
    tier == .headline ? [2] : threads.values(tier, cpus, earlier)
  }

  /// Busy work between sections, in ns: at once again, unless everything is wanted.
  fileprivate static let outsideLater = Axis(
    "outside", .nanoseconds, [0], thorough: [0, 200, 1000, 10_000])

  /// How long nobody touches the lock, in ns.
  fileprivate static let gap = Axis(
    "gap", .nanoseconds, [50_000], thorough: [10_000, 50_000, 1_000_000])

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
  fileprivate static let meanInside = Axis("inside", .nanoseconds, [200], thorough: [200, 1000])
  fileprivate static let meanOutside = Axis("outside", .nanoseconds, [200], thorough: [200, 1000])

  /// How many locks there are to draw from.
  fileprivate static let locks = Axis(
    "locks", .count, [2, 64, 1024], thorough: [1, 2, 8, 64, 1024, 65_536])

  /// How often a recursive lock is taken.
  fileprivate static let depth = Axis("depth", .count, [2], thorough: [1, 4, 16])
}
