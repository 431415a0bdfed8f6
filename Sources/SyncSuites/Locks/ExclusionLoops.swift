public import CSyncShims
public import SyncPrimitives

/// What one thread did of trying.
@usableFromInline struct TryTally: Sendable {
  /// How often it tried.
  @usableFromInline var attempts: UInt64 = 0
  /// How often it was let in.
  @usableFromInline var acquired: UInt64 = 0

  /// Nothing yet.
  @inlinable init() {}
}

/// Tries to increment by one of several threads until the flag is raised; refused, it goes on with its
/// work outside and tries again.
@inlinable @inline(never)
func tryLoop<Exclusion: TryExclusion & ~Copyable>(
  _ exclusion: borrowing Exclusion, guarding value: UnsafeMutablePointer<UInt64>,
  until stop: UnsafePointer<UInt32>, insideSteps: UInt64, outsideSteps: UInt64
) -> TryTally {
  sync_align_code()
  var state = exclusion.makeThreadState()
  var tally = TryTally()
  while sync_flag_read(stop) == 0 {
    let isIn = exclusion.exclusivelyIfFree(&state) {
      incrementGuarded(value, workSteps: insideSteps)
    }
    if isIn { tally.acquired &+= 1 }
    tally.attempts &+= 1
    if outsideSteps > 0 { _ = sync_work(outsideSteps) }
  }
  exclusion.endThreadState(state)
  return tally
}

/// Sections in sections of one recursive primitive, by one of several threads until the flag is raised;
/// how many outermost ones it did.
///
/// Each level adds one once the levels within it have been left: a primitive that lets go at its first
/// release loses some of these.
@inlinable @inline(never)
func nestedLoop<Exclusion: MutualExclusion & ~Copyable>(
  _ exclusion: borrowing Exclusion, guarding value: UnsafeMutablePointer<UInt64>, depth: Int,
  until stop: UnsafePointer<UInt32>
) -> UInt64 {
  sync_align_code()
  var state = exclusion.makeThreadState()
  var done: UInt64 = 0
  while sync_flag_read(stop) == 0 {
    // The outermost section stands here, so that the loop is the lock's own.
    let outer = state
    exclusion.exclusively(&state) {
      if depth > 1 { nestedSection(exclusion, outer, guarding: value, depth: depth - 1) }
      incrementGuarded(value, workSteps: 0)
    }
    done &+= 1
  }
  exclusion.endThreadState(state)
  return done
}

/// A section within others, with `depth` - 1 sections in it.
///
/// A level works on a copy of the state: a recursive primitive knows its holder by the thread, not by what
/// the thread brings.
@inlinable @inline(never)
func nestedSection<Exclusion: MutualExclusion & ~Copyable>(
  _ exclusion: borrowing Exclusion, _ state: Exclusion.ThreadState,
  guarding value: UnsafeMutablePointer<UInt64>, depth: Int
) {
  var own = state
  exclusion.exclusively(&own) {
    if depth > 1 { nestedSection(exclusion, state, guarding: value, depth: depth - 1) }
    incrementGuarded(value, workSteps: 0)
  }
}

/// Many primitives in one array, each with a counter, each pair on cache lines of its own.
///
/// What a primitive keeps elsewhere, such as the word of one of our locks, is on lines of its own
/// already: an operation goes to the pair's line, and on from there.
@usableFromInline
struct LockArray<Exclusion: MutualExclusion & ~Copyable>: ~Copyable, @unchecked Sendable {
  /// How many there are.
  @usableFromInline let count: Int
  @usableFromInline let memory: UnsafeMutableRawPointer

  @inlinable static var counterOffset: Int { (MemoryLayout<Exclusion>.size + 7) / 8 * 8 }
  @inlinable static var bytes: Int { (counterOffset + 8 + 127) / 128 * 128 }

  /// Makes free primitives and counters at zero.
  ///
  /// - Complexity: O(count).
  @inlinable
  init(count: Int) {
    precondition(count > 0, "one lock at least")
    self.count = count
    memory = .allocate(byteCount: count * Self.bytes, alignment: 128)
    for index in 0..<count {
      let place = memory + index * Self.bytes
      place.bindMemory(to: Exclusion.self, capacity: 1).initialize(to: Exclusion())
      (place + Self.counterOffset).bindMemory(to: UInt64.self, capacity: 1).initialize(to: 0)
    }
  }

  /// Where a primitive is.
  @inlinable @inline(__always)
  func exclusion(_ index: Int) -> UnsafeMutablePointer<Exclusion> {
    (memory + index * Self.bytes).assumingMemoryBound(to: Exclusion.self)
  }

  /// Where its counter is.
  @inlinable @inline(__always)
  func counter(_ index: Int) -> UnsafeMutablePointer<UInt64> {
    (memory + index * Self.bytes + Self.counterOffset).assumingMemoryBound(to: UInt64.self)
  }

  /// What all counters show together; read it after every thread has stopped.
  ///
  /// - Complexity: O(count).
  @inlinable
  borrowing func total() -> UInt64 {
    (0..<count).reduce(0) { $0 &+ counter($1).pointee }
  }

  @inlinable
  deinit {
    for index in 0..<count { exclusion(index).deinitialize(count: 1) }
    memory.deallocate()
  }
}

/// Increments by one of several threads until the flag is raised, each of a counter drawn at random,
/// behind its own primitive; how many it did.
@inlinable @inline(never)
func manyLocksLoop<Exclusion: MutualExclusion & ~Copyable>(
  _ locks: borrowing LockArray<Exclusion>, until stop: UnsafePointer<UInt32>, seed: UInt64
) -> UInt64 {
  sync_align_code()
  // A thread's state serves every primitive of the type, one at a time.
  var state = locks.exclusion(0).pointee.makeThreadState()
  var random = Xorshift(seed: seed)
  let count = UInt64(locks.count)
  var done: UInt64 = 0
  while sync_flag_read(stop) == 0 {
    let index = Int(random.next(below: count))
    let counter = locks.counter(index)
    locks.exclusion(index).pointee.exclusively(&state) { incrementGuarded(counter, workSteps: 0) }
    done &+= 1
  }
  locks.exclusion(0).pointee.endThreadState(state)
  return done
}
