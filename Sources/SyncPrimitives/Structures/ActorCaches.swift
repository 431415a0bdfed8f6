/// A cache in an actor, which tasks await.
public protocol ActorCache: Actor {
  /// Makes an empty cache.
  init()

  /// The value of a key; the first task that asks for a missing value computes it, and other
  /// tasks that ask meanwhile await the result.
  func value(for key: Int, _ computation: CacheComputation) async -> UInt64
}

/// A dictionary in an actor, which also computes missing values and serves no other task meanwhile.
public actor DictionaryActor: ActorCache {
  private var entries: [Int: UInt64] = [:]

  /// Makes an empty cache.
  public init() {}

  /// The value of a key; nil if there is none.
  public func value(for key: Int) -> UInt64? { entries[key] }

  /// Stores a value.
  public func set(_ value: UInt64, for key: Int) { entries[key] = value }

  /// Finds or computes the value, without a suspension in between.
  public func value(for key: Int, _ computation: CacheComputation) -> UInt64 {
    if let found = entries[key] { return found }
    let value = computation.value(of: key)
    entries[key] = value
    return value
  }
}

/// A dictionary of values and of tasks that compute: the tasks that want the same key await the
/// same task.
///
/// Source: the sample of Apple's session "Protect mutable state with Swift actors" (WWDC 2021).
public actor TaskCacheActor: ActorCache {
  private enum Entry {
    case computing(Task<UInt64, Never>)
    case ready(UInt64)
  }

  private var entries: [Int: Entry] = [:]

  /// Makes an empty cache.
  public init() {}

  /// Finds the value, awaits the task that computes it, or starts such a task.
  public func value(for key: Int, _ computation: CacheComputation) async -> UInt64 {
    switch entries[key] {
    case .ready(let value): return value
    case .computing(let task): return await task.value
    case nil:
      let task = Task.detached { computation.value(of: key) }
      entries[key] = .computing(task)
      let value = await task.value
      entries[key] = .ready(value)
      return value
    }
  }
}

/// A negative control: an actor that awaits the computation between its lookup and its store.
///
/// An actor is reentrant: while one task awaits, another task also finds the key missing, and
/// computes the value again.
public actor ReentrantCacheActor: ActorCache {
  private var entries: [Int: UInt64] = [:]

  /// Makes an empty cache.
  public init() {}

  /// Looks the key up, awaits the computation, and stores the value.
  public func value(for key: Int, _ computation: CacheComputation) async -> UInt64 {
    if let found = entries[key] { return found }
    let value = await Self.compute(key, computation)
    entries[key] = value
    return value
  }

  /// Computes on no actor, and lets other tasks run first, as code that waits for a network does.
  private nonisolated static func compute(_ key: Int, _ computation: CacheComputation) async
    -> UInt64
  {
    await Task.yield()
    return computation.value(of: key)
  }
}
