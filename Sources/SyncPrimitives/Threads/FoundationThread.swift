import Foundation

/// Foundation's `Thread` with a block: a detached pthread, an object, and its start and end told to observers.
public struct FoundationThread: ThreadMaker {
  /// Nothing to make.
  public init() {}

  /// Starts the thread and waits for its word, by a futex as ``DetachedThread`` does.
  public func runThread(_ runs: ThreadRuns) -> Int32 {
    let before = runs.total
    Thread { runs.noteAndWake() }.start()
    runs.wait(past: before)
    return 0
  }
}
