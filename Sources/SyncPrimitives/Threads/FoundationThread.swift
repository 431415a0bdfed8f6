import Foundation
import Glibc

/// Foundation's `Thread` with a block: a detached pthread, an object, and its start and end told to observers.
public struct FoundationThread: ThreadMaker {
  /// Nothing to make.
  public init() {}

  /// Starts the thread and waits for its word, by a futex as ``DetachedThread`` does, but for 2 s
  /// at most: `start` does not say that the system has refused the thread.
  public func runThread(_ runs: ThreadRuns) -> Int32 {
    let before = runs.total
    Thread { runs.noteAndWake() }.start()
    return runs.wait(past: before, patienceNanoseconds: 2_000_000_000) ? 0 : EAGAIN
  }
}
