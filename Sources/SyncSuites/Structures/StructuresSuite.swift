import BenchmarkModel
package import BenchmarkRunner
import SyncPrimitives

/// The suite of the shared structures that guides build from locks, queues and actors.
package enum StructuresSuite {
  /// The suite; `locks` join the workload `cache`, except locks that guard no data.
  package static func suite(adding locks: [CounterEntry] = []) -> Suite {
    Suite(
      name: "structures", summary: "what caches and bounded queues cost, by what they are made of",
      columns: columns,
      workloads: [
        cache(adding: locks.compactMap(\.cache)), cacheControl, readThrough, readThroughControl,
        boundedQueue, handOver,
        boundedQueueAlone, boundedQueueControl, lru,
      ], usualChoices: ["mutex", "ns-lock"],
      questions: [
        SuiteQuestion(
          "a dictionary that many threads read: a lock, a queue or an actor?",
          "structures --workload cache --profile standard"),
        SuiteQuestion(
          "a queue between threads: which lock, and what capacity?",
          "structures --workload bounded-queue"),
      ])
  }

  private static let mixed = ["cache", "read-through", "lru"]

  private static let columns =
    [MetricColumn].percentiles("latency", in: ["hand-over"])
    + .costs(in: mixed + ["bounded-queue", "bounded-queue-alone"]) + .shares(in: mixed)
    + [
      .observed("computed", in: "read-through"), .observed("hit_share", in: "lru"),
      .observed("producer_fairness", in: "bounded-queue"),
      .observed("consumer_fairness", in: "bounded-queue"),
    ]

  // MARK: Cache

  private static func cache(adding primitives: [MeasuredPrimitive]) -> Workload {
    .shared(
      "cache", "one lookup of a present key, or one store of its next value",
      axes: [.twoThreadsFirst, .cacheReads, .cacheKeys, .cacheSkew], launchLimit: 8,
      role: .sharesData, caches + primitives)
  }

  private static let caches: [MeasuredPrimitive] =
    [
      cacheLine(
        "mutex", "a dictionary behind Synchronization.Mutex", .headline,
        family: .futex, cache: LockedCache<StandardMutex>.self),
      cacheLine(
        "ns-lock", "a dictionary behind NSLock", family: .pthread,
        cache: LockedCache<NSLockExclusion>.self),
      cacheLine(
        "nio-lock", "a dictionary behind NIOLock", family: .pthread,
        cache: LockedCache<NIOLockExclusion>.self),
      cacheLine(
        "unfair-futex-owner", "a dictionary behind what stands in for os_unfair_lock",
        family: .futex, cache: LockedCache<UnfairOwnerFutex>.self),
      cacheLine(
        "pthread-rwlock", "a dictionary behind glibc's rwlock, which prefers readers",
        family: .pthread, cache: GuardedCache<PthreadRWLock<PreferringReaders>>.self),
      cacheLine(
        "serial-queue-sync", "a dictionary on a serial queue, by sync",
        family: .serialQueue, cache: LockedCache<SerialQueueSync>.self),
      cacheLine(
        "concurrent-queue-barrier-async",
        "a dictionary on a concurrent queue, stored by async(flags: .barrier)", .headline,
        usesPool: true, family: .concurrentQueue,
        cache: GuardedCache<ConcurrentQueueBarrierAsyncReaderWriter>.self),
      cacheLine("ns-cache", "Foundation's NSCache, of objects", cache: FoundationCache.self),
      cacheLine(
        "sharded-mutex", "16 dictionaries, each behind a Mutex",
        cache: ShardedCache<StandardMutex>.self),
      actorCache,
    ]

  private static var actorCache: MeasuredPrimitive {
    let traits = ActorReaderWriter.traits
    var primitive = MeasuredPrimitive(
      name: "actor", summary: "a dictionary in an actor, awaited by tasks", tier: .standard,
      traits: traits.columns, usesPool: true, sweepsAtOnce: true, prepare: actorCacheProgram)
    primitive.module = traits.module
    primitive.family = traits.family.rawValue
    return primitive
  }

  private static let cacheControl = Workload.shared(
    "cache-control", "as cache", axes: [.twoThreads], launchLimit: 5,
    [
      .control(
        "atomic-wrapper-get-set", "cache[key] = value by an @Atomic property: a get, and then a set"
      ) { cacheProgram($0, AtomicWrapperCache.self) }
    ])

  /// Makes the primitive of a cache.
  ///
  /// A primitive above the headline tier takes, in every tier that measures it, the values of a
  /// headline primitive (`MeasuredPrimitive.sweepsAtOnce`).
  @inline(__always)
  private static func cacheLine<Cache: KeyedCache & ~Copyable>(
    _ name: String, _ summary: String, _ tier: Tier = .standard, usesPool: Bool = false,
    family: PrimitiveFamily? = nil, cache: Cache.Type
  ) -> MeasuredPrimitive {
    var primitive = MeasuredPrimitive(
      name: name, summary: summary, tier: tier, traits: Cache.traits?.columns ?? [],
      usesPool: usesPool, sweepsAtOnce: tier > .headline
    ) { cacheProgram($0, cache) }
    primitive.module = Cache.traits?.module
    primitive.family = family?.rawValue
    return primitive
  }

  // MARK: Read-through

  private static let readThrough = Workload.shared(
    "read-through", "one lookup, whose value is computed if it is not there",
    axes: [.missingThreads, .missShare, .compute], launchLimit: 8,
    [
      readThroughLine(
        "in-flight", "computed outside the mutex, once for all threads that wait", .headline,
        through: InFlightCache.self),
      readThroughLine(
        "mutex", "computed inside Synchronization.Mutex", through: LockedCache<StandardMutex>.self),
      readThroughLine(
        "ns-lock", "computed inside NSLock", through: LockedCache<NSLockExclusion>.self),
      readThroughLine(
        "pthread-rwlock", "computed inside the write lock of glibc's rwlock",
        through: GuardedCache<PthreadRWLock<PreferringReaders>>.self),
      readThroughLine(
        "serial-queue-sync", "computed on a serial queue",
        through: LockedCache<SerialQueueSync>.self),
      readThroughLine(
        "concurrent-queue-barrier-async", "computed by async(flags: .barrier), and then read",
        usesPool: true, through: GuardedCache<ConcurrentQueueBarrierAsyncReaderWriter>.self),
      readThroughLine(
        "sharded-mutex", "computed inside one of 16 mutexes",
        through: ShardedCache<StandardMutex>.self),
      MeasuredPrimitive(
        "actor", "computed in an actor", .standard, usesPool: true, sweepsAtOnce: true
      ) { actorReadThroughProgram($0, DictionaryActor.self) },
      MeasuredPrimitive(
        "actor-tasks", "an actor that keeps a task for each key that is being computed", .standard,
        usesPool: true, sweepsAtOnce: true
      ) { actorReadThroughProgram($0, TaskCacheActor.self) },
    ])

  private static let readThroughControl = Workload.shared(
    "read-through-control", "as read-through", axes: [.twoThreads, .controlCompute],
    launchLimit: 5,
    [
      .control(
        "check-then-act", "looked up in one section and stored in another: computed twice"
      ) { readThroughProgram($0, CheckThenActCache.self) },
      .control(
        "actor-reentrant", "an actor that awaits the computation: computed twice", .standard,
        usesPool: true
      ) { actorReadThroughProgram($0, ReentrantCacheActor.self) },
    ])

  @inline(__always)
  private static func readThroughLine<Cache: ReadThroughCache & ~Copyable>(
    _ name: String, _ summary: String, _ tier: Tier = .standard, usesPool: Bool = false,
    through cache: Cache.Type
  ) -> MeasuredPrimitive {
    MeasuredPrimitive(name, summary, tier, usesPool: usesPool, sweepsAtOnce: tier > .headline) {
      readThroughProgram($0, cache)
    }
  }
}

