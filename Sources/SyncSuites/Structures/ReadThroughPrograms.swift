import BenchmarkRunner
import CSyncShims
import SyncPrimitives
import Synchronization

/// The walk of a thread through the keys of a read-through cache.
struct ReadThroughWalk: Sendable {
  /// The number of keys that are in the cache from the start; the keys are numbered from 0.
  let hits: UInt64
  /// The first key that is not in the cache at the beginning of the trial.
  ///
  /// Every thread asks for this key and the keys after it, in order.
  let firstMiss: Int
  var draw: ReadMixDraw
  var random: Xorshift

  /// Makes a walk with a share of misses in thousandths.
  init(hits: Int, firstMiss: Int, missPermille: UInt64, seed: UInt64) {
    self.hits = UInt64(hits)
    self.firstMiss = firstMiss
    draw = ReadMixDraw(readPermille: 1000 - min(1000, missPermille), seed: seed)
    random = Xorshift(seed: seed)
  }

  /// The next key.
  ///
  /// A key that is not in the cache from the start raises `misses`.
  @inline(__always)
  mutating func next(_ misses: inout UInt64) -> Int {
    if draw.isRead() { return Int(random.next(below: hits)) }
    defer { misses &+= 1 }
    return firstMiss &+ Int(misses)
  }
}

/// Asks a read-through cache for keys until `stop` is raised, as one of several threads.
@inline(never)
func readThroughLoop<Cache: ReadThroughCache & ~Copyable>(
  _ cache: borrowing Cache, _ computation: CacheComputation, walk: ReadThroughWalk,
  until stop: UnsafePointer<UInt32>
) -> CacheTally {
  sync_align_code()
  var walk = walk
  var tally = CacheTally()
  while sync_flag_read(stop) == 0 {
    let key = walk.next(&tally.misses)
    if cache.value(for: key, computation) != CacheComputation.expected(key) { tally.wrong &+= 1 }
    tally.reads &+= 1
  }
  return tally
}

/// The counterpart of `readThroughLoop` for one of several tasks, with a cache in an actor.
@inline(never)
func actorReadThroughLoop<Cache: ActorCache>(
  _ cache: Cache, _ computation: CacheComputation, walk: ReadThroughWalk,
  until stop: UnsafePointer<UInt32>
) async -> CacheTally {
  var walk = walk
  var tally = CacheTally()
  while sync_flag_read(stop) == 0 {
    let key = walk.next(&tally.misses)
    let value = await cache.value(for: key, computation)
    if value != CacheComputation.expected(key) { tally.wrong &+= 1 }
    tally.reads &+= 1
  }
  return tally
}

/// The check of a read-through cache: as many values are computed as there are new keys.
final class ReadThroughCheck: Sendable {
  /// The number of keys that are in the cache from the start.
  static let hits = 1000

  let threads: Int
  private let computed = CacheAligned(Atomic<UInt64>(0))
  private let steps: UInt64
  private let missPermille: UInt64
  private let seed: UInt64
  private let wrong = MutexProtected<UInt64>(0)
  private let misses: ThreadNumbers
  private let firstMiss = MutexProtected(ReadThroughCheck.hits)

  init(_ context: CaseContext) {
    threads = context.value("threads", default: 1)
    steps = context.workSteps("compute")
    missPermille = UInt64(context.value("miss-permille", default: 100))
    seed = context.seed
    misses = ThreadNumbers(threads: threads)
  }

  /// A computation without work, for the keys that are in the cache from the start.
  var first: CacheComputation { CacheComputation(steps: 0, count: computed.pointer) }

  /// The computation that is timed.
  var timed: CacheComputation { CacheComputation(steps: steps, count: computed.pointer) }

  /// Forgets the computations before the first trial.
  func begin() { computed.pointer.pointee.store(0, ordering: .relaxed) }

  /// The walk of a thread through the keys.
  ///
  /// All threads ask for the same new keys, in the same order.
  func walk(_ thread: TrialThread) -> ReadThroughWalk {
    ReadThroughWalk(
      hits: Self.hits, firstMiss: firstMiss.get(), missPermille: missPermille,
      seed: sync_mix_index(seed &+ UInt64(thread.index)))
  }

  /// Adds a thread's tally, and returns the thread's operations.
  func add(_ tally: CacheTally, _ thread: TrialThread) -> UInt64 {
    wrong.withLock { $0 &+= tally.wrong }
    misses.note(tally.misses, thread: thread.index)
    return tally.reads
  }

  /// Concludes a trial.
  ///
  /// The new keys of the next trial follow those of this trial.
  func conclude(_ operations: [UInt64]) -> TrialConclusion {
    // Every thread asks for the new keys in order, so the thread that came furthest asked for
    // every new key of the trial.
    let keys = misses.take().max() ?? 0
    firstMiss.withLock { $0 += Int(keys) }
    let computed = self.computed.pointer.pointee.exchange(0, ordering: .relaxed)
    let wrong = self.wrong.take(leaving: 0)
    let done = operations.reduce(0, &+)
    var conclusion = TrialConclusion(operations: done)
    if wrong > 0 {
      conclusion.violation = "\(wrong) of \(done) lookups gave another value than the key's"
    } else if computed != keys {
      conclusion.violation = "\(computed) values were computed for \(keys) keys"
    }
    conclusion.observations = [("computed", Double(computed))]
    return conclusion
  }
}

/// The program of threads that ask a read-through cache until they are stopped.
@inline(__always)
func readThroughProgram<Cache: ReadThroughCache & ~Copyable>(
  _ context: CaseContext, _ type: Cache.Type
) -> TrialProgram {
  let check = ReadThroughCheck(context)
  let cache = Cache()
  for key in 0..<ReadThroughCheck.hits { _ = cache.value(for: key, check.first) }
  check.begin()
  return TrialProgram(threadCount: check.threads) { thread in
    let tally = readThroughLoop(
      cache, check.timed, walk: check.walk(thread), until: thread.stop)
    return check.add(tally, thread)
  } conclude: {
    check.conclude($0)
  }
}

/// The program of tasks that ask a cache in an actor.
///
/// For each task, a thread starts the task and sleeps until the task has ended.
@inline(__always)
func actorReadThroughProgram<Cache: ActorCache>(
  _ context: CaseContext, _ type: Cache.Type
) -> TrialProgram {
  let check = ReadThroughCheck(context)
  let cache = Cache()
  untilTaskEnds(leaving: ()) {
    for key in 0..<ReadThroughCheck.hits { _ = await cache.value(for: key, check.first) }
  }
  check.begin()
  return TrialProgram(threadCount: check.threads) { thread in
    untilTaskEnds(leaving: 0) {
      let tally = await actorReadThroughLoop(
        cache, check.timed, walk: check.walk(thread), until: thread.stop)
      return check.add(tally, thread)
    }
  } conclude: {
    check.conclude($0)
  }
}
