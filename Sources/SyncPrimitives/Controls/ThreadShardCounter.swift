/// A counter with a part for each thread, on its own cache lines: the cost of counting without
/// sharing.
///
/// Plain loads and stores are enough: a part has one writer, and the sum is read after every thread
/// has stopped.
public struct ThreadShardCounter: SharedCounter, ~Copyable {
  @usableFromInline let shards = ThreadShards<UInt64>()

  /// Makes a counter without parts.
  @inlinable public init() {}

  /// Makes the calling thread's part.
  @inlinable
  public borrowing func makeThreadState() -> ThreadShards<UInt64>.Shard { shards.makeShard(0) }

  /// Adds one to the thread's part.
  @inlinable @inline(__always)
  public borrowing func increment(_ shard: inout ThreadShards<UInt64>.Shard, workSteps: UInt64) {
    incrementGuarded(shard, workSteps: workSteps)
  }

  /// The sum of all parts.
  @inlinable public borrowing func total() -> UInt64 { shards.total { $0 } }
}
