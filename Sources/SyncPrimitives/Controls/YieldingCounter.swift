public import CSyncShims

/// A plain counter behind a lock that is broken on purpose.
///
/// Between reading and writing, the holder gives its CPU away. So others come while it is inside, on any
/// number of CPUs and however busy they are, and a fault shows within a few increments.
public struct YieldingCounter<Exclusion: MutualExclusion & ~Copyable>: SharedCounter, ~Copyable {
  @usableFromInline let exclusion: Exclusion
  @usableFromInline let value: CacheAligned<UInt64>

  /// Makes a counter at zero behind a new lock.
  @inlinable
  public init(_ type: Exclusion.Type = Exclusion.self) {
    exclusion = Exclusion()
    value = CacheAligned(0)
  }

  /// The lock's thread state.
  @inlinable @inline(__always)
  public borrowing func makeThreadState() -> Exclusion.ThreadState { exclusion.makeThreadState() }

  /// Ends the lock's thread state.
  @inlinable @inline(__always)
  public borrowing func endThreadState(_ state: Exclusion.ThreadState) {
    exclusion.endThreadState(state)
  }

  /// Adds one inside the lock, slowly: whatever the work, the holder yields.
  @inlinable @inline(__always)
  public borrowing func increment(_ state: inout Exclusion.ThreadState, workSteps: UInt64) {
    let value = self.value.pointer
    exclusion.exclusively(&state) {
      let before = value.pointee
      sync_clobber()
      sync_yield()
      value.pointee = before &+ 1
      sync_clobber()
    }
  }

  /// The sum of all increments.
  @inlinable public borrowing func total() -> UInt64 { value.pointer.pointee }
}