extension MeasuredPrimitive {
  /// Makes a negative control, whose summary is the cause of the fault that the check must find.
  static func control(
    _ name: String, _ summary: String, _ tier: Tier = .headline, usesPool: Bool = false,
    prepare: @escaping @Sendable (CaseContext) -> TrialProgram
  ) -> MeasuredPrimitive {
    MeasuredPrimitive(
      name: name, summary: summary, tier: tier, usesPool: usesPool,
      expectation: { _ in .invalid(reason: summary) }, prepare: { prepare($0).blaming(summary) })
  }
}

extension Axis {
  /// The share of lookups in thousandths, from 1000 (lookups only) down to 500.
  fileprivate static let cacheReads = Axis("read-permille", .permille) { tier, _, earlier in
    switch tier {
    case .headline: [900]
    // With one thread, the cost of a mix follows from the costs of lookups and stores.
    case .standard where earlier["threads"] == 1: [1000, 500]
    case .standard: earlier["threads"] == 2 ? [1000, 990, 900, 500] : [900]
    case .thorough: [1000, 999, 990, 900, 500]
    }
  }

  /// The number of keys.
  ///
  /// In the standard tier, numbers other than 1000 come only with two threads and 10 % stores.
  fileprivate static let cacheKeys = Axis("keys", .count) { tier, _, earlier in
    let isUsual = earlier["threads"] == 2 && earlier["read-permille"] == 900
    return tier == .thorough || (tier == .standard && isUsual) ? [10, 1000, 100_000] : [1000]
  }

  /// The exponent of Zipf's law by which keys are drawn, in hundredths; 0 draws keys uniformly.
  fileprivate static let cacheSkew = Axis("skew", .percent) { tier, _, earlier in
    guard earlier["threads"] == 2, earlier["keys"] != 10 else { return [0] }
    let isUsual = earlier["read-permille"] == 900 && earlier["keys"] == 1000
    return tier == .thorough || (tier == .standard && isUsual) ? [0, 99] : [0]
  }

  /// Threads that look up missing keys: two, except in the thorough tier.
  fileprivate static let missingThreads = Axis("threads", .threads) { tier, cpus, earlier in
    tier == .thorough ? severalThreads.values(tier, cpus, earlier) : [2]
  }

  /// The share of lookups of a missing key, in thousandths.
  fileprivate static let missShare = Axis(
    "miss-permille", .permille, [100], thorough: [1, 10, 100, 1000])

  /// Busy work to compute a value, in ns.
  fileprivate static let compute = Axis(
    "compute", .nanoseconds, headline: [10_000], later: [1000, 10_000, 100_000])

  /// Busy work long enough that two threads that start together also compute together, in ns.
  fileprivate static let controlCompute = Axis("compute", .nanoseconds, [10_000])
}
