public import Dispatch

/// `sync` on a private concurrent queue: it excludes no other `sync`, so each thread counts for itself.
public struct ConcurrentQueueSyncCounter: SharedCounter, ~Copyable {
  @usableFromInline
  let queue = DispatchQueue(label: "syncbench.concurrent", attributes: .concurrent)
  @usableFromInline let shards = ThreadShards<UInt64>()

  /// Makes a counter at zero.
  @inlinable public init() {}

  /// The calling thread's own count.
  @inlinable
  public borrowing func makeThreadState() -> ThreadShards<UInt64>.Shard { shards.makeShard(0) }

  /// Nothing to end: the shard keeps its count.
  @inlinable public borrowing func endThreadState(_ state: ThreadShards<UInt64>.Shard) {}

  /// Adds one to the thread's count inside `sync`.
  @inlinable @inline(__always)
  public borrowing func increment(
    _ state: inout ThreadShards<UInt64>.Shard, workSteps: UInt64
  ) {
    let shard = state
    queue.sync { incrementGuarded(shard, workSteps: workSteps) }
  }

  /// What all threads counted.
  @inlinable public borrowing func total() -> UInt64 { shards.total { $0 } }
}
