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

/// `pthread_create` of a detached thread, which says by a futex that it has run: it returns while the thread
/// ends.
public struct DetachedThread: ThreadMaker {
  /// Nothing to make.
  public init() {}

  /// Creates the thread and waits for its word.
  public func runThread(_ runs: ThreadRuns) -> Int32 {
    let before = runs.total
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    var thread = pthread_t()
    let context = Unmanaged.passUnretained(runs).toOpaque()
    let status = pthread_create(&thread, &attributes, countSelfAndWake, context)
    if status == 0 { runs.wait(past: before) }
    return status
  }
}
