import CSyncShims
import Glibc
import SyncPrimitives

/// What one of two threads did of passing a turn to and fro.
struct PassTally: Sendable {
  /// How often it passed the turn on.
  var passes: UInt64 = 0
  /// How often it was woken and the turn was not the one that it waited for.
  var faults: UInt64 = 0
  /// 0, or -errno of what ended it early.
  var status: Int32 = 0
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
@inline(never)
func passLoop<Signal: ThreadSignal & ~Copyable>(
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

/// What one of several threads saw when it gave its CPU away.
struct YieldTally: Equatable, Sendable {
  /// How often it did.
  var yields: UInt64 = 0
  /// After how many of these another had run meanwhile.
  var passedOn: UInt64 = 0
  /// How many the kernel refused.
  var refusals: UInt64 = 0
  /// How often the kernel says that the thread lost its CPU.
  var switches: UInt64 = 0
  /// The one CPU that the thread is bound to, negative where it may use several.
  var cpu: Int32 = -1
}

/// Gives the CPU away so many times by `sched_yield`, and looks each time whether another thread wrote its
/// name meanwhile.
///
/// - Parameter name: The thread's own, which no other has.
@inline(never)
func yieldLoop(
  _ latest: UnsafeMutablePointer<UInt64>, name: UInt64, operations: UInt64
) -> YieldTally {
  sync_align_code()
  var tally = YieldTally()
  var cpu: Int32 = -1
  if sync_affinity_get(&cpu, 1) == 1 { tally.cpu = cpu }
  let before = sync_thread_usage()
  while tally.yields < operations {
    sync_counter_write(latest, name)
    if sched_yield() != 0 { tally.refusals &+= 1 }
    if sync_counter_read(latest) != name { tally.passedOn &+= 1 }
    tally.yields &+= 1
  }
  let after = sync_thread_usage()
  tally.switches =
    after.voluntary_switches &- before.voluntary_switches
    &+ (after.involuntary_switches &- before.involuntary_switches)
  return tally
}

/// Finds the thread's word and adds one to it, so many times; by how much the word has grown.
@inline(never)
func localLoop<Word: LocalWord & ~Copyable>(
  _ local: borrowing Word, operations: UInt64
) -> UInt64 {
  sync_align_code()
  let before = local.word().pointee
  var done: UInt64 = 0
  while done < operations {
    incrementGuarded(local.word(), workSteps: 0)
    done &+= 1
  }
  return local.word().pointee &- before
}
