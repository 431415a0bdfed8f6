public import Dispatch

/// A counter that an actor protects, increased by threads: what an actor costs code that is not asynchronous.
///
/// There is no way onto an actor but to await it. So a thread starts a task for each increment and sleeps on
/// a semaphore, its own, until the task has signalled it.
public struct ActorForThreadsCounter: SharedCounter {
  private let actor = ActorCounter()

  /// Makes a counter at zero.
  public init() {}

  /// The thread's semaphore.
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

  /// What was counted.
  public func total() -> UInt64 { actor.total() }
}
