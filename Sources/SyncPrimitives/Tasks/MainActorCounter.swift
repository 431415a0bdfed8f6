import CSyncShims
import Foundation
import Glibc

/// A counter that the main actor protects.
///
/// The main actor's jobs are items of Dispatch's main queue. In a program with a synchronous main nobody
/// takes them but the first thread, in a run loop: ``runMainQueue()`` is that. In one with an asynchronous
/// main the first thread has gone over to `dispatch_main`, which on Linux parks it for good, and the pool's
/// threads run the main queue.
public final class MainActorCounter: Sendable {
  private let value = CacheAligned<UInt64>(0)
  private let strays = CacheAligned<UInt64>(0)
  /// The thread that runs the main queue, 0 where that is the pool's affair.
  private let runner = CacheAligned<UInt32>(0)
  private let isOver = CacheAligned<UInt32>(0)

  /// Makes a counter at zero.
  public init() {}

  /// Adds one on the main actor.
  @MainActor public func increment() { count() }

  /// Adds one in an item of the main queue's.
  public func count() {
    noteThread()
    incrementGuarded(value.pointer, workSteps: 0)
  }

  /// Notes whether an item of the main queue's is run by the thread that runs that.
  public func noteThread() {
    if runner.pointer.pointee != 0, runner.pointer.pointee != sync_owner_id() {
      strays.pointer.pointee &+= 1
    }
  }

  /// Lets ``runMainQueue()`` return: on the main actor, so that the run loop is awake to see it.
  @MainActor public func end() { endRun() }

  /// The same, in an item of the main queue's.
  public func endRun() { sync_flag_write(isOver.pointer, 1) }

  /// Names the calling thread as the one that will run the main queue, where it is the process's first: items that run
  /// before it does are strays too.
  ///
  /// - Returns: Whether it is.
  @discardableResult public func nameRunner() -> Bool {
    guard sync_thread_id() == getpid() else { return false }
    runner.pointer.pointee = sync_owner_id()
    return true
  }

  /// Runs the main queue on the calling thread until ``end()``, where that is the process's first thread;
  /// on any other it does nothing.
  public func runMainQueue() {
    guard nameRunner() else { return }
    while sync_flag_read(isOver.pointer) == 0 {
      _ = RunLoop.main.run(mode: .default, before: .distantFuture)
    }
  }

  /// The sum of all increments, to be read while no task counts.
  public func total() -> UInt64 { value.pointer.pointee }

  /// Takes the number of increments on another thread than that of the main queue.
  ///
  /// To be called while no task counts.
  public func takeStrays() -> UInt64 {
    defer { strays.pointer.pointee = 0 }
    sync_flag_write(isOver.pointer, 0)
    return strays.pointer.pointee
  }
}
