public import BenchmarkRunner
public import CSyncShims
public import SyncPrimitives

/// The tally of one thread's operations on a cache.
@usableFromInline struct CacheTally: Sendable, Equatable {
  /// The number of lookups.
  @usableFromInline var reads: UInt64 = 0
  /// The number of stored values.
  @usableFromInline var writes: UInt64 = 0
  /// The number of lookups that found nothing, or another key's value.
  @usableFromInline var wrong: UInt64 = 0
  /// The number of lookups of the thread's own keys that found another value than the thread had
  /// stored last.
  @usableFromInline var stale: UInt64 = 0
  /// The number of lookups of keys that were not in the cache when the trial began.
  @usableFromInline var misses: UInt64 = 0

  /// Makes an empty tally.
  @inlinable init() {}

  /// Counts a lookup.
  @inlinable @inline(__always)
  mutating func note(_ found: UInt64?, of key: Int, stored version: UInt32?) {
    reads &+= 1
    guard let found, found &>> 32 == UInt64(truncatingIfNeeded: key) else {
      wrong &+= 1
      return
    }
    if let version, version != UInt32(truncatingIfNeeded: found) { stale &+= 1 }
  }
}

/// A walk of a thread through the keys.
@usableFromInline struct CacheWalk: Sendable {
  @usableFromInline let thread: Int
  /// The position of the walk in the order of the keys.
  @usableFromInline var position: Int
  @usableFromInline var draw: ReadMixDraw
}

/// Looks keys up and stores values until `stop` is raised, as one of several threads, and
/// compares the values found with the values stored.
///
/// If a store only submits the value, the thread waits for its stores after every 256 stores.
@inlinable @inline(never)
func cacheLoop<Cache: KeyedCache & ~Copyable>(
  _ cache: borrowing Cache, keys: borrowing CacheKeys, own: CacheThread,
  walk: CacheWalk, until stop: UnsafePointer<UInt32>
) -> CacheTally {
  sync_align_code()
  var walk = walk
  var tally = CacheTally()
  let versions = own.versions
  let shift = (keys.ownerMask &+ 1).trailingZeroBitCount
  while sync_flag_read(stop) == 0 {
    let key = keys.key(at: walk.position)
    walk.position &+= 1
    let number = key &>> shift
    if walk.draw.isRead() {
      let isOwn = key & keys.ownerMask == walk.thread
      tally.note(cache.value(for: key), of: key, stored: isOwn ? versions[number] : nil)
    } else {
      // The thread's own key in the drawn key's group, which has one key of each owner. A group's
      // keys are about equally likely, except under Zipf's law in the first groups.
      let mine = number &<< shift | walk.thread
      versions[number] &+= 1
      cache.set(CacheValue.of(key: mine, version: versions[number]), for: mine)
      tally.writes &+= 1
      if Cache.submitsWrites, tally.writes & 255 == 0 { cache.drain() }
    }
  }
  cache.drain()
  return tally
}

/// The counterpart of `cacheLoop` for one of several tasks, with a dictionary in an actor.
@inline(never)
func actorCacheLoop(
  _ cache: DictionaryActor, keys: borrowing CacheKeys, own: CacheThread,
  walk: CacheWalk, until stop: UnsafePointer<UInt32>
) async -> CacheTally {
  var walk = walk
  var tally = CacheTally()
  let versions = own.versions
  let shift = (keys.ownerMask &+ 1).trailingZeroBitCount
  while sync_flag_read(stop) == 0 {
    let key = keys.key(at: walk.position)
    walk.position &+= 1
    let number = key &>> shift
    if walk.draw.isRead() {
      let isOwn = key & keys.ownerMask == walk.thread
      let found = await cache.value(for: key)
      tally.note(found, of: key, stored: isOwn ? versions[number] : nil)
    } else {
      let mine = number &<< shift | walk.thread
      versions[number] &+= 1
      await cache.set(CacheValue.of(key: mine, version: versions[number]), for: mine)
      tally.writes &+= 1
    }
  }
  return tally
}

/// A cache, its keys, and the versions of each thread's own keys.
@usableFromInline
final class CacheBox<Cache: Sendable & ~Copyable>: Sendable {
  @usableFromInline let cache: Cache
  @usableFromInline let keys: CacheKeys
  private let threads: [CacheThread]
  private let writePermille: UInt64
  private let seed: UInt64
  private let trial = MutexProtected(CacheTally())

