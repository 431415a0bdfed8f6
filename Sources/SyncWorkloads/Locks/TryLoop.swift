public import CSyncShims
public import SyncPrimitives

/// What one thread did of trying.
@frozen
public struct TryTally: Sendable {
  /// How often it tried.
  public var attempts: UInt64 = 0
  /// How often it was let in.
  public var acquired: UInt64 = 0

  /// Nothing yet.
  @inlinable public init() {}
}

/// Tries to increment by one of several threads until the flag is raised; refused, it goes on with its
/// work outside and tries again.
@inlinable @inline(never)
public func tryLoop<Exclusion: TryExclusion & ~Copyable>(
  _ exclusion: borrowing Exclusion, guarding value: UnsafeMutablePointer<UInt64>,
  until stop: UnsafePointer<UInt32>, insideSteps: UInt64, outsideSteps: UInt64
) -> TryTally {
  sync_align_code()
  var state = exclusion.makeThreadState()
  var tally = TryTally()
  while sync_flag_read(stop) == 0 {
    let isIn = exclusion.exclusivelyIfFree(&state) {
      incrementGuarded(value, workSteps: insideSteps)
    }
    if isIn { tally.acquired &+= 1 }
    tally.attempts &+= 1
    if outsideSteps > 0 { _ = sync_work(outsideSteps) }
  }
  exclusion.endThreadState(state)
  return tally
}
