import BenchmarkRunner
import CSyncShims
import Glibc
import SyncPrimitives

/// The tally of one of two threads that pass a turn to and fro.
struct PassTally: Sendable {
  /// The number of times that the thread passed the turn on.
  var passes: UInt64 = 0
  /// The number of times that the thread was woken out of turn.
  var faults: UInt64 = 0
  /// 0, or the -errno that ended the trial early.
  var status: Int32 = 0
}

/// Passes a turn to another thread and waits until the turn comes back, `rounds` times; each of two
/// threads calls this function.
///
/// The turn is a word that each thread raises by one. A thread that comes too early, or twice, does
/// not find the number that it expects.
///
/// - Parameters:
///   - own: The signal that this thread waits for.
///   - other: The signal that the other thread waits for.
///   - turn: The turn, which is zero before the first round.
///   - thread: 0 for the thread that has the first turn, 1 for the other thread.
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

/// The observations of one of several threads that yield their CPU.
struct YieldTally: Equatable, Sendable {
  /// The number of yields.
  var yields: UInt64 = 0
  /// The number of yields during which another thread ran.
  var passedOn: UInt64 = 0
  /// The number of refused yields.
  var refusals: UInt64 = 0
  /// The number of times that the thread lost its CPU, as the kernel counts them.
  var switches: UInt64 = 0
  /// The CPU that the thread is bound to; negative if it may use several.
  var cpu: Int32 = -1
}

/// Yields the CPU `operations` times by `sched_yield`, and checks each time whether another thread
/// wrote its name to `latest` meanwhile.
///
/// - Parameter name: The name of this thread: a number that no other thread has.
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

/// Finds the thread's word and adds one to it, `operations` times.
///
/// Returns the increase of the word.
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

/// The system's text for an error number of either sign.
func errorWords(_ status: Int32) -> String {
  guard let words = strerror(abs(status)) else { return "error \(abs(status))" }
  return String(cString: words)
}

/// The check of two threads that pass a turn.
final class PassCheck: Sendable {
  private struct State {
    var faults: UInt64 = 0
    var status: Int32 = 0
  }

  private let state = MutexProtected(State())

  /// Adds a thread's tally, and returns the thread's operations.
  func add(_ tally: PassTally) -> UInt64 {
    state.withLock { state in
      state.faults &+= tally.faults
      if tally.status != 0 { state.status = tally.status }
    }
    return tally.passes
  }

  /// Compares the turn with the number of passes, and forgets the tallies.
  func conclude(_ passes: [UInt64], turn: UInt64) -> TrialConclusion {
    let state = self.state.take(leaving: State())
    let done = passes.reduce(0, &+)
    var conclusion = TrialConclusion(operations: done)
    if state.status != 0 {
      conclusion.refusal = "the kernel refused: \(errorWords(state.status))"
    } else if state.faults > 0 {
      conclusion.violation = "\(state.faults) of \(done) times a thread ran out of turn"
    } else if turn != done {
      conclusion.violation = "the turn is \(turn) after it was passed on \(done) times"
    }
    return conclusion
  }
}

/// The program of two threads that wake each other by turns.
@inline(__always)
func passProgram<Signal: ThreadSignal & ~Copyable>(_ type: Signal.Type) -> TrialProgram {
  let first = Signal()
  let second = Signal()
  let turn = CacheAligned<UInt64>(0)
  let check = PassCheck()
  return TrialProgram(threadCount: 2) { thread in
    let rounds = max(1, thread.operations / 2)
    if thread.index == 0 {
      return check.add(
        passLoop(
          waitingFor: first, waking: second, turn: turn.pointer, thread: 0,
          rounds: rounds))
    }
    return check.add(
      passLoop(
        waitingFor: second, waking: first, turn: turn.pointer, thread: 1,
        rounds: rounds))
  } conclude: { passes in
    defer { turn.pointer.pointee = 0 }
    return check.conclude(passes, turn: sync_counter_read(turn.pointer))
  }
}

/// The program of a thread that wakes another thread after a rest, with each wake-up timed.
func threadWakeProgram(_ context: CaseContext) -> TrialProgram {
  let rounds = WakeRounds()
  let recorder = LatencyRecorder()
  let seen = MutexProtected(WakeTally())
  let rest = UInt64(context.value("rest", default: 100_000))
  return TrialProgram(threadCount: 2) { thread in
    if thread.index == 0 {
      return rounds.wake(until: thread.stop, restNanoseconds: rest)
    }
    let tally = rounds.sleep { nanoseconds in
      if thread.isMeasured { recorder.record(nanoseconds: nanoseconds) }
    }
    seen.put(tally)
    return tally.calls
  } conclude: { operations in
    rounds.reset()
    return concludeWakes(seen.get(), operations)
  } latencies: {
    recorder.rows()
  }
}

/// Checks that each call was answered once, and in turn.
///
/// - Parameter operations: The number of calls by the waker, and the number of calls that the
///   sleeper got.
func concludeWakes(_ tally: WakeTally, _ operations: [UInt64]) -> TrialConclusion {
  let calls = operations.first ?? 0
  var conclusion = TrialConclusion(operations: calls)
  if tally.faults > 0 {
    conclusion.violation = "\(tally.faults) of \(calls) calls came out of turn"
  } else if tally.calls != calls || operations.last != calls {
    conclusion.violation = "\(tally.calls) of \(calls) calls were answered"
  }
  conclusion.observations = present([
    ("asleep_percent", ratio(100 * Double(tally.slept), to: calls))
  ])
  return conclusion
}

