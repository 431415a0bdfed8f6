public import CSyncShims

/// What a C work function is given: where to count and how long to work.
///
/// Each call's own, on its caller's stack, as a closure's captures are: the callers would otherwise
/// read the steps, outside the queue, from a line that the holder writes.
@frozen
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
@frozen
@usableFromInline
struct FunctionQueue: ~Copyable, @unchecked Sendable {
  @usableFromInline let queue: sync_queue_t?

  @usableFromInline
  init(isConcurrent: Bool) {
    queue = isConcurrent ? sync_concurrent_queue("syncbench.c") : sync_serial_queue("syncbench.c")
  }

  /// The first of `depth` serial queues, each of which runs its items on the next.
  @usableFromInline
  init(chainOf depth: Int) {
    var last: sync_queue_t? = sync_serial_queue("syncbench.c")
    for _ in 1..<depth {
      let first: sync_queue_t? = sync_serial_queue_on("syncbench.c", last)
      // The queue before it holds it from here on.
      sync_dispatch_release(last)
      last = first
    }
    queue = last
  }

  @usableFromInline
  deinit { sync_dispatch_release(queue) }
}

/// `dispatch_sync_f` on a serial queue: what `queue.sync` costs without the Swift overlay.
public struct SerialQueueSyncFunctionCounter: SharedCounter, ~Copyable {
  @usableFromInline let queue = FunctionQueue(isConcurrent: false)
  @usableFromInline let value = CacheAligned<UInt64>(0)

  /// How it behaves.
  public static var traits: LockTraits {
    LockTraits(order: .fifo, relock: .traps, wraps: "serial-queue-sync")
  }

  /// Makes a counter at zero.
  @inlinable public init() {}

  /// Nothing to make.
  @inlinable public borrowing func makeThreadState() {}

  /// Nothing to end.
  @inlinable public borrowing func endThreadState(_ state: Void) {}

  /// Adds one inside `dispatch_sync_f`.
  @inlinable @inline(__always)
  public borrowing func increment(_ state: inout Void, workSteps: UInt64) {
    var context = FunctionContext(value: value.pointer, workSteps: workSteps)
    sync_dispatch_sync_f(queue.queue, &context, incrementFunction)
  }

  /// What was counted.
  @inlinable public borrowing func total() -> UInt64 { value.pointer.pointee }
}

/// `dispatch_sync_f` on a concurrent queue: each thread counts for itself.
public struct ConcurrentQueueSyncFunctionCounter: SharedCounter, ~Copyable {
  @usableFromInline let queue = FunctionQueue(isConcurrent: true)
  @usableFromInline let shards = ThreadShards<UInt64>()

  /// Makes a counter at zero.
  @inlinable public init() {}

  /// The calling thread's own count.
  @inlinable
  public borrowing func makeThreadState() -> ThreadShards<UInt64>.Shard { shards.makeShard(0) }

  /// Nothing to end: the shard keeps its count.
  @inlinable public borrowing func endThreadState(_ state: ThreadShards<UInt64>.Shard) {}

  /// Adds one to the thread's count inside `dispatch_sync_f`.
  @inlinable @inline(__always)
  public borrowing func increment(
    _ state: inout ThreadShards<UInt64>.Shard, workSteps: UInt64
  ) {
    var context = FunctionContext(value: state, workSteps: workSteps)
    sync_dispatch_sync_f(queue.queue, &context, incrementFunction)
  }

  /// What all threads counted.
  @inlinable public borrowing func total() -> UInt64 { shards.total { $0 } }
}

/// `dispatch_barrier_sync_f` on a concurrent queue: what `queue.sync(flags: .barrier)` costs without the
/// Swift overlay.
public struct ConcurrentQueueBarrierSyncFunctionCounter: SharedCounter, ~Copyable {
  @usableFromInline let queue = FunctionQueue(isConcurrent: true)
  @usableFromInline let value = CacheAligned<UInt64>(0)

  /// Makes a counter at zero.
  @inlinable public init() {}

  /// Nothing to make.
  @inlinable public borrowing func makeThreadState() {}

  /// Nothing to end.
  @inlinable public borrowing func endThreadState(_ state: Void) {}

  /// Adds one inside `dispatch_barrier_sync_f`.
  @inlinable @inline(__always)
  public borrowing func increment(_ state: inout Void, workSteps: UInt64) {
    var context = FunctionContext(value: value.pointer, workSteps: workSteps)
    sync_mark(3)
    sync_dispatch_barrier_sync_f(queue.queue, &context, incrementFunction)
  }

  /// What was counted.
  @inlinable public borrowing func total() -> UInt64 { value.pointer.pointee }
}
