import CSyncShims
import Dispatch
import SyncPrimitives

/// Whether this process may give its threads the nice value of the high classes; found by doing it.
///
/// The calling thread has that value for a moment. A thread that has a lower one already keeps it.
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

/// What the kernel says of a thread.
struct WorkerScheduling: Sendable {
  /// Its nice value.
  let nice: Int
  /// Its policy: 0 is SCHED_OTHER.
  let policy: Int
  /// Its id.
  let thread: Int

  /// What it says of the calling thread.
  static func ofThisThread() -> WorkerScheduling {
    WorkerScheduling(
      nice: Int(sync_thread_nice()), policy: Int(sync_thread_policy()),
      thread: Int(sync_thread_id()))
  }
}

/// What items saw of their threads: for a trial that looks and does not time.
final class SchedulingNotes: Sendable {
  private let notes = MutexProtected<[WorkerScheduling]>([])

  /// Notes what the calling thread is.
  func look() {
    let seen = WorkerScheduling.ofThisThread()
    notes.withLock { $0.append(seen) }
  }

  /// What was noted, in order; then there is nothing.
  func take() -> [WorkerScheduling] {
    notes.take(leaving: [])
  }
}

/// Has an item of the place note what its thread is, and waits for it.
func look(_ notes: SchedulingNotes, at place: ServicePlace) {
  let done = DispatchSemaphore(value: 0)
  place.submit {
    notes.look()
    done.signal()
  }
  done.wait()
}

/// Has background work be the first to need the place's pool: an item of the place looks that a background
/// item submitted, then one that the calling thread submits.
///
/// A thread of a pool is started by whoever submits to it, and begins with that one's nice value. The
/// pools must be fresh: in a process whose pools have run, neither look says anything.
func lookAfterBackground(_ notes: SchedulingNotes, at place: ServicePlace) {
  let done = DispatchSemaphore(value: 0)
  ServiceClass.background.queue.async {
    place.submit {
      notes.look()
      done.signal()
    }
  }
  done.wait()
  look(notes, at: place)
}
