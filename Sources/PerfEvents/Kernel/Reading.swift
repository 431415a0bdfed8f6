/// The result of counting an event.
package enum Reading: Equatable, Sendable {
  /// The event was counted all the time.
  case counted(UInt64)
  /// The event had a counter for only part of the enabled time, its running time: the value is the
  /// count, multiplied by the enabled time and divided by the running time.
  case scaled(Double, enabledNanoseconds: UInt64, runningNanoseconds: UInt64)
  /// The event was open, but was never enabled, never got a counter or could not be read: its count
  /// is unknown, not 0.
  case notCounted(reason: String)
  /// The kernel did not open the event.
  case unavailable(reason: String)
}
