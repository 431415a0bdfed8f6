import Dispatch

/// Has background work be the first to need the place's pool: an item of the place looks that a background
/// item submitted, then one that the calling thread submits.
///
/// A thread of a pool is started by whoever submits to it, and begins with that one's nice value. The
/// pools must be fresh: in a process whose pools have run, neither look says anything.
public func lookAfterBackground(_ notes: SchedulingNotes, at place: ServicePlace) {
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
