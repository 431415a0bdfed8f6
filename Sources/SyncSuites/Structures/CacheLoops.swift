import CSyncShims
import SyncPrimitives

/// What one thread did with a cache.
struct CacheTally: Sendable, Equatable {
  /// Lookups.
  var reads: UInt64 = 0
  /// Values stored.
  var writes: UInt64 = 0
  /// Lookups that found nothing, or another key's value.
  var wrong: UInt64 = 0
  /// Lookups of a key of the thread's own that found another value than it had stored last.
  var stale: UInt64 = 0
  /// Lookups of keys that nobody had asked for before this thread or another.
  var misses: UInt64 = 0

  /// Counts a lookup.
  @inline(__always)
  mutating func note(_ found: UInt64?, of key: Int, stored version: UInt32?) {
    reads &+= 1
    guard let found, found &>> 32 == UInt64(truncatingIfNeeded: key) else {
      wrong &+= 1
      return
    }
    if let version, version != UInt32(truncatingIfNeeded: found) { stale &+= 1 }
  }
}

/// How a thread goes through the keys.
struct CacheWalk: Sendable {
  let thread: Int
  var place: Int
  var draw: ReadMixDraw

  /// Begins at a thread's own place.
  init(thread: Int, place: Int, writePermille: UInt64, seed: UInt64) {
    self.thread = thread
    self.place = place
    draw = ReadMixDraw(readPermille: 1000 - min(1000, writePermille), seed: seed)
  }
}

/// Looks keys up and stores values by one of several threads until the flag is raised, and compares what it finds
/// with what it stored.
///
/// A thread that only submits its values waits for them after every 256 of its own.
@inline(never)
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
    let key = keys.key(at: walk.place)
    walk.place &+= 1
    let number = key &>> shift
    if walk.draw.isRead() {
      let isOwn = key & keys.ownerMask == walk.thread
      tally.note(cache.value(for: key), of: key, stored: isOwn ? versions[number] : nil)
    } else {
      // The nearest key of its own: as likely as the drawn one, or nearly.
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

/// The same by one of several tasks with a dictionary in an actor.
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
    let key = keys.key(at: walk.place)
    walk.place &+= 1
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

/// Which keys a thread asks a read-through cache for.
struct ReadThroughWalk: Sendable {
  /// How many keys, from 0, are there from the start.
  let hits: UInt64
  /// The first of the keys that are not: every thread asks for them in turn.
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

  /// The next key, of which so many were not there from the start.
  @inline(__always)
  mutating func next(_ misses: inout UInt64) -> Int {
    if draw.isRead() { return Int(random.next(below: hits)) }
    defer { misses &+= 1 }
    return firstMiss &+ Int(misses)
  }
}

/// Asks a read-through cache for keys by one of several threads until the flag is raised.
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

/// The same by one of several tasks with a cache in an actor.
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
