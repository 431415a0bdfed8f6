public import CSyncShims
public import SyncPrimitives

/// Sections in sections of one recursive primitive, by one of several threads until the flag is raised;
/// how many outermost ones it did.
///
/// Each level adds one once the levels within it have been left: a primitive that lets go at its first
/// release loses some of these.
@inlinable @inline(never)
public func nestedLoop<Exclusion: MutualExclusion & ~Copyable>(
  _ exclusion: borrowing Exclusion, guarding value: UnsafeMutablePointer<UInt64>, depth: Int,
  until stop: UnsafePointer<UInt32>
) -> UInt64 {
  sync_align_code()
  var state = exclusion.makeThreadState()
  var done: UInt64 = 0
  while sync_flag_read(stop) == 0 {
    // The outermost section stands here, so that the loop is the lock's own.
    let outer = state
    exclusion.exclusively(&state) {
      if depth > 1 { nestedSection(exclusion, outer, guarding: value, depth: depth - 1) }
      incrementGuarded(value, workSteps: 0)
    }
    done &+= 1
  }
  exclusion.endThreadState(state)
  return done
}

/// A section within others, with `depth` - 1 sections in it.
///
/// A level works on a copy of the state: a recursive primitive knows its holder by the thread, not by what
/// the thread brings.
@inlinable @inline(never)
func nestedSection<Exclusion: MutualExclusion & ~Copyable>(
  _ exclusion: borrowing Exclusion, _ state: Exclusion.ThreadState,
  guarding value: UnsafeMutablePointer<UInt64>, depth: Int
) {
  var own = state
  exclusion.exclusively(&own) {
    if depth > 1 { nestedSection(exclusion, state, guarding: value, depth: depth - 1) }
    incrementGuarded(value, workSteps: 0)
  }
}
