import CSyncShims
import Dispatch
import SyncPrimitives

/// Whether this process may give its threads the nice value of the high classes, found by trying.
///
/// The calling thread has that value for a moment. A thread with a lower value already keeps its own.
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
  /// Its nice value.
  let nice: Int
  /// Its policy: 0 is SCHED_OTHER.
  let policy: Int
  /// Its id.
  let thread: Int

  /// The scheduling of the calling thread.
  static func ofThisThread() -> WorkerScheduling {
    WorkerScheduling(
      nice: Int(sync_thread_nice()), policy: Int(sync_thread_policy()),
      thread: Int(sync_thread_id()))
  }
}

/// The scheduling of the threads of items, for a trial that is not timed.
final class SchedulingNotes: Sendable {
  private let notes = MutexProtected<[WorkerScheduling]>([])

  /// Notes the scheduling of the calling thread.
  func look() {
    let seen = WorkerScheduling.ofThisThread()
    notes.withLock { $0.append(seen) }
  }

  /// Takes the notes, in order.
  func take() -> [WorkerScheduling] {
    notes.take(leaving: [])
  }
}

extension SchedulingNotes {
  /// Has an item note the scheduling of its thread, and waits for the item.
  func look(bySubmitting submit: (_ item: @escaping @Sendable () -> Void) -> Void) {
    let done = DispatchSemaphore(value: 0)
    submit {
      self.look()
      done.signal()
    }
    done.wait()
  }

  /// Has an item of a place note the scheduling of its thread, and waits for the item.
  func look(at place: ServicePlace) { look { place.submit($0) } }

  /// Has background work be the first to need the place's pool.
  ///
  /// First an item that a background item has submitted notes its scheduling, then an item that the calling
  /// thread submits. The submitter starts a thread of a pool, which begins with the submitter's nice value. The
  /// pools must be fresh: in a process whose pools have run, neither note says anything.
  func lookAfterBackground(at place: ServicePlace) {
    look { item in ServiceClass.background.queue.async { place.submit(item) } }
    look(at: place)
  }
}
