import BenchmarkModel
import Synchronization
import Testing

@testable import BenchmarkRunner
@testable import SyncPrimitives
@testable import SyncSuites

/// A broken cache that keeps only the first value of each key.
private struct UnchangingCache: KeyedCache, ~Copyable {
  let cache = LockedCache<PthreadMutex>()

  borrowing func value(for key: Int) -> UInt64? { cache.value(for: key) }
  borrowing func set(_ value: UInt64, for key: Int) {
    if cache.value(for: key) == nil { cache.set(value, for: key) }
  }
}

/// A broken cache that returns the value of a neighbouring key.
private struct MistakenCache: KeyedCache, ~Copyable {
  let cache = LockedCache<PthreadMutex>()

  borrowing func value(for key: Int) -> UInt64? { cache.value(for: key ^ 1) }
  borrowing func set(_ value: UInt64, for key: Int) { cache.set(value, for: key) }
}

/// A broken cache that stores nothing and computes each value again.
private struct ForgetfulCache: ReadThroughCache {
  func value(for key: Int, _ computation: CacheComputation) -> UInt64 { computation.value(of: key) }
}

/// A broken cache that returns the value of key 0 for all keys.
private struct StuckCache: ReadThroughCache {
  func value(for key: Int, _ computation: CacheComputation) -> UInt64 { computation.value(of: 0) }
}

/// A broken exclusion that runs each section twice.
private struct RunningTwice: MutualExclusion, ~Copyable {
  borrowing func exclusively(_ state: inout Void, _ body: () -> Void) {
    body()
    body()
  }
}

extension PrimitiveTests {
  /// Tests of the caches of the suite `structures`, and of their checks, which find most faults on
  /// one CPU too.
  @Suite struct CacheTests {

    private static func mix(_ threads: Int, writes: Int = 500) -> CaseContext {
      Trials.context(
        "p", [("threads", threads), ("read-permille", 1000 - writes), ("keys", 10), ("skew", 0)])
    }

    // MARK: Mixes of lookups and stores

    @Test(arguments: [1, 2])
    func `a cache that loses stored values is caught`(threads: Int) async throws {
      let program = cacheProgram(Self.mix(threads), UnchangingCache.self)
      // A trial with one operation or two may show only one of the faults.
      let violation = try await Trials.violation(of: program) {
        $0.contains("older value than their thread had stored")
          && $0.contains("keys do not have the value stored last")
      }
      #expect(violation != nil)
    }

