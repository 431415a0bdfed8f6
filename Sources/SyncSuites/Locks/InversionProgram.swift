public import BenchmarkModel
public import BenchmarkRunner
import CSyncShims
public import SyncPrimitives
import Synchronization

/// A count of events, which one thread raises and another thread waits for.
///
/// The addition is a release and the load an acquire, so the waiting thread sees all that came
/// before the event.
private struct Signal: ~Copyable {
  private let posts = CacheAligned(Atomic<UInt32>(0))

  borrowing func post() {
    posts.pointer.pointee.wrappingAdd(1, ordering: .releasing)
    _ = sync_futex_wake(posts.pointer, 1)
  }

  borrowing func wait(for count: UInt32) {
    while case let seen = posts.pointer.pointee.load(ordering: .acquiring), seen < count {
      _ = sync_futex_wait(posts.pointer, seen)
    }
  }

  borrowing func reset() { posts.pointer.pointee.store(0, ordering: .relaxed) }
}

/// The script of a priority inversion, for three threads on one CPU, round after round.
///
/// The holder is the least urgent thread, the waiter the most urgent. The third thread, the hog,
/// only wants the CPU. The holder takes the lock and signals the waiter. When the waiter is about
/// to acquire, the holder signals the hog and works inside. If the lock does not lend the holder
/// the waiter's urgency, the hog overtakes the holder: with ``UrgencyPolicy/fifo`` the holder works
/// only when the hog is done. The round ends when all three are done.
@usableFromInline struct InversionScript: ~Copyable, @unchecked Sendable {
  private let isHeld = Signal()
  private let waiterCame = Signal()
  private let hogMayRun = Signal()
  private let waiterIsDone = Signal()
  private let hogIsDone = Signal()

  /// Plays the holder's part of `rounds` rounds, with `insideSteps` steps of work in the section.
  @usableFromInline borrowing func hold<Exclusion: MutualExclusion & ~Copyable>(
    _ exclusion: borrowing Exclusion, guarding value: UnsafeMutablePointer<UInt64>,
    rounds: UInt32, insideSteps: UInt64
  ) {
    var state = exclusion.makeThreadState()
    for round in 1...rounds {
      exclusion.exclusively(&state) {
        // The value is read before the waiter comes, and written when an unhindered waiter would
        // have ended. So if the lock lets the waiter in, the waiter's addition is lost.
        let before = value.pointee
        isHeld.post()
        waiterCame.wait(for: round)
        hogMayRun.post()
        _ = sync_work(insideSteps)
        value.pointee = before &+ 1
      }
      waiterIsDone.wait(for: round)
      hogIsDone.wait(for: round)
    }
    exclusion.endThreadState(state)
  }

  /// Plays the waiter's part; `record` gets the duration of each acquisition, in ns.
  @usableFromInline borrowing func wait<Exclusion: MutualExclusion & ~Copyable>(
    _ exclusion: borrowing Exclusion, guarding value: UnsafeMutablePointer<UInt64>,
    rounds: UInt32, record: (UInt64) -> Void
  ) {
    var state = exclusion.makeThreadState()
    for round in 1...rounds {
      isHeld.wait(for: round)
      waiterCame.post()
      let start = sync_monotonic_ns()
      var end = start
      exclusion.exclusively(&state) {
        end = sync_monotonic_ns()
        incrementGuarded(value, workSteps: 0)
      }
      record(end - start)
      waiterIsDone.post()
    }
    exclusion.endThreadState(state)
  }

  /// Plays the hog's part: `steps` steps of work per round, without the lock.
  @usableFromInline borrowing func hog(rounds: UInt32, steps: UInt64) {
    for round in 1...rounds {
      hogMayRun.wait(for: round)
      _ = sync_work(steps)
      hogIsDone.post()
    }
  }

  /// Resets the signals for the next trial, while all threads are at rest.
  borrowing func reset() {
    isHeld.reset()
    waiterCame.reset()
    hogMayRun.reset()
    waiterIsDone.reset()
    hogIsDone.reset()
  }
}

/// A part in a priority inversion, by its thread's number.
@usableFromInline enum InversionPart: Int, Sendable {
  /// The least urgent thread, which holds the lock.
  case holder
  /// The most urgent thread, which wants the lock.
  case waiter
  /// The thread of medium urgency, which wants only the CPU.
  case hog
}

/// The means by which threads are made more and less urgent.
enum UrgencyPolicy: Int, Sendable {
  /// Nice values, 19 for the holder: the other threads overtake the holder, but do not keep the
  /// holder from the CPU.
  case nice = 0
  /// SCHED_FIFO priorities for the waiter and the hog, above a holder of SCHED_OTHER.
  ///
  /// The holder stays in the fair class, because Linux 6.12 and later keep only that class from
  /// starving. With a real-time priority below that of a spinning waiter, the holder would never
  /// run again.
  case fifo = 1

  /// Returns `fifo` if a try shows that this process may use it, and `nice` otherwise.
  static func permitted() -> UrgencyPolicy {
    guard sync_set_thread_policy(1, 1) == 0 else { return .nice }
    _ = sync_set_thread_policy(0, 0)
    return .fifo
  }

