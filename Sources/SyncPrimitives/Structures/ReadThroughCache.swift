public import CSyncShims
public import Glibc
public import Synchronization

/// A cache that computes a missing value once, for all threads that ask meanwhile.
public protocol ReadThroughCache: ~Copyable, Sendable {
  /// Makes an empty cache.
  init()

  /// The value of a key; the first thread that asks for a missing value computes it, and threads
  /// that ask meanwhile wait for it.
  borrowing func value(for key: Int, _ computation: CacheComputation) -> UInt64
}

/// The computation of a value from its key, with the count of computations.
public struct CacheComputation: @unchecked Sendable {
  @usableFromInline let steps: UInt64
  @usableFromInline let count: UnsafeMutablePointer<Atomic<UInt64>>

  /// Makes a computation that does `steps` steps of busy work and adds one to `count`.
  @inlinable
  public init(steps: UInt64, count: UnsafeMutablePointer<Atomic<UInt64>>) {
    self.steps = steps
    self.count = count
  }

  /// The right value of a key.
  @inlinable @inline(__always)
  public static func expected(_ key: Int) -> UInt64 { sync_mix_index(UInt64(key)) }

  /// Works, counts the computation, and returns the value.
  @inlinable @inline(__always)
  public func value(of key: Int) -> UInt64 {
    if steps > 0 { _ = sync_work(steps) }
    count.pointee.wrappingAdd(1, ordering: .relaxed)
    return Self.expected(key)
  }
}

/// Computes in the writer's section, after a second lookup, while no other thread is served.
extension GuardedCache: ReadThroughCache where Exclusion: ~Copyable {
  /// Looks the key up in a reader's section, and computes a missing value in a writer's section.
  @inlinable @inline(__always)
  public borrowing func value(for key: Int, _ computation: CacheComputation) -> UInt64 {
    if let found = value(for: key) { return found }
    var made: UInt64 = 0
    withUnsafeMutablePointer(to: &made) { made in
      // A submitted section may run after this call's variable is gone, so it leaves the value only
      // in the cache. The lookup below waits for the section.
      exclusion.write(
        ComputingSection(
          entries: entries.pointer, key: key, computation: computation,
          made: Exclusion.submitsWrites ? nil : made))
    }
    if Exclusion.submitsWrites { return value(for: key) ?? 0 }
    return made
  }
}

/// Computes in the key's shard, so that only threads with keys of that shard wait.
extension ShardedCache: ReadThroughCache where Exclusion: ~Copyable {
  /// Asks the key's shard.
  @inlinable @inline(__always)
  public borrowing func value(for key: Int, _ computation: CacheComputation) -> UInt64 {
    shard(of: key).pointee.value(for: key, computation)
  }
}

/// A section that looks a key up and stores a missing value.
public struct ComputingSection: GuardedSection, @unchecked Sendable {
  @usableFromInline let entries: UnsafeMutablePointer<[Int: UInt64]>
  @usableFromInline let key: Int
  @usableFromInline let computation: CacheComputation
  @usableFromInline let made: UnsafeMutablePointer<UInt64>?

  @inlinable
  init(
    entries: UnsafeMutablePointer<[Int: UInt64]>, key: Int, computation: CacheComputation,
    made: UnsafeMutablePointer<UInt64>?
  ) {
    self.entries = entries
    self.key = key
    self.computation = computation
    self.made = made
  }

  /// Whether the key is there.
  @inlinable public func read() -> Bool { entries.pointee[key] != nil }

  /// Computes and stores the value, unless another thread has stored it since the first lookup.
  @inlinable @inline(__always)
  public func write() {
    if let found = entries.pointee[key] {
      made?.pointee = found
      return
    }
    let value = computation.value(of: key)
    entries.pointee[key] = value
    made?.pointee = value
  }

  /// Calls ``read()``.
  @inlinable public func readRelaxed() -> Bool { read() }

  /// Calls ``write()``.
  @inlinable public func writeRelaxed() { write() }

  /// The section itself: there is one dictionary.
  @inlinable public func copy(_ index: Int) -> ComputingSection { self }
}

/// A dictionary whose entries are values, or marks of a computation under way: the computation is
/// outside the mutex, and only threads that want the same key wait.
///
/// The threads wait on one condition variable for all keys, and check their key again whenever a
/// computation has ended.
public struct InFlightCache: ReadThroughCache, ~Copyable {
  @usableFromInline
  enum Entry {
    case computing
    case ready(UInt64)
  }

  /// The shared state of the threads, on cache lines of its own.
  @usableFromInline
  struct Shared {
    @usableFromInline var mutex = pthread_mutex_t()
    @usableFromInline var isReady = pthread_cond_t()
    @usableFromInline var entries: [Int: Entry] = [:]

    @inlinable init() {}
  }

  @usableFromInline let shared: CacheAligned<Shared>

  /// Makes an empty cache.
  @inlinable
  public init() {
    shared = CacheAligned(Shared())
    pthread_mutex_init(&shared.pointer.pointee.mutex, nil)
    pthread_cond_init(&shared.pointer.pointee.isReady, nil)
  }

  /// Finds the value, waits for it, or marks the key as being computed and computes the value.
  @inlinable @inline(__always)
  public borrowing func value(for key: Int, _ computation: CacheComputation) -> UInt64 {
    let shared = self.shared.pointer
    pthread_mutex_lock(&shared.pointee.mutex)
    while let entry = shared.pointee.entries[key] {
      if case .ready(let value) = entry {
        pthread_mutex_unlock(&shared.pointee.mutex)
        return value
      }
      pthread_cond_wait(&shared.pointee.isReady, &shared.pointee.mutex)
    }
    shared.pointee.entries[key] = .computing
    pthread_mutex_unlock(&shared.pointee.mutex)
    let value = computation.value(of: key)
    pthread_mutex_lock(&shared.pointee.mutex)
    shared.pointee.entries[key] = .ready(value)
    pthread_mutex_unlock(&shared.pointee.mutex)
    pthread_cond_broadcast(&shared.pointee.isReady)
    return value
  }

  @inlinable
  deinit {
    pthread_cond_destroy(&shared.pointer.pointee.isReady)
    pthread_mutex_destroy(&shared.pointer.pointee.mutex)
  }
}
