public import BenchmarkRunner
public import CSyncShims
public import SyncPrimitives
public import Synchronization

/// The search for the instant at which every thread of a trial has had its first turn on a CPU.
///
/// Operations before that instant do not count, because threads beyond the number of CPUs start one
/// time slice after another. While every thread that has started has a CPU, a fair spinlock is much
/// faster than with more threads than CPUs.
@usableFromInline struct Settling: ~Copyable, @unchecked Sendable {
  @usableFromInline let threads: UInt32
  @usableFromInline let arrived = CacheAligned(Atomic<UInt32>(0))
  @usableFromInline let instant = CacheAligned(Atomic<UInt64>(0))

  private let leastNanoseconds: UInt64

  /// Makes the state for `threads` threads, which go on for at least `leastNanoseconds` after all
  /// threads have had a turn.
  init(threads: Int, leastNanoseconds: UInt64) {
    self.threads = UInt32(threads)
    self.leastNanoseconds = leastNanoseconds
  }

  /// Notes that a thread has had its first turn.
  @usableFromInline @inline(never)
  borrowing func arrive() {
    let count = arrived.pointer.pointee.wrappingAdd(1, ordering: .relaxed).newValue
    if count == threads { instant.pointer.pointee.store(sync_monotonic_ns(), ordering: .relaxed) }
  }

  /// Whether all threads have had their first turn.
  @inlinable @inline(__always)
  borrowing func isOver() -> Bool { instant.pointer.pointee.load(ordering: .relaxed) != 0 }

  /// Whether less than the minimum time has passed since all threads had their first turn.
  ///
  /// Called only after the trial's stop flag is raised (see `settledLoop`), because the function
  /// reads a clock.
  @usableFromInline @inline(never)
  borrowing func isTooShort() -> Bool {
    sync_monotonic_ns() < instant.pointer.pointee.load(ordering: .relaxed) + leastNanoseconds
  }

  /// Returns and clears the instant at which all threads had had their first turn, on the monotonic
  /// clock in ns.
  ///
  /// To be called with all threads at rest.
  borrowing func take() -> UInt64 {
    arrived.pointer.pointee.store(0, ordering: .relaxed)
    return instant.pointer.pointee.exchange(0, ordering: .relaxed)
  }
}

/// The increments of one thread in a trial of `settledLoop`.
@usableFromInline struct SettledTally: Sendable {
  /// The number of increments before all threads had had a turn.
  @usableFromInline var before: UInt64 = 0
  /// The number of increments after all threads had had a turn.
  @usableFromInline var counted: UInt64 = 0
  /// The instant after the thread's last increment, on the monotonic clock in ns.
  @usableFromInline var endNanoseconds: UInt64 = 0

  /// Makes an empty tally.
  @inlinable init() {}
}

/// Increments the counter until `stop` is raised, and counts from the instant at which every
/// thread has had a turn.
///
/// On a busy machine, that instant may come after `stop` is raised. So each thread counts at
/// least one increment, and all threads go on for a minimum time.
@inlinable @inline(never)
func settledLoop<Counter: SharedCounter & ~Copyable>(
  _ counter: borrowing Counter, settling: borrowing Settling, until stop: UnsafePointer<UInt32>
) -> SettledTally {
  sync_align_code()
  var state = counter.makeThreadState()
  var tally = SettledTally()
  counter.increment(&state, workSteps: 0)
  tally.before = 1
  settling.arrive()
  while !settling.isOver() {
    counter.increment(&state, workSteps: 0)
    tally.before &+= 1
  }
  repeat {
    counter.increment(&state, workSteps: 0)
    tally.counted &+= 1
  } while sync_flag_read(stop) == 0 || settling.isTooShort()
  tally.endNanoseconds = sync_monotonic_ns()
  counter.endThreadState(state)
  return tally
}

/// The shared state of a trial of `settledLoop`, without the counter, and the check of the trial.
@usableFromInline
final class SettledCheck: Sendable {
  @usableFromInline let settling: Settling
  private let before: ThreadNumbers
  private let ends: ThreadNumbers
  private let counter = CounterCheck()

  @usableFromInline
  init(threads: Int, trialNanoseconds: UInt64) {
    settling = Settling(threads: threads, leastNanoseconds: trialNanoseconds / 2)
    before = ThreadNumbers(threads: threads)
    ends = ThreadNumbers(threads: threads)
  }

  /// Notes a thread's tally, and returns the increments that count.
  @usableFromInline
  func note(_ tally: SettledTally, thread: Int) -> UInt64 {
    before.note(tally.before, thread: thread)
    ends.note(tally.endNanoseconds, thread: thread)
    return tally.counted
  }

  /// Checks all increments, and sets the trial's time to the time of the increments that count.
  @usableFromInline
  func conclude(_ counted: [UInt64], total: UInt64) -> TrialConclusion {
    var conclusion = counter.conclude(counted + before.take(), total: total)
    conclusion.operations = counted.reduce(0, &+)
    let start = settling.take()
    let end = ends.take().max() ?? start
    conclusion.elapsedNanoseconds = end - min(start, end)
    return conclusion
  }
}

/// The program of threads, usually more than CPUs, that increment together until they are stopped.
@inlinable @inline(__always)
func settledProgram<Counter: SharedCounter & ~Copyable>(
  _ context: CaseContext, _ counter: consuming Counter
) -> TrialProgram {
  let threads = context.value("threads", default: 2)
  let counter = counter
  let check = SettledCheck(threads: threads, trialNanoseconds: context.trialNanoseconds)
  return TrialProgram(threadCount: threads) { thread in
    check.note(
      settledLoop(counter, settling: check.settling, until: thread.stop), thread: thread.index)
  } conclude: { counted in
    check.conclude(counted, total: counter.total())
  }
}
