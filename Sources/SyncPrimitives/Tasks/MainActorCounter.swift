import CSyncShims
import Foundation
import Glibc

/// A counter that the main actor protects.
///
/// The main actor's jobs are items of Dispatch's main queue. In a program with a synchronous main,
/// only the process's first thread runs them, in a run loop: ``runMainQueue()``. In a program with
/// an asynchronous main, the first thread has called `dispatch_main`, which on Linux parks that
/// thread for good. The pool's threads then run the main queue.
public final class MainActorCounter: Sendable {
  private let value = CacheAligned<UInt64>(0)
  private let strays = CacheAligned<UInt64>(0)
  /// The thread that runs the main queue; 0 before ``nameRunner()``, and if the pool's threads run
  /// the queue.
  private let runner = CacheAligned<UInt32>(0)
  private let isOver = CacheAligned<UInt32>(0)

  /// Makes a counter at zero.
  public init() {}

  /// Adds one on the main actor.
  @MainActor public func increment() { count() }

  /// Adds one; called in an item of the main queue.
  public func count() {
    noteThread()
    incrementGuarded(value.pointer, workSteps: 0)
  }

  /// Counts a stray item if ``nameRunner()`` has recorded a thread other than the calling one.
  public func noteThread() {
    if runner.pointer.pointee != 0, runner.pointer.pointee != sync_owner_id() {
      strays.pointer.pointee &+= 1
    }
  }

  /// Lets ``runMainQueue()`` return; called on the main actor, so that the run loop is awake and
  /// sees that its run is over.
  @MainActor public func end() { endRun() }

  /// Lets ``runMainQueue()`` return; called in an item of the main queue.
  public func endRun() { sync_flag_write(isOver.pointer, 1) }

  /// Records the calling thread as the future thread of the main queue, if it is the process's
  /// first.
  ///
  /// Items that other threads run before this thread begins to run the main queue are also strays.
  ///
  /// - Returns: Whether the calling thread is the process's first.
  @discardableResult public func nameRunner() -> Bool {
    guard sync_thread_id() == getpid() else { return false }
    runner.pointer.pointee = sync_owner_id()
    return true
  }

  /// Runs the main queue until ``end()`` if the calling thread is the process's first, and
  /// otherwise does nothing.
  public func runMainQueue() {
    guard nameRunner() else { return }
    while sync_flag_read(isOver.pointer) == 0 {
      _ = RunLoop.main.run(mode: .default, before: .distantFuture)
    }
  }

  /// The sum of all increments, to be read while no task counts.
  public func total() -> UInt64 { value.pointer.pointee }

  /// Takes the number of strays: items that ran on another thread than that of the main queue.
  ///
  /// ``runMainQueue()`` can then run again. To be called while no task counts.
  public func takeStrays() -> UInt64 {
    defer { strays.pointer.pointee = 0 }
    sync_flag_write(isOver.pointer, 0)
    return strays.pointer.pointee
  }
}
