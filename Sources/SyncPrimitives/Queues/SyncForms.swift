public import CSyncShims
public import Dispatch

/// A lock, or a queue used as a lock, as a form of submission: each item is a critical section.
public struct ExclusionForm<Exclusion: MutualExclusion & ~Copyable>: QueueForm, ~Copyable
where Exclusion.ThreadState == Void {
  @usableFromInline let exclusion: Exclusion

  /// true: one section runs at a time.
  @inlinable public static var excludes: Bool { true }

  /// Makes a free lock or an idle queue.
  @inlinable public init() { exclusion = Exclusion() }

  /// Runs the item in a section.
  @inlinable @inline(__always)
  public borrowing func submit(_ item: UnsafeMutablePointer<QueueItem>, _ waiter: Void) {
    var state: Void = ()
    exclusion.exclusively(&state) { runItem(item) }
  }
}

/// `sync` on a concurrent queue.
public struct ConcurrentSync: QueueForm {
  @usableFromInline
  let queue = DispatchQueue(label: "syncbench.concurrent", attributes: .concurrent)

  /// false: items run beside each other.
  @inlinable public static var excludes: Bool { false }

  /// Makes an idle queue.
  @inlinable public init() {}

  /// Runs the item in `sync`.
  @inlinable @inline(__always)
  public func submit(_ item: UnsafeMutablePointer<QueueItem>, _ waiter: Void) {
    queue.sync { runItem(item) }
  }
}

/// `dispatch_sync_f`, or `dispatch_barrier_sync_f` if each item is a barrier.
public struct SyncFunctionForm<Kind: QueueKind>: QueueForm, ~Copyable {
  @usableFromInline let queue = FunctionQueue(isConcurrent: Kind.isConcurrent)

  /// Whether items of this kind of queue run one at a time.
  @inlinable public static var excludes: Bool { Kind.excludes }

  /// Makes an idle queue.
  @inlinable public init() {}

  /// Runs the item in the call.
  @inlinable @inline(__always)
  public borrowing func submit(_ item: UnsafeMutablePointer<QueueItem>, _ waiter: Void) {
    sync_mark(Kind.excludes ? (Kind.isConcurrent ? 5 : 4) : 6)
    Kind.syncFunction(queue, item, runItemFunction)
  }
}
