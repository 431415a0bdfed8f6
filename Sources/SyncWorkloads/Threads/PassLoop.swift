public import CSyncShims
public import SyncPrimitives

/// What one of two threads did of passing a turn to and fro.
@frozen
public struct PassTally: Sendable {
  /// How often it passed the turn on.
  public var passes: UInt64 = 0
  /// How often it was woken and the turn was not the one that it waited for.
  public var faults: UInt64 = 0
  /// 0, or -errno of what ended it early.
  public var status: Int32 = 0

  /// Nothing yet.
  @inlinable public init() {}
}

/// Passes a turn to another thread and waits for the next, so many times; by one of two threads.
///
/// The turn is a word that each raises by one: a thread that comes too early, or twice, finds another
/// number than its next.
///
/// - Parameters:
///   - own: What this thread waits for.
///   - other: What the other one waits for.
///   - turn: Zero before the first round.
///   - thread: 0 for the thread that has the first turn, 1 for the other.
@inlinable @inline(never)
public func passLoop<Signal: ThreadSignal & ~Copyable>(
  waitingFor own: borrowing Signal, waking other: borrowing Signal,
  turn: UnsafeMutablePointer<UInt64>, thread: Int, rounds: UInt64
) -> PassTally {
  sync_align_code()
  var tally = PassTally()
  var next: UInt64 = thread == 0 ? 0 : 1
  while tally.passes < rounds, tally.status == 0 {
    if thread != 0 {
      tally.status = own.wait()
      if tally.status != 0 { break }
    }
    if sync_counter_read(turn) != next { tally.faults &+= 1 }
    sync_counter_write(turn, next &+ 1)
    next &+= 2
    tally.passes &+= 1
    tally.status = other.post()
    if thread == 0, tally.status == 0 { tally.status = own.wait() }
  }
  return tally
}
