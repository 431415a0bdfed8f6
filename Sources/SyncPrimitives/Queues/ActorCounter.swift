public import Dispatch

/// A counter that an actor protects, by isolation: what most Swift code uses where other code locks.
///
/// Tasks increment it, not threads. Free, a task takes the actor over with a compare-and-swap and gives it
/// back with another, on the thread that it runs on. Taken, the task is suspended and queued at the actor, by
/// priority and else first come, and its thread looks for other work.
public actor ActorCounter {
  @usableFromInline nonisolated let value = CacheAligned<UInt64>(0)

  /// The declared behaviour.
  ///
  /// An actor that calls itself goes on, because it is isolated already.
  public static var traits: LockTraits {
    LockTraits(order: .priority, relock: .recurses, module: "Swift", family: .composite)
  }

  /// Makes a counter at zero.
  public init() {}

  /// Adds one, with `workSteps` of busy work, while no other task is on the actor.
  @inlinable
  public func increment(workSteps: UInt64) {
    incrementGuarded(value.pointer, workSteps: workSteps)
  }

  /// The sum of all increments, to be read after every task has ended.
  public nonisolated func total() -> UInt64 { value.pointer.pointee }
}

/// A counter that an actor protects, increased by threads: what an actor costs code that is not asynchronous.
///
/// There is no way onto an actor but to await it. So a thread starts a task for each increment and sleeps on
/// a semaphore, its own, until the task has signalled it.
public struct ActorForThreadsCounter: SharedCounter {
  private let actor = ActorCounter()

  /// Makes a counter at zero.
  public init() {}

  /// Makes a semaphore for the calling thread.
  public func makeThreadState() -> Unmanaged<DispatchSemaphore> {
    .passRetained(DispatchSemaphore(value: 0))
  }

  /// Gives the semaphore up.
  public func endThreadState(_ state: Unmanaged<DispatchSemaphore>) { state.release() }

  /// Starts a task that adds one on the actor, and waits for it.
  public func increment(_ state: inout Unmanaged<DispatchSemaphore>, workSteps: UInt64) {
    let isDone = state.takeUnretainedValue()
    Task.detached(priority: .medium) { [actor] in
      await actor.increment(workSteps: workSteps)
      isDone.signal()
    }
    isDone.wait()
  }

  /// The sum of all increments.
  public func total() -> UInt64 { actor.total() }
}