/// The program of threads that yield their CPU again and again.
func threadYieldProgram(_ context: CaseContext) -> TrialProgram {
  let threads = context.value("threads", default: 1)
  let latest = CacheAligned<UInt64>(0)
  let tallies = MutexProtected([YieldTally](repeating: YieldTally(), count: threads))
  return TrialProgram(threadCount: threads) { thread in
    let tally = yieldLoop(
      latest.pointer, name: UInt64(thread.index) + 1,
      operations: share(of: thread.operations, number: thread.index, of: threads))
    tallies.withLock { $0[thread.index] = tally }
    return tally.yields
  } conclude: { operations in
    concludeYields(tallies.get(), operations)
  }
}

/// Compares the threads' observations with the kernel's counts.
///
/// A thread that finds another thread's name has lost its CPU, or the threads are on different
/// CPUs. So if all threads are bound to the same CPU, a thread can't find another name more often
/// than the kernel took its CPU away.
func concludeYields(_ tallies: [YieldTally], _ operations: [UInt64]) -> TrialConclusion {
  let done = operations.reduce(0, &+)
  let passedOn = tallies.reduce(0) { $0 &+ $1.passedOn }
  let refusals = tallies.reduce(0) { $0 &+ $1.refusals }
  let isOneCPU = Set(tallies.map(\.cpu)).count == 1 && tallies.allSatisfy { $0.cpu >= 0 }
  var conclusion = TrialConclusion(operations: done)
  if refusals > 0 {
    conclusion.violation = "the kernel refused \(refusals) of \(done) times"
  } else if tallies.count == 1, passedOn > 0 {
    conclusion.violation = "the only thread saw another thread run \(passedOn) times"
  } else if isOneCPU, let odd = tallies.first(where: { $0.passedOn > $0.switches }) {
    conclusion.violation =
      "a thread saw another thread run \(odd.passedOn) times and lost its CPU only \(odd.switches) times"
  }
  conclusion.observations = present([
    ("passed_on_percent", ratio(100 * Double(passedOn), to: done))
  ])
  return conclusion
}

/// The work of all threads of a crowd (``ThreadCrowd``) together in a trial, in microseconds.
let crowdMicroseconds = 80_000

/// The program of a fixed amount of work that the threads of a crowd share.
///
/// Check: all work was done. If the system has too few threads, that is a refusal, not a violation.
func threadCrowdProgram(_ context: CaseContext, yields: Bool) -> TrialProgram {
  let threads = max(1, context.value("threads", default: 1))
  let each = max(1, crowdMicroseconds / threads)
  let crowd = ThreadCrowd(
    threads: threads, microseconds: each,
    stepsPerMicrosecond: UInt64(max(1, context.workStepsPerMicrosecond)),
    pieceMicroseconds: yields ? max(1, context.value("piece", default: 1000) / 1000) : nil)
  if crowd.count < threads {
    return .refusing(
      "the system gave \(crowd.count) of \(threads) threads (\(errorWords(crowd.status))); raise `ulimit -u`"
    )
  }
  return TrialProgram(threadCount: 1) { _ in
    crowd.round()
  } conclude: {
    concludeCrowd($0, asked: UInt64(each) * UInt64(threads))
  }
}

/// Checks that a crowd did `asked` microseconds of work.
func concludeCrowd(_ operations: [UInt64], asked: UInt64) -> TrialConclusion {
  let done = operations.reduce(0, &+)
  return TrialConclusion(
    operations: done,
    violation: done == asked ? nil : "\(done) of \(asked) microseconds of work were done")
}

/// The state of a thread's word after a trial.
struct LocalTally: Sendable {
  /// The increase of the word.
  var grown: UInt64 = 0
  /// The error number if there is no word; 0 otherwise.
  var status: Int32 = 0
}

/// Checks that every addition went to the same word, to which no other thread wrote.
func concludeLocal(_ tally: LocalTally, _ operations: [UInt64]) -> TrialConclusion {
  let done = operations.reduce(0, &+)
  var conclusion = TrialConclusion(operations: done)
  if tally.status != 0 {
    conclusion.refusal = "there is no word: \(errorWords(tally.status))"
  } else if tally.grown != done {
    conclusion.violation = "the word has grown by \(tally.grown) in \(done) additions"
  }
  return conclusion
}

/// The program of a thread that finds a word and adds to it, again and again.
@inline(__always)
func threadLocalProgram<Word: LocalWord & ~Copyable>(_ type: Word.Type) -> TrialProgram {
  let local = Word()
  let seen = MutexProtected(LocalTally())
  return TrialProgram(threadCount: 1) { thread in
    var tally = LocalTally(status: local.makeReady())
    if tally.status == 0 {
      tally.grown = localLoop(local, operations: thread.operations)
    }
    seen.put(tally)
    return thread.operations
  } conclude: { operations in
    concludeLocal(seen.get(), operations)
  }
}

/// The program of a Swift task that finds a word and adds to it.
///
/// The word is bound once a trial.
func taskLocalProgram() -> TrialProgram {
  let word = CountedWord()
  let local = TaskLocalWord()
  let seen = MutexProtected(LocalTally())
  let trial = TaskTrial()
  return TrialProgram(threadCount: 1) { thread in
    trial.run(asking: thread.operations) { operations in
      let grown = TaskLocalWord.binding(word.reference) {
        localLoop(local, operations: operations)
      }
      seen.put(LocalTally(grown: grown))
      return TaskTally(operations: operations)
    }
  } conclude: { operations in
    trial.conclude(concludeLocal(seen.get(), operations))
  }
}
