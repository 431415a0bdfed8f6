public import Dispatch

/// A counter that an actor protects by isolation; most Swift code uses actors instead of locks.
///
/// Tasks, not threads, increment the counter. If the actor is free, a task takes the actor by a
/// compare-and-swap and stays on its thread. Another compare-and-swap gives the actor back. If the
/// actor is taken, the task is suspended and queued at the actor, by priority and then in order of
/// arrival. The task's thread looks for other work.
public actor ActorCounter {
  @usableFromInline nonisolated let value = CacheAligned<UInt64>(0)

  /// The declared behaviour.
  ///
  /// A call of the actor to itself does not wait, because the caller is already isolated.
  public static var traits: LockTraits {
    LockTraits(
      order: .priority, relock: .recurses, isAwaited: true, module: "Swift",
      family: .composite)
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

/// A counter that an actor protects and that threads increase: the cost of an actor in synchronous
/// code.
///
/// Only an `await` leads onto an actor. A thread therefore starts a task for each increment, and
/// sleeps on its own semaphore until the task signals it.
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