  @usableFromInline
  init(_ context: CaseContext, _ cache: consuming Cache) {
    let count = context.value("threads", default: 1)
    self.cache = cache
    keys = CacheKeys(
      count: context.value("keys", default: 1000), threads: count,
      skewPercent: context.value("skew", default: 0), seed: context.seed)
    let countOfEach = keys.countOfEach
    threads = (0..<count).map { _ in CacheThread(keys: countOfEach) }
    writePermille = 1000 - UInt64(context.value("read-permille", default: 500))
    seed = context.seed
  }

  /// The versions of a thread's own keys.
  @usableFromInline
  func own(_ thread: TrialThread) -> CacheThread { threads[thread.index] }

  /// The walk of a thread through the keys.
  @usableFromInline
  func walk(_ thread: TrialThread) -> CacheWalk {
    CacheWalk(
      thread: thread.index, position: keys.start(of: thread.index, of: threads.count),
      draw: ReadMixDraw(
        readPermille: 1000 - min(1000, writePermille),
        seed: sync_mix_index(seed &+ UInt64(thread.index))))
  }

  /// Adds a thread's tally, and returns the thread's operations.
  @usableFromInline
  func add(_ tally: CacheTally) -> UInt64 {
    trial.withLock { trial in
      trial.reads &+= tally.reads
      trial.writes &+= tally.writes
      trial.wrong &+= tally.wrong
      trial.stale &+= tally.stale
    }
    return tally.reads &+ tally.writes
  }

  /// The first value of every key.
  @usableFromInline
  var firstValues: [(key: Int, value: UInt64)] {
    (0..<keys.count).map { ($0, CacheValue.of(key: $0, version: 0)) }
  }

  /// The number of keys without the value that their owner stored last.
  ///
  /// A key without an owner must have its first value.
  @usableFromInline
  func lost(_ value: (_ key: Int) -> UInt64?) -> Int {
    let owners = keys.count / keys.countOfEach
    return (0..<keys.count).count { key in
      let owner = key % owners
      let version = owner < threads.count ? threads[owner].version(of: key / owners) : 0
      return value(key) != CacheValue.of(key: key, version: version)
    }
  }

  /// Concludes a trial after which `lost` keys did not have the value that was stored last.
  @usableFromInline
  func conclude(lost: Int) -> TrialConclusion {
    let tally = trial.take(leaving: CacheTally())
    return TrialConclusion(
      operations: tally.reads &+ tally.writes, violation: fault(tally, lost: lost, of: keys.count))
  }
}

/// The faults in the values of a cache; nil if there are none.
func fault(_ tally: CacheTally, lost: Int, of keys: Int) -> String? {
  var faults: [String] = []
  if tally.wrong > 0 {
    faults.append("\(tally.wrong) of \(tally.reads) lookups found nothing, or another key's value")
  }
  if tally.stale > 0 {
    faults.append(
      "\(tally.stale) of \(tally.reads) lookups found an older value than their thread had stored")
  }
  if lost > 0 { faults.append("\(lost) of \(keys) keys do not have the value stored last") }
  return faults.isEmpty ? nil : faults.joined(separator: "; ")
}

/// The program of threads that each look keys up and store values until they are stopped.
@inlinable @inline(__always)
func cacheProgram<Cache: KeyedCache & ~Copyable>(
  _ context: CaseContext, _ type: Cache.Type
) -> TrialProgram {
  let box = CacheBox(context, Cache())
  for first in box.firstValues { box.cache.set(first.value, for: first.key) }
  box.cache.drain()
  return TrialProgram(threadCount: context.value("threads", default: 1)) { thread in
    box.add(
      cacheLoop(
        box.cache, keys: box.keys, own: box.own(thread), walk: box.walk(thread), until: thread.stop)
    )
  } conclude: { _ in
    box.conclude(lost: box.lost { box.cache.value(for: $0) })
  }
}

/// The program of tasks that use a cache in an actor.
///
/// For each task, a thread starts the task and sleeps until the task has ended.
func actorCacheProgram(_ context: CaseContext) -> TrialProgram {
  let box = CacheBox(context, DictionaryActor())
  let firsts = box.firstValues
  untilTaskEnds(leaving: ()) {
    for first in firsts { await box.cache.set(first.value, for: first.key) }
  }
  return TrialProgram(threadCount: context.value("threads", default: 1)) { thread in
    untilTaskEnds(leaving: 0) {
      box.add(
        await actorCacheLoop(
          box.cache, keys: box.keys, own: box.own(thread), walk: box.walk(thread),
          until: thread.stop))
    }
  } conclude: { _ in
    let count = box.keys.count
    let values = untilTaskEnds(leaving: [UInt64?]()) {
      var values: [UInt64?] = []
      for key in 0..<count { values.append(await box.cache.value(for: key)) }
      return values
    }
    return box.conclude(lost: box.lost { values[$0] })
  }
}
