import BenchmarkModel
import BenchmarkRunner
import CSyncShims
import SyncPrimitives

/// Gets keys until `stop` is raised, as one of several threads, and compares each value with the
/// right value of the key.
@inline(never)
func lruLoop<Exclusion: MutualExclusion & ~Copyable>(
  _ cache: borrowing LRUCache<Exclusion>, keys: borrowing CacheKeys, from start: Int,
  until stop: UnsafePointer<UInt32>
) -> CacheTally {
  sync_align_code()
  var position = start
  var tally = CacheTally()
  while sync_flag_read(stop) == 0 {
    let key = keys.key(at: position)
    position &+= 1
    if cache.value(for: key) != sync_mix_index(UInt64(key)) { tally.wrong &+= 1 }
    tally.reads &+= 1
  }
  return tally
}

/// A cache, its keys, and the number of wrong values that threads got.
final class LRUBox<Exclusion: MutualExclusion & ~Copyable>: Sendable
where Exclusion.ThreadState == Void {
  let cache: LRUCache<Exclusion>
  let keys: CacheKeys
  let wrong = MutexProtected<UInt64>(0)

  init(_ context: CaseContext) {
    cache = LRUCache(capacity: context.value("capacity", default: 1000))
    keys = CacheKeys(
      count: context.value("keys", default: 2000), threads: 1, skewPercent: 99, seed: context.seed)
  }

  /// Concludes a trial.
  ///
  /// Check: each get gave its key's value, the cache counted each get, and the order of use has
  /// each key once.
  func conclude(_ operations: [UInt64]) -> TrialConclusion {
    let done = operations.reduce(0, &+)
    let (wrong, counts) = (self.wrong.take(leaving: 0), cache.takeCounts())
    let fault =
      wrong > 0
      ? "\(wrong) of \(done) gets gave another value than the key's"
      : counts.lookups != done
        ? "the cache counted \(counts.lookups) of \(done) gets"
        : cache.isSound() ? nil : "the order of use does not have each key once"
    var conclusion = TrialConclusion(operations: done, violation: fault)
    let hits = Double(counts.lookups &- counts.misses)
    conclusion.observations = present([("hit_share", ratio(hits, to: counts.lookups))])
    return conclusion
  }
}

/// The program of threads that get keys until they are stopped.
@inline(__always)
func lruProgram<Exclusion: MutualExclusion & ~Copyable>(
  _ context: CaseContext, _ type: Exclusion.Type
) -> TrialProgram where Exclusion.ThreadState == Void {
  let box = LRUBox<Exclusion>(context)
  let threads = context.value("threads", default: 2)
  return TrialProgram(threadCount: threads) { thread in
    let start = box.keys.start(of: thread.index, of: threads)
    let tally = lruLoop(box.cache, keys: box.keys, from: start, until: thread.stop)
    box.wrong.withLock { $0 &+= tally.wrong }
    return tally.reads
  } conclude: {
    box.conclude($0)
  }
}

extension StructuresSuite {
  static let lru = Workload.shared(
    "lru", "one get of a key, which becomes the newest; a missing key replaces the oldest",
    tier: .standard, axes: [.twoThreadsFirst, .lruCapacity, .lruKeys], launchLimit: 8,
    [
      lruLine("mutex", "behind Synchronization.Mutex", .futex, StandardMutex.self),
      lruLine("pthread-mutex", "behind a pthread mutex", .pthread, PthreadMutex.self),
      lruLine("nio-lock", "behind NIOLock", .pthread, NIOLockExclusion.self),
      lruLine("unfair-futex-owner", "behind a futex mutex", .futex, UnfairOwnerFutex.self),
      lruLine("spin-park-futex", "behind a mutex that spins first", .futex, SpinParkFutex.self),
      lruLine("ticket", "behind a fair spinlock", .spinlock, TicketLock.self),
      lruLine("serial-queue-sync", "by a queue's sync", .serialQueue, SerialQueueSync.self),
    ])

  @inline(__always)
  private static func lruLine<Exclusion: MutualExclusion & ~Copyable>(
    _ name: String, _ summary: String, _ family: PrimitiveFamily, _ lock: Exclusion.Type
  ) -> MeasuredPrimitive where Exclusion.ThreadState == Void {
    MeasuredPrimitive(name, summary, family: family.rawValue) { lruProgram($0, lock) }
  }
}

extension Axis {
  /// The number of keys that the cache holds.
  fileprivate static let lruCapacity = Axis(
    "capacity", .count, headline: [1000], standard: [100, 1000], thorough: [100, 1000, 100_000])

  /// The number of keys that threads ask for: ten times as many as the cache holds, or just as
  /// many.
  fileprivate static let lruKeys = Axis("keys", .count) { tier, _, earlier in
    let capacity = earlier["capacity"] ?? 1000
    return tier == .headline ? [10 * capacity] : [capacity, 10 * capacity]
  }
}
