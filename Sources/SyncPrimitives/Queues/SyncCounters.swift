public import CSyncShims
public import Dispatch

/// The context of a C work function: its counter and its work.
///
/// Each call has its own context on the caller's stack, like a closure's captures. With a shared
/// context, every caller would write its `workSteps` to one cache line, even while it has to wait
/// for the queue.
@usableFromInline
struct FunctionContext {
  @usableFromInline let value: UnsafeMutablePointer<UInt64>
  @usableFromInline let workSteps: UInt64

  @inlinable
  init(value: UnsafeMutablePointer<UInt64>, workSteps: UInt64) {
    self.value = value
    self.workSteps = workSteps
  }
}

/// The work function: it counts and works as the Swift closures do.
@usableFromInline
func incrementFunction(_ context: UnsafeMutableRawPointer?) {
  guard let context = context?.assumingMemoryBound(to: FunctionContext.self) else { return }
  incrementGuarded(context.pointee.value, workSteps: context.pointee.workSteps)
}

/// A C queue that is released with its owner.
@usableFromInline
struct FunctionQueue: ~Copyable, @unchecked Sendable {
  @usableFromInline let queue: sync_queue_t?

  @usableFromInline
  init(isConcurrent: Bool) {
    queue = isConcurrent ? sync_concurrent_queue("syncbench.c") : sync_serial_queue("syncbench.c")
  }

  /// Makes `depth` serial queues, each of which runs its items on the next, and keeps the first.
  @usableFromInline
  init(chainOf depth: Int) {
    var first: sync_queue_t? = sync_serial_queue("syncbench.c")
    for _ in 1..<depth {
      let new: sync_queue_t? = sync_serial_queue_on("syncbench.c", first)
      // The new queue retains its target from here on.
      sync_dispatch_release(first)
      first = new
    }
    queue = first
  }

  @usableFromInline deinit { sync_dispatch_release(queue) }
}

/// `dispatch_sync_f`, or on a concurrent queue `dispatch_barrier_sync_f`: the cost of `queue.sync`
/// without the Swift overlay.
public struct SyncFunctionCounter<Kind: QueueKind>: SharedCounter, ~Copyable {
  @usableFromInline let queue: FunctionQueue
  @usableFromInline let value = CacheAligned<UInt64>(0)

  /// The declared behaviour on a serial queue.
  public static var traits: LockTraits {
    LockTraits(order: .fifo, relock: .traps, wraps: "serial-queue-sync", module: "Dispatch")
  }

  /// Makes a counter at zero.
  @inlinable public init() { queue = FunctionQueue(isConcurrent: Kind.isConcurrent) }

  /// Makes a counter at zero behind the first of `depth` serial queues, each of which has the next
  /// for its target.
  public init(depth: Int) where Kind == Serial { queue = FunctionQueue(chainOf: depth) }

  /// Adds one inside the call.
  @inlinable @inline(__always)
  public borrowing func increment(_ state: inout Void, workSteps: UInt64) {
    var context = FunctionContext(value: value.pointer, workSteps: workSteps)
    // Without `sync_mark`, the optimiser would merge the measured loop of this increment with that
    // of a C lock, because the loops differ only in the function that they call. The merged loop
    // would call the function through a pointer.
    if Kind.isConcurrent { sync_mark(3) }
    Kind.syncFunction(queue, &context, incrementFunction)
  }

  /// The sum of all increments.
  @inlinable public borrowing func total() -> UInt64 { value.pointer.pointee }
}

/// `dispatch_sync_f` on a concurrent queue, which excludes no thread, so each thread counts
/// separately.
public struct ConcurrentQueueSyncFunctionCounter: SharedCounter, ~Copyable {
  @usableFromInline let queue = FunctionQueue(isConcurrent: true)
  @usableFromInline let shards = ThreadShards<UInt64>()

  /// Makes a counter at zero.
  @inlinable public init() {}

  /// Makes the calling thread's own count.
  @inlinable
  public borrowing func makeThreadState() -> ThreadShards<UInt64>.Shard { shards.makeShard(0) }

  /// Adds one to the thread's count inside `dispatch_sync_f`.
  @inlinable @inline(__always)
  public borrowing func increment(
    _ state: inout ThreadShards<UInt64>.Shard, workSteps: UInt64
  ) {
    var context = FunctionContext(value: state, workSteps: workSteps)
    Concurrent.syncFunction(queue, &context, incrementFunction)
  }

  /// The sum of the increments of all threads.
  @inlinable public borrowing func total() -> UInt64 { shards.total { $0 } }
}

/// `sync` on a private concurrent queue, which excludes no thread, so each thread counts
/// separately.
public struct ConcurrentQueueSyncCounter: SharedCounter, ~Copyable {
  @usableFromInline
  let queue = DispatchQueue(label: "syncbench.concurrent", attributes: .concurrent)
  @usableFromInline let shards = ThreadShards<UInt64>()

  /// Makes a counter at zero.
  @inlinable public init() {}

  /// Makes the calling thread's own count.
  @inlinable
  public borrowing func makeThreadState() -> ThreadShards<UInt64>.Shard { shards.makeShard(0) }

  /// Adds one to the thread's count inside `sync`.
  @inlinable @inline(__always)
  public borrowing func increment(
    _ state: inout ThreadShards<UInt64>.Shard, workSteps: UInt64
  ) {
    let shard = state
    queue.sync { incrementGuarded(shard, workSteps: workSteps) }
  }

  /// The sum of the increments of all threads.
  @inlinable public borrowing func total() -> UInt64 { shards.total { $0 } }
}

/// `sync` on the first of several serial queues, each of which has the next for its target.
///
/// A `sync` takes every queue of the chain, one after the other, and gives all of them back.
public struct ChainedSyncCounter: SharedCounter, ~Copyable {
  @usableFromInline let leaf: DispatchQueue
  @usableFromInline let value = CacheAligned<UInt64>(0)

  /// Makes a counter at zero behind `depth` queues, one at least.
  public init(depth: Int) {
    var first = DispatchQueue(label: "syncbench.chain")
    for _ in 1..<depth { first = DispatchQueue(label: "syncbench.chain", target: first) }
    leaf = first
  }

  /// Makes a counter at zero behind its own queue with a given target.
  public init(target: DispatchQueue) {
    leaf = DispatchQueue(label: "syncbench.chain", target: target)
  }

  /// Adds one inside `sync`.
  @inlinable @inline(__always)
  public borrowing func increment(_ state: inout Void, workSteps: UInt64) {
    let value = self.value.pointer
    leaf.sync { incrementGuarded(value, workSteps: workSteps) }
  }

  /// The sum of all increments.
  @inlinable public borrowing func total() -> UInt64 { value.pointer.pointee }
}
