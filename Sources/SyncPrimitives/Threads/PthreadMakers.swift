import Glibc

/// The life of a joinable thread: it counts itself.
private func countSelf(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let context { Unmanaged<ThreadRuns>.fromOpaque(context).takeUnretainedValue().note() }
  return nil
}

/// The life of a thread that nobody joins: it counts itself and says so.
///
/// It holds a reference to the count meanwhile, for its creator may be gone before it is.
private func countSelfAndWake(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let context { Unmanaged<ThreadRuns>.fromOpaque(context).takeUnretainedValue().noteAndWake() }
  return nil
}

/// `pthread_create` and `pthread_join`: it returns when the thread is gone.
public struct JoinedThread: ThreadMaker {
  /// Nothing to make.
  public init() {}

  /// Creates the thread and joins it.
  public func runThread(_ runs: ThreadRuns) -> Int32 {
    var thread = pthread_t()
    let context = Unmanaged.passUnretained(runs).toOpaque()
    let status = pthread_create(&thread, nil, countSelf, context)
    return status == 0 ? pthread_join(thread, nil) : status
  }
}

/// `pthread_create` and `pthread_detach`, and a thread that says by a futex that it has run: it returns while
/// the thread ends.
public struct DetachedThread: ThreadMaker {
  /// Nothing to make.
  public init() {}

  /// Creates the thread, detaches it, and waits for its word.
  public func runThread(_ runs: ThreadRuns) -> Int32 {
    let before = runs.total
    var thread = pthread_t()
    let context = Unmanaged.passUnretained(runs).toOpaque()
    let status = pthread_create(&thread, nil, countSelfAndWake, context)
    guard status == 0 else { return status }
    let detached = pthread_detach(thread)
    runs.wait(past: before)
    return detached
  }
}
