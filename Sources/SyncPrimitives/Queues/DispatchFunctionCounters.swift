public import CSyncShims

/// What a C work function is given: where to count and how long to work.
@frozen
public struct FunctionContext: BitwiseCopyable, Sendable {
  /// First, so that a pointer to the context is one to the value.
  @usableFromInline var value: UInt64 = 0
  @usableFromInline var workSteps: UInt64 = 0

  @inlinable init() {}
}

/// The work function: it counts and works as the Swift closures do.
@usableFromInline
func incrementFunction(_ context: UnsafeMutableRawPointer?) {
  guard let context = context?.assumingMemoryBound(to: FunctionContext.self) else { return }
  let steps = context.pointee.workSteps
  incrementGuarded(
    UnsafeMutableRawPointer(context).assumingMemoryBound(to: UInt64.self), workSteps: steps)
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

  @usableFromInline
  deinit { sync_dispatch_release(queue) }
}

/// `dispatch_sync_f` on a serial queue: what `queue.sync` costs without the Swift overlay.
public struct SerialQueueSyncFunctionCounter: SharedCounter, ~Copyable {
  @usableFromInline let queue = FunctionQueue(isConcurrent: false)
  @usableFromInline let context = CacheAligned(FunctionContext())

  /// Makes a counter at zero.
  @inlinable public init() {}

  /// Nothing to make.
  @inlinable public borrowing func makeThreadState() {}

  /// Nothing to end.
  @inlinable public borrowing func endThreadState(_ state: Void) {}

  /// Adds one inside `dispatch_sync_f`.
  @inlinable @inline(__always)
  public borrowing func increment(_ state: inout Void, workSteps: UInt64) {
    // Every caller writes the same value; a test against it keeps the line shared.
    if context.pointer.pointee.workSteps != workSteps {
      context.pointer.pointee.workSteps = workSteps
    }
    sync_dispatch_sync_f(queue.queue, context.pointer, incrementFunction)
  }

  /// What was counted.
  @inlinable public borrowing func total() -> UInt64 { context.pointer.pointee.value }
}

/// `dispatch_sync_f` on a concurrent queue: each thread counts for itself.
public struct ConcurrentQueueSyncFunctionCounter: SharedCounter, ~Copyable {
  @usableFromInline let queue = FunctionQueue(isConcurrent: true)
  @usableFromInline let contexts = ThreadShards<FunctionContext>()

  /// Makes a counter at zero.
  @inlinable public init() {}

  /// The calling thread's own context.
  @inlinable
  public borrowing func makeThreadState() -> UnsafeMutablePointer<FunctionContext> {
    contexts.makeShard(FunctionContext())
  }

  /// Nothing to end: the context keeps its count.
  @inlinable
  public borrowing func endThreadState(_ state: UnsafeMutablePointer<FunctionContext>) {}

  /// Adds one to the thread's count inside `dispatch_sync_f`.
  @inlinable @inline(__always)
  public borrowing func increment(
    _ state: inout UnsafeMutablePointer<FunctionContext>, workSteps: UInt64
  ) {
    state.pointee.workSteps = workSteps
    sync_dispatch_sync_f(queue.queue, state, incrementFunction)
  }

  /// What all threads counted.
  @inlinable public borrowing func total() -> UInt64 { contexts.total { $0.value } }
}
