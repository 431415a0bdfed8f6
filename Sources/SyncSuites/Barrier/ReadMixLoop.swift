public import CSyncShims
public import SyncPrimitives

/// What one thread did of a read-mix.
@usableFromInline struct ReadMixTally: Sendable {
  /// Reads done.
  @usableFromInline var reads: UInt64 = 0
  /// Writes done.
  @usableFromInline var writes: UInt64 = 0
  /// Reads that saw a write half done.
  @usableFromInline var tornReads: UInt64 = 0

  /// Makes an empty tally.
  @inlinable init() {}

  /// Counts a read.
  @inlinable @inline(__always)
  mutating func noteRead(isWhole: Bool) {
    if !isWhole { tornReads &+= 1 }
    reads &+= 1
  }
}

/// Which operation comes next: a read with a chance of so many in 1000, otherwise a write.
@usableFromInline struct ReadMixDraw: Sendable {
  @usableFromInline let readPermille: UInt64
  @usableFromInline var random: UInt64

  /// Starts from a seed; 0, from which it would never leave, becomes another.
  @inlinable
  init(readPermille: UInt64, seed: UInt64) {
    self.readPermille = readPermille
    random = seed | 1
  }

  /// Draws whether it is a read.
  @inlinable @inline(__always)
  mutating func isRead() -> Bool {
    // Xorshift64 (Marsaglia 2003): a nanosecond, where a better generator would cost a lock's time.
    random ^= random &<< 13
    random ^= random &>> 7
    random ^= random &<< 17
    return (random &>> 32) % 1000 < readPermille
  }
}

/// Reads and writes by one of several threads until the flag is raised, each a read with a chance of
/// `readPermille` in 1000; every write is done when it returns.
///
/// A thread that only submits its writes waits for them after every 256 of its own: without end, the queue
/// would grow for as long as the window lasts, and the trial would be the emptying of it.
@inlinable @inline(never)
func readMixLoop<Exclusion: ReaderWriterExclusion & ~Copyable>(
  _ exclusion: borrowing Exclusion, on section: PairSection, until stop: UnsafePointer<UInt32>,
  readPermille: UInt64, seed: UInt64
) -> ReadMixTally {
  sync_align_code()
  var tally = ReadMixTally()
  var draw = ReadMixDraw(readPermille: readPermille, seed: seed)
  while sync_flag_read(stop) == 0 {
    if draw.isRead() {
      tally.noteRead(isWhole: exclusion.read(section))
    } else {
      exclusion.write(section)
      tally.writes &+= 1
      // Known when the loop is compiled: nothing of it is in the loops of other primitives.
      if Exclusion.submitsWrites, tally.writes & 255 == 0 { exclusion.drain() }
    }
  }
  exclusion.drain()
  return tally
}
