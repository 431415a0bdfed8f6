public import CSyncShims
public import SyncPrimitives

/// Many primitives in one array, each with a counter, each pair on cache lines of its own.
///
/// What a primitive keeps elsewhere, such as the word of one of our locks, is on lines of its own
/// already: an operation goes to the pair's line, and on from there.
public struct LockArray<Exclusion: MutualExclusion & ~Copyable>: ~Copyable, @unchecked Sendable {
  /// How many there are.
  public let count: Int
  @usableFromInline let memory: UnsafeMutableRawPointer

  @inlinable static var counterOffset: Int { (MemoryLayout<Exclusion>.size + 7) / 8 * 8 }
  @inlinable static var bytes: Int { (counterOffset + 8 + 127) / 128 * 128 }

  /// Makes free primitives and counters at zero.
  ///
  /// - Complexity: O(count).
  @inlinable
  public init(count: Int) {
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
  public borrowing func total() -> UInt64 {
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
public func manyLocksLoop<Exclusion: MutualExclusion & ~Copyable>(
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
