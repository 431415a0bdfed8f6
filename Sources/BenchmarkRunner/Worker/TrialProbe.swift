/// An observer inside measured trials, for launches that count instead of timing.
///
/// All functions are called on the case's threads. A trial is observed as a whole from the moment
/// when its last thread is ready to the moment when its last thread has ended, which excludes
/// waking and collecting the threads.
protocol TrialProbe: AnyObject, Sendable {
  /// Called once on each thread, after it was started and bound.
  func threadStarted(_ thread: Int)

  /// Called when a thread is about to wait for the other threads of a trial.
  func threadPrepares(_ thread: Int)

  /// Called when every thread is ready and none has begun.
  func trialBegins()

  /// Called when a thread is about to begin its part of a trial.
  func threadBegins(_ thread: Int)

  /// Called when a thread has ended its part, with the part's time and operations.
  func threadEnds(_ thread: Int, nanoseconds: UInt64, operations: UInt64)

  /// Called on the last thread that ends its part; the other threads may be asleep already.
  func trialEnds()
}
