import CSyncShims
import Dispatch
import SyncPrimitives

/// What the kernel says of a thread.
public struct WorkerScheduling: Sendable {
  /// Its nice value.
  public let nice: Int
  /// Its policy: 0 is SCHED_OTHER.
  public let policy: Int
  /// Its id.
  public let thread: Int

  /// What it says of the calling thread.
  public static func ofThisThread() -> WorkerScheduling {
    WorkerScheduling(
      nice: Int(sync_thread_nice()), policy: Int(sync_thread_policy()),
      thread: Int(sync_thread_id()))
  }
}

/// What items saw of their threads: for a trial that looks and does not time.
public final class SchedulingNotes: Sendable {
  private let notes = MutexProtected<[WorkerScheduling]>([])

  /// Makes an empty record.
  public init() {}

  /// Notes what the calling thread is.
  public func look() {
    let seen = WorkerScheduling.ofThisThread()
    notes.withLock { $0.append(seen) }
  }

  /// What was noted, in order; then there is nothing.
  public func take() -> [WorkerScheduling] {
    notes.withLock { notes in
      defer { notes = [] }
      return notes
    }
  }
}

/// Has an item of the place note what its thread is, and waits for it.
public func look(_ notes: SchedulingNotes, at place: ServicePlace) {
  let done = DispatchSemaphore(value: 0)
  place.submit {
    notes.look()
    done.signal()
  }
  done.wait()
}
