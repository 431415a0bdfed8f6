/// The values of threads that need no exclusion, each value on cache lines of its own.
public struct ThreadShards<Value: BitwiseCopyable & Sendable>: ~Copyable, Sendable {
  /// One thread's value.
  public typealias Shard = UnsafeMutablePointer<Value>

  @usableFromInline let shards = MutexProtected<[ShardMemory<Value>]>([])

  /// Makes an empty set.
  @inlinable public init() {}

  /// Adds a shard for the calling thread.
  @inlinable
  public borrowing func makeShard(_ value: Value) -> Shard {
    let memory = ShardMemory(value)
    shards.withLock { $0.append(memory) }
    return memory.value.pointer
  }

  /// The sum of the numbers that `part` takes from each shard, to be read after every thread has
  /// stopped.
  @inlinable
  public borrowing func total(_ part: (Value) -> UInt64) -> UInt64 {
    shards.withLock { $0.reduce(0) { $0 &+ part($1.value.pointer.pointee) } }
  }
}

/// The memory of a shard, which lasts as long as the set.
@usableFromInline
final class ShardMemory<Value: BitwiseCopyable & Sendable>: Sendable {
  @usableFromInline let value: CacheAligned<Value>
  @usableFromInline init(_ value: Value) { self.value = CacheAligned(value) }
}
