public import BenchmarkModel
public import BenchmarkRunner
public import SyncPrimitives

/// How long the parts of a priority inversion work, in ns of an undisturbed CPU.
enum InversionLengths {
  /// The holder, inside its section: what a waiter must wait at least.
  static let inside = 1_000_000
  /// The hog: what it waits besides, where nobody lends the holder its urgency.
  static let hog = 10_000_000
  /// A round.
  static let round = inside + hog
}

/// What the threads of a priority inversion share but for the lock.
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

  /// Plays the thread's part; the rounds done.
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
    // The holder and the waiter count, the hog does not.
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

/// The program of three threads on one CPU: an urgent one waits for a lock that a less urgent one holds,
/// while one between them wants the CPU.
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
