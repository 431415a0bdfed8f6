import BenchmarkModel
import BenchmarkRunner
import CSyncShims
import SyncPrimitives

/// A cache, its keys, and what each thread knows of those of its own.
final class CacheBox<Cache: Sendable & ~Copyable>: Sendable {
  let cache: Cache
  let keys: CacheKeys
  private let threads: [CacheThread]
  private let writePermille: UInt64
  private let seed: UInt64
  private let trial = MutexProtected(CacheTally())

  init(_ context: CaseContext, _ cache: consuming Cache) {
    let count = context.value("threads", default: 1)
    self.cache = cache
    keys = CacheKeys(
      count: context.value("keys", default: 1000), threads: count,
      skewPercent: context.value("skew", default: 0), seed: context.seed)
    let countOfEach = keys.countOfEach
    threads = (0..<count).map { _ in CacheThread(keys: countOfEach) }
    writePermille = UInt64(context.value("write-permille", default: 500))
    seed = context.seed
  }

  /// What a thread knows of its own keys.
  func own(_ thread: TrialThread) -> CacheThread { threads[thread.index] }

  /// How a thread goes through the keys.
  func walk(_ thread: TrialThread) -> CacheWalk {
    CacheWalk(
      thread: thread.index, place: keys.start(of: thread.index, of: threads.count),
      writePermille: writePermille, seed: sync_mix_index(seed &+ UInt64(thread.index)))
  }

  /// Adds a thread's tally; its operations.
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
  var firstValues: [(key: Int, value: UInt64)] {
    (0..<keys.count).map { ($0, CacheValue.of(key: $0, version: 0)) }
  }

  /// How many keys have not the value that their owner stored last; a key of no thread's has its first.
  func lost(_ value: (_ key: Int) -> UInt64?) -> Int {
    let owners = keys.count / keys.countOfEach
    return (0..<keys.count).count { key in
      let owner = key % owners
      let version = owner < threads.count ? threads[owner].version(of: key / owners) : 0
      return value(key) != CacheValue.of(key: key, version: version)
    }
  }

  /// Concludes a trial after which so many keys had not the value that was stored last.
  func conclude(lost: Int) -> TrialConclusion {
    let tally = trial.take(leaving: CacheTally())
    return TrialConclusion(
      operations: tally.reads &+ tally.writes, violation: fault(tally, lost: lost, of: keys.count))
  }
}

/// What is wrong with what threads found in a cache and left there, nil where it was what they had stored.
func fault(_ tally: CacheTally, lost: Int, of keys: Int) -> String? {
  var faults: [String] = []
  if tally.wrong > 0 {
    faults.append("\(tally.wrong) of \(tally.reads) lookups found nothing, or another key's value")
  }
  if tally.stale > 0 {
    faults.append(
      "\(tally.stale) of \(tally.reads) lookups found an older value than their thread had stored")
  }
  if lost > 0 { faults.append("\(lost) of \(keys) keys have not the value that was stored last") }
  return faults.isEmpty ? nil : faults.joined(separator: "; ")
}

/// The program of threads that each look keys up and store values until they are stopped.
@inline(__always)
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

/// The program of tasks that do the same with an actor; a thread of ours starts each and sleeps until it has ended.
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
