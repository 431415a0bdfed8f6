import BenchmarkRunner
import CSyncShims
import Dispatch
import SyncPrimitives

/// A priority inversion between classes of service.
///
/// A background item holds a lock, a user-initiated item waits for the lock, and items of the
/// default class, whose urgency lies between, want the CPUs.
///
/// All items run on ordinary threads of the fair scheduler with different nice values. No thread is
/// kept from the CPU forever: the holder gets the share of CPU time that its scheduling weight
/// gives, and the waiter waits for the holder.
final class ClassInversion<Exclusion: MutualExclusion & ~Copyable>: Sendable {
  private let exclusion: Exclusion
  private let value = CacheAligned<UInt64>(0)
  private let insideSteps: UInt64
  private let hogs: Int

  /// Makes an inversion with a free lock.
  ///
  /// - Parameters:
  ///   - insideSteps: The holder's work inside its section.
  ///   - hogs: The number of items of the default class that want a CPU meanwhile.
  init(insideSteps: UInt64, hogs: Int) {
    exclusion = Exclusion()
    self.insideSteps = insideSteps
    self.hogs = hogs
  }

  /// The count that the holder and the waiter each raise by one in a round.
  ///
  /// To be read with all items at rest.
  var total: UInt64 { value.pointer.pointee }

  /// Plays one round, and returns the wait of the waiter, in ns.
  ///
  /// The holder takes the lock and sleeps until the hogs run and the waiter is about to acquire.
  func round() -> UInt64 {
    let items = DispatchGroup()
    let isHeld = DispatchSemaphore(value: 0)
    let waiterComes = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var waited: UInt64 = 0
    ServiceClass.background.queue.async(group: items) {
      self.hold(isHeld: isHeld, until: waiterComes)
    }
    isHeld.wait()
    let hogging = ClassHogs(of: [.default], each: hogs)
    ServiceClass.userInitiated.queue.async(group: items) {
      waited = self.wait(coming: waiterComes)
      // The hogs stop now, because the holder's item still has to end, and would get only a tenth
      // of a CPU while they run.
      hogging.letGo()
    }
    items.wait()
    return waited
  }

  private func hold(isHeld: DispatchSemaphore, until waiterComes: DispatchSemaphore) {
    var state = exclusion.makeThreadState()
    exclusion.exclusively(&state) {
      // The value is read before the waiter comes, and written when an unhindered waiter would have
      // ended. So if the lock lets the waiter in, the waiter's addition is lost.
      let before = value.pointer.pointee
      isHeld.signal()
      waiterComes.wait()
      _ = sync_work(insideSteps)
      value.pointer.pointee = before &+ 1
    }
    exclusion.endThreadState(state)
  }

  private func wait(coming: DispatchSemaphore) -> UInt64 {
    var state = exclusion.makeThreadState()
    coming.signal()
    let start = sync_monotonic_ns()
    var end = start
    exclusion.exclusively(&state) {
      end = sync_monotonic_ns()
      incrementGuarded(value.pointer, workSteps: 0)
    }
    exclusion.endThreadState(state)
    return end - start
  }
}

/// The lengths of the parts of an inversion between classes, in ns.
enum ClassInversionLengths {
  /// The length of the section if the holder has a CPU for itself: the waiter's shortest wait.
  ///
  /// The section is longer than a time slice, because a thread that has just been woken would end a
  /// section of 1 ms in its first slice, even if other threads want the CPU.
  static let inside = 5_000_000
  /// The longest expected round, with a margin: with a hog on every CPU, the holder has a tenth of
  /// a CPU.
  static let round = 15 * inside
}

extension QoSSuite {
  /// The locks that a background item holds.
  static let invertedLocks: [MeasuredPrimitive] = [
    inverted(
      "dispatch-semaphore", "a DispatchSemaphore of one: nobody owns it",
      DispatchSemaphoreLock.self),
    inverted("pthread-mutex", "glibc's default mutex", PthreadMutex.self),
    inverted("serial-queue-sync", "sync on a serial queue", SerialQueueSync.self),
    inverted(
      "pthread-mutex-pi", "glibc's mutex that lends its owner the waiters' priority",
      PthreadMutexOf<PriorityInheritingKind>.self),
    inverted(
      "mutex", "Synchronization.Mutex; up to Swift 6.3 it lends priority as well",
      StandardMutex.self),
  ]

  private static func inverted<Exclusion: MutualExclusion & ~Copyable>(
    _ name: String, _ summary: String, _ type: Exclusion.Type
  ) -> MeasuredPrimitive {
    MeasuredPrimitive(name: name, summary: summary) { classInversionProgram($0, Exclusion.self) }
  }
}

/// The program of rounds in which a user-initiated item waits for a lock that a background item
/// holds.
///
/// Check: the holder and the waiter exclude each other, in every round.
func classInversionProgram<Exclusion: MutualExclusion & ~Copyable>(
  _ context: CaseContext, _ type: Exclusion.Type
) -> TrialProgram {
  let inversion = ClassInversion<Exclusion>(
    insideSteps: UInt64(
      Double(ClassInversionLengths.inside) * context.workStepsPerMicrosecond / 1000),
    hogs: context.hogs)
  let rounds = max(1, min(1000, context.trialNanoseconds / UInt64(ClassInversionLengths.round)))
  let recorder = LatencyRecorder()
  let check = CounterCheck()
  return TrialProgram(threadCount: 1) { thread in
    for _ in 0..<rounds {
      let waited = inversion.round()
      if thread.isMeasured { recorder.record(nanoseconds: waited) }
    }
    return rounds
  } conclude: { _ in
    // The holder and the waiter each add one in a round.
    var conclusion = check.conclude([rounds, rounds], total: inversion.total)
    conclusion.operations = rounds
    return conclusion.observingPrivilege()
  } latencies: {
    recorder.rows()
  }
}