  /// Binds the calling thread to the first CPU that it may use, gives it the urgency of its part,
  /// plays the part, and ends its real-time priority, if it got one.
  ///
  /// - Returns: 0, or the kernel's -errno. The part is played even after a refusal, because the
  ///   other threads wait for this part.
  func play(_ part: InversionPart, _ body: () -> Void) -> Int32 {
    var cpus = [Int32](repeating: 0, count: Int(SYNC_AFFINITY_CPUS_MOST))
    var status = Int32(min(0, sync_affinity_get(&cpus, cpus.count)))
    if status == 0 { status = sync_affinity_set(0, &cpus, 1) }
    let urgency = setUrgency(part)
    body()
    if self == .fifo, part != .holder { _ = sync_set_thread_policy(0, 0) }
    return status == 0 ? urgency : status
  }

  private func setUrgency(_ part: InversionPart) -> Int32 {
    switch (self, part) {
    case (.fifo, .waiter): sync_set_thread_policy(1, 3)
    case (.fifo, .hog): sync_set_thread_policy(1, 2)
    case (.nice, .holder): sync_set_thread_nice(19)
    default: 0
    }
  }
}

/// The work of the parts of a priority inversion, in ns of an undisturbed CPU.
enum InversionLengths {
  /// The holder's work inside its section, which is the shortest possible wait of the waiter.
  static let inside = 1_000_000
  /// The hog's work, which the waiter also waits for if the holder does not inherit the waiter's
  /// urgency.
  static let hog = 10_000_000
  static let round = inside + hog
}

/// The shared state of a priority inversion, without the lock.
@usableFromInline
final class Inversion: Sendable {
  @usableFromInline let script = InversionScript()
  @usableFromInline let rounds: UInt32
  @usableFromInline let insideSteps: UInt64
  @usableFromInline let hogSteps: UInt64
  private let policy = UrgencyPolicy.permitted()
  private let waits = LatencyRecorder()
  private let refusals = ThreadNumbers(threads: 3)
  private let check = CounterCheck()

  @usableFromInline
  init(_ context: CaseContext) {
    func steps(_ nanoseconds: Int) -> UInt64 {
      UInt64(Double(nanoseconds) * context.workStepsPerMicrosecond / 1000)
    }
    insideSteps = steps(InversionLengths.inside)
    hogSteps = steps(InversionLengths.hog)
    rounds = UInt32(
      max(1, min(1000, context.trialNanoseconds / UInt64(InversionLengths.round))))
  }

  /// Plays the thread's part, and returns the number of rounds.
  @usableFromInline
  func play(_ thread: TrialThread, _ body: (InversionPart) -> Void) -> UInt64 {
    guard let part = InversionPart(rawValue: thread.index) else { return 0 }
    let status = policy.play(part) { body(part) }
    refusals.note(UInt64(-status), thread: thread.index)
    return UInt64(rounds)
  }

  @usableFromInline
  func record(_ nanoseconds: UInt64, of thread: TrialThread) {
    if thread.isMeasured { waits.record(nanoseconds: nanoseconds) }
  }

  @usableFromInline
  func conclude(total: UInt64) -> TrialConclusion {
    script.reset()
    // The holder and the waiter raise the counter, the hog does not.
    var conclusion = check.conclude([UInt64(rounds), UInt64(rounds)], total: total)
    conclusion.operations = UInt64(rounds)
    conclusion.observations = [("policy", Double(policy.rawValue))]
    if let refusal = refusals.take().first(where: { $0 != 0 }) {
      conclusion.violation =
        conclusion.violation
        ?? "the kernel refused a thread its CPU or its urgency (errno \(refusal))"
    }
    return conclusion
  }

  @usableFromInline
  func rows() -> [LatencyRow] {
    waits.rows()
  }
}

/// The program of a priority inversion between three threads on one CPU.
///
/// An urgent thread waits for a lock that a less urgent thread holds, while a thread of medium
/// urgency wants the CPU.
@inlinable @inline(__always)
func inversionProgram<Exclusion: MutualExclusion & ~Copyable>(
  _ context: CaseContext, _ type: Exclusion.Type
) -> TrialProgram {
  let exclusion = Exclusion()
  let guarded = CacheAligned<UInt64>(0)
  let inversion = Inversion(context)
  return TrialProgram(threadCount: 3) { thread in
    let value = guarded.pointer
    let rounds = inversion.rounds
    return inversion.play(thread) { part in
      switch part {
      case .holder:
        inversion.script.hold(
          exclusion, guarding: value, rounds: rounds, insideSteps: inversion.insideSteps)
      case .waiter:
        inversion.script.wait(exclusion, guarding: value, rounds: rounds) {
          inversion.record($0, of: thread)
        }
      case .hog:
        inversion.script.hog(rounds: rounds, steps: inversion.hogSteps)
      }
    }
  } conclude: { _ in
    inversion.conclude(total: guarded.pointer.pointee)
  } latencies: {
    inversion.rows()
  }
}
