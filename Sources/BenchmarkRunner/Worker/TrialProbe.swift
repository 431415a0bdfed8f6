/// Observes measured trials from inside, for counting passes.
///
/// All of it is called on the case's threads. A trial is looked at as a whole between the moment when its
/// last thread is ready and the moment when its last thread has ended, so that waking and collecting the
/// threads is no part of it.
protocol TrialProbe: AnyObject, Sendable {
  /// A thread has been started and bound; called once, on it.
  func threadStarted(_ thread: Int)

  /// A thread is about to wait for the others of a trial.
  func threadPrepares(_ thread: Int)

  /// Every thread is ready and none has begun.
  func trialBegins()

  /// A thread is about to begin its part of a trial.
  func threadBegins(_ thread: Int)

  /// Hears that a thread has ended its part, with time and operations.
  func threadEnds(_ thread: Int, nanoseconds: UInt64, operations: UInt64)

  /// Every thread has ended its part, and all but the calling one may sleep.
  func trialEnds()
}
