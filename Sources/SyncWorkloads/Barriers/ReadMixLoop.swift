public import CSyncShims
public import SyncPrimitives

/// What one thread did of a read-mix.
@frozen
public struct ReadMixTally: Sendable {
  /// Reads done.
  public var reads: UInt64 = 0
  /// Writes done.
  public var writes: UInt64 = 0
  /// Reads that saw a write half done.
  public var tornReads: UInt64 = 0

  /// Makes an empty tally.
  @inlinable public init() {}
}

/// Reads and writes by one of several threads until the flag is raised, each a read with a chance of
/// `readPercent` in 100; every write is done when it returns.
@inlinable @inline(never)
public func readMixLoop<Exclusion: ReaderWriterExclusion & ~Copyable>(
  _ exclusion: borrowing Exclusion, on section: PairSection, until stop: UnsafePointer<UInt32>,
  readPercent: UInt64, seed: UInt64
) -> ReadMixTally {
  var tally = ReadMixTally()
  var random = seed | 1
  while sync_flag_read(stop) == 0 {
    // Xorshift64 (Marsaglia 2003): a nanosecond, where a better generator would cost a lock's time.
    random ^= random &<< 13
    random ^= random &>> 7
    random ^= random &<< 17
    if (random &>> 32) % 100 < readPercent {
      if !exclusion.read(section) { tally.tornReads &+= 1 }
      tally.reads &+= 1
    } else {
      exclusion.write(section)
      tally.writes &+= 1
    }
  }
  exclusion.drain()
  return tally
}