    @Test func `a store that is lost only at the end is reported`() {
      var tally = CacheTally()
      tally.reads = 9
      #expect(fault(tally, lost: 0, of: 10) == nil)
      #expect(
        fault(tally, lost: 1, of: 10) == "1 of 10 keys do not have the value stored last")
      tally.stale = 2
      #expect(
        fault(tally, lost: 0, of: 10)
          == "2 of 9 lookups found an older value than their thread had stored")
    }

    @Test func `a cache that returns another key's value is caught`() async throws {
      let program = cacheProgram(Self.mix(1, writes: 0), MistakenCache.self)
      try await Trials.expectReason(
        of: program, has: "lookups found nothing, or another key's value")
    }

    @Test func `a dictionary that is read, changed and written back loses stores of two threads`()
      async throws
    {
      let program = cacheProgram(Self.mix(2), AtomicWrapperCache.self)
      try await Trials.expectCaught(of: program)
      // A single thread loses nothing.
      let alone = cacheProgram(Self.mix(1), AtomicWrapperCache.self)
      try await Trials.expectVerified(alone)
    }

    @Test(arguments: [1, 2, 3, 5])
    func `keys are divided equally among at least as many owners as threads, and all are drawn`(
      threads: Int
    ) {
      let keys = CacheKeys(count: 10, threads: threads, skewPercent: 0, seed: 1)
      #expect(keys.count >= 10 && keys.count.isMultiple(of: keys.countOfEach))
      #expect(keys.count / keys.countOfEach >= threads)
      #expect(Set((0..<4096).map { keys.key(at: $0) }) == Set(0..<keys.count))
    }

    @Test func `skewed keys are drawn by Zipf's law`() {
      let keys = CacheKeys(count: 1000, threads: 1, skewPercent: 99, seed: 1)
      let draws = (0..<4096).map { keys.key(at: $0) }
      let first = Double(draws.count { $0 == 0 }) / 4096
      // The sum of 1/k^0.99 over 1000 keys is 7.73, so the first key has 12.9 % of the draws.
      #expect(abs(first - 0.129) < 0.02)
      #expect(draws.count { $0 < 10 } > draws.count { $0 >= 500 } * 2)
    }

    // MARK: A cache of limited size

    private static func limited(_ threads: Int, capacity: Int = 16) -> CaseContext {
      Trials.context("p", [("threads", threads), ("capacity", capacity), ("keys", 64)])
    }

    @Test func `a full cache drops the key that was unused for longest`() {
      let cache = LRUCache<PthreadMutex>(capacity: 3)
      for key in [1, 2, 3, 1, 4, 1, 3, 2] { _ = cache.value(for: key) }
      // Key 4 replaces key 2, and later key 2 replaces key 4; keys 1 and 3 are found again.
      let counts = cache.takeCounts()
      #expect(counts.lookups == 8 && counts.misses == 5)
      let isSound = cache.isSound()
      #expect(isSound)
      for key in [1, 2, 3] { _ = cache.value(for: key) }
      let later = cache.takeCounts()
      #expect(later.misses == 0)
    }

    @Test(arguments: [1, 2])
    func `a cache of limited size keeps each key's value and the order of use`(threads: Int)
      async throws
    {
      try await Trials.expectVerified(lruProgram(Self.limited(threads), TicketLock.self))
      try await Trials.expectVerified(
        lruProgram(Self.limited(threads, capacity: 1), PthreadMutex.self))
    }

    @Test func `a lock that runs a get twice is caught`() async throws {
      try await Trials.expectReason(
        of: lruProgram(Self.limited(1), RunningTwice.self), has: "the cache counted ")
    }

    // MARK: Read-through

    private static func misses(_ threads: Int) -> CaseContext {
      Trials.context("p", [("threads", threads), ("miss-permille", 500), ("compute", 1000)])
    }

    @Test func `a cache that computes a value again is caught`() async throws {
      let program = readThroughProgram(Self.misses(1), ForgetfulCache.self)
      try await Trials.expectReason(of: program, has: " values were computed for ")
    }

    @Test func `a read-through cache that returns another value is caught`() async throws {
      let program = readThroughProgram(Self.misses(1), StuckCache.self)
      try await Trials.expectReason(of: program, has: " lookups gave another value than the key's")
    }

    @Test func `a cache whose lookup and store are separate computes a key twice`() async throws {
      let violation = try await Trials.violation(
        of: readThroughProgram(Self.misses(2), CheckThenActCache.self))
      if Trials.canOverlap { #expect(violation?.contains(" values were computed for ") == true) }
    }

    @Test func `a key that is requested several times is computed once`() {
      let count = CacheAligned(Atomic<UInt64>(0))
      let computation = CacheComputation(steps: 1000, count: count.pointer)
      let cache = InFlightCache()
      let values = (0..<100).map { cache.value(for: $0 % 10, computation) }
      #expect(values == (0..<100).map { CacheComputation.expected($0 % 10) })
      let computed = count.pointer.pointee.load(ordering: .relaxed)
      #expect(computed == 10)
    }

    @Test func `tasks that request a key during its computation await the same task`() async {
      let count = CacheAligned(Atomic<UInt64>(0))
      let computation = CacheComputation(steps: 100_000, count: count.pointer)
      let cache = TaskCacheActor()
      let values = await withTaskGroup(of: UInt64.self) { group in
        for _ in 0..<16 { group.addTask { await cache.value(for: 7, computation) } }
        return await group.reduce(into: [UInt64]()) { $0.append($1) }
      }
      #expect(values == Array(repeating: CacheComputation.expected(7), count: 16))
      let computed = count.pointer.pointee.load(ordering: .relaxed)
      #expect(computed == 1)
    }

    @Test func `keys are spread over all shards`() {
      let cache = ShardedCache<PthreadMutex>()
      let shards = Set((0..<1000).map { UInt(bitPattern: cache.shard(of: $0)) })
      #expect(shards.count == 16)
    }
  }
}
