import BenchmarkRunner
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

/// The system's words for an error number, with either sign.
func errorWords(_ status: Int32) -> String {
  guard let words = strerror(abs(status)) else { return "error \(abs(status))" }
  return String(cString: words)
}

/// Adds up what two threads did of passing a turn.
final class PassCheck: Sendable {
  private struct State {
    var faults: UInt64 = 0
    var status: Int32 = 0
  }

  private let state = MutexProtected(State())

  /// Adds a thread's tally; its operations.
  func add(_ tally: PassTally) -> UInt64 {
    state.withLock { state in
      state.faults &+= tally.faults
      if tally.status != 0 { state.status = tally.status }
    }
    return tally.passes
  }

  /// Compares the turn that was reached with the times it was passed on, and forgets what was added.
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

/// The program of a thread that wakes another after a rest, each wake-up timed.
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

/// Checks that each call was answered once, and in its turn.
///
/// - Parameter operations: How often the waker called, and how often the sleeper was called.
func concludeWakes(_ tally: WakeTally, _ operations: [UInt64]) -> TrialConclusion {
  let calls = operations.first ?? 0
  var conclusion = TrialConclusion(operations: calls)
  if tally.faults > 0 {
    conclusion.violation = "\(tally.faults) of \(calls) calls came out of turn"
  } else if tally.calls != calls || operations.last != calls {
    conclusion.violation = "\(tally.calls) of \(calls) calls were answered"
  }
  conclusion.observations = told([
    ("asleep_percent", ratio(100 * Double(tally.slept), to: calls))
  ])
  return conclusion
}

/// The program of threads that give their CPU away again and again.
func threadYieldProgram(_ context: CaseContext) -> TrialProgram {
  let threads = context.value("threads", default: 1)
  let latest = CacheAligned<UInt64>(0)
  let tallies = MutexProtected([YieldTally](repeating: YieldTally(), count: threads))
  return TrialProgram(threadCount: threads) { thread in
    let tally = yieldLoop(
      latest.pointer, name: UInt64(thread.index) + 1,
      operations: share(of: thread.operations, worker: thread.index, of: threads))
    tallies.withLock { $0[thread.index] = tally }
    return tally.yields
  } conclude: { operations in
    concludeYields(tallies.get(), operations)
  }
}

/// Holds what the threads saw against what the kernel counted.
///
/// A thread that finds another's name had lost its CPU, or they are on different ones. So where all are
/// bound to the same CPU, it can't find that oftener than the kernel took it away.
func concludeYields(_ tallies: [YieldTally], _ operations: [UInt64]) -> TrialConclusion {
  let done = operations.reduce(0, &+)
  let passedOn = tallies.reduce(0) { $0 &+ $1.passedOn }
  let refusals = tallies.reduce(0) { $0 &+ $1.refusals }
  let isOneCPU = Set(tallies.map(\.cpu)).count == 1 && tallies.allSatisfy { $0.cpu >= 0 }
  var conclusion = TrialConclusion(operations: done)
  if refusals > 0 {
    conclusion.violation = "the kernel refused \(refusals) of \(done) times"
  } else if tallies.count == 1, passedOn > 0 {
    conclusion.violation = "another thread came \(passedOn) times where there is none"
  } else if isOneCPU, let odd = tallies.first(where: { $0.passedOn > $0.switches }) {
    conclusion.violation =
      "a thread saw another run \(odd.passedOn) times and lost its CPU only \(odd.switches) times"
  }
  conclusion.observations = told([
    ("passed_on_percent", ratio(100 * Double(passedOn), to: done))
  ])
  return conclusion
}

/// How much work a crowd shares out in a trial, in microseconds, all its threads together.
let crowdMicroseconds = 80_000

/// The program of a fixed amount of work that threads of a crowd share out.
///
/// Check: the whole of it was done. A system that has not so many threads is no broken promise.
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

/// Checks that a crowd did what it was asked for, in microseconds of work.
func concludeCrowd(_ operations: [UInt64], asked: UInt64) -> TrialConclusion {
  let done = operations.reduce(0, &+)
  return TrialConclusion(
    operations: done,
    violation: done == asked ? nil : "\(done) of \(asked) microseconds of work were done")
}

/// What a thread found of its word in a trial.
struct LocalTally: Sendable {
  /// By how much the word has grown.
  var grown: UInt64 = 0
  /// Why there is no word, as an error's number; 0 where there is one.
  var status: Int32 = 0
}

/// Checks that every addition went to the same word, which nobody else wrote to.
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

/// The same in a Swift task, for which the word is bound once a trial.
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
