import CSyncShims
import Dispatch
import SyncPrimitives

/// Whether this process may give its threads the nice value of the two most urgent classes.
///
/// To find out, the calling thread takes that value for a moment, unless its own is already as low.
func mayRaisePriority() -> Bool {
  let own = sync_thread_nice()
  let wanted = Int32(ServiceClass.userInitiated.askedNice)
  guard own > wanted else { return true }
  guard sync_set_thread_nice(wanted) == 0 else { return false }
  _ = sync_set_thread_nice(own)
  return true
}

/// The nice value that the process was started with.
func processNice() -> Int { Int(sync_process_nice()) }

/// The scheduling of a thread, as the kernel reports it.
struct WorkerScheduling: Sendable {
  /// The thread's nice value.
  let nice: Int
  /// The thread's scheduling policy; 0 is SCHED_OTHER.
  let policy: Int
  /// The thread's id.
  let thread: Int

  /// The scheduling of the calling thread.
  static func ofThisThread() -> WorkerScheduling {
    WorkerScheduling(
      nice: Int(sync_thread_nice()), policy: Int(sync_thread_policy()),
      thread: Int(sync_thread_id()))
  }
}

/// Notes of how the threads of items are scheduled, for a trial that is not timed.
final class SchedulingNotes: Sendable {
  private let notes = MutexProtected<[WorkerScheduling]>([])

  /// Notes the scheduling of the calling thread.
  func look() {
    let seen = WorkerScheduling.ofThisThread()
    notes.withLock { $0.append(seen) }
  }

  /// Takes the notes, in the order in which they were made.
  func take() -> [WorkerScheduling] {
    notes.take(leaving: [])
  }
}

extension SchedulingNotes {
  /// Makes an item note how its thread is scheduled, and waits for the item.
  func look(bySubmitting submit: (_ item: @escaping @Sendable () -> Void) -> Void) {
    let done = DispatchSemaphore(value: 0)
    submit {
      self.look()
      done.signal()
    }
    done.wait()
  }

  /// Makes an item of a place (a queue or tasks) note how its thread is scheduled, and waits.
  func look(at place: ServicePlace) { look { place.submit($0) } }

  /// Makes two items at a place note how their threads are scheduled; a background item submits the
  /// first.
  ///
  /// The calling thread submits the second item. The first submitter starts the pool's thread,
  /// which begins with that submitter's nice value. The pools must be unused: in a process whose
  /// pools have already run, neither note has a meaning.
  func lookAfterBackground(at place: ServicePlace) {
    look { item in ServiceClass.background.queue.async { place.submit(item) } }
    look(at: place)
  }
}
