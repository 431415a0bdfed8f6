public import CSyncShims

/// A plain counter behind a lock that is broken on purpose.
///
/// Between the read and the write of the count, the holder of the lock yields its CPU. Other
/// threads therefore come while the holder is inside, on any number of CPUs and under any load, and
/// a fault shows within a few increments.
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

  /// Adds one inside the lock, with a yield of the holder instead of the busy work.
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

  /// The number of increments that were not lost.
  @inlinable public borrowing func total() -> UInt64 { value.pointer.pointee }
}
