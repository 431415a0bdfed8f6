/// The result of counting an event.
package enum Reading: Equatable, Sendable {
  /// The event was counted all the time.
  case counted(UInt64)
  /// The event shared its counter: it counted for part of the time, and was scaled by enabled over
  /// running.
  case scaled(Double, enabledNanoseconds: UInt64, runningNanoseconds: UInt64)
  /// The event was open, but never given a counter: its count is unknown, which is not 0.
  case notCounted(reason: String)
  /// The kernel did not open the event.
  case unavailable(reason: String)
}
