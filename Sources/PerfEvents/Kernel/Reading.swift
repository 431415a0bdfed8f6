/// The result of counting an event.
package enum Reading: Equatable, Sendable {
  /// Counted all the time.
  case counted(UInt64)
  /// Counted for part of the time and scaled up by enabled over running, because it shared its counter.
  case scaled(Double, enabledNanoseconds: UInt64, runningNanoseconds: UInt64)
  /// Open, but never given a counter: nothing is known, which is not 0.
  case notCounted(reason: String)
  /// The kernel did not open it.
  case unavailable(reason: String)
}
