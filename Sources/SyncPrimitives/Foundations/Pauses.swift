public import CSyncShims

/// Keeps the CPU for `times` pauses: what a spinlock's delay is counted in.
///
/// A pause lasts from some ten to some hundred cycles, as the processor has it.
@inlinable @inline(__always)
func pause(times: UInt32) {
  var left = times
  while left > 0 {
    sync_pause()
    left &-= 1
  }
}
