import Dispatch
import Glibc
import SyncPrimitives
import Synchronization

/// Experiments on the threads that run the items of queues.
enum QueueThreads {
  static let all = [mainQueue, serialQueue]

  private static let mainQueue = MainQueueRun.behaviour(
    "main-queue-in-run-loop",
    "an async and a sync on the main queue run on the first thread, which is in a run loop",
    attempts: 50
  ) {
    let notes = ItemNotes()
    DispatchQueue.main.async { notes.note(1) }
    DispatchQueue.main.sync { notes.note(2) }
    return notes.all.map(\.thread) == [getpid(), getpid()]
  }

  private static let serialQueue = Behaviour(
    "serial-queue-changes-threads",
    "a serial queue's second item runs on another thread if the first item's thread is busy",
    attempts: 10, attempt: secondItemRunsElsewhere)

  /// Whether a queue's second item runs on another thread if an item of another queue holds the
  /// first item's thread.
  private static func secondItemRunsElsewhere() -> Bool {
    let queue = DispatchQueue(label: "syncbench.serial")
    let first = threadOfItem(on: queue)
    let letGo = DispatchSemaphore(value: 0)
    let held = DispatchGroup()
    var others = 0
    var isFirstHeld = false
    // The pool chooses which idle thread runs an item. So item after item holds its thread, until
    // one of them holds the first item's thread.
    while !isFirstHeld, others < 64 {
      held.enter()
      others += 1
      let other = threadOfItem(on: DispatchQueue(label: "syncbench.other")) {
        letGo.wait()
        held.leave()
      }
      isFirstHeld = other == first
    }
    let second = threadOfItem(on: queue)
    for _ in 0..<others { letGo.signal() }
    held.wait()
    return isFirstHeld && second != first
  }

  private static func threadOfItem(
    on queue: DispatchQueue, andThen rest: @escaping @Sendable () -> Void = {}
  ) -> Int32? {
    let notes = ItemNotes()
    let noted = DispatchSemaphore(value: 0)
    queue.async {
      notes.note(0)
      noted.signal()
      rest()
    }
    noted.wait()
    return notes.all.first?.thread
  }
}

/// The main queue in a run loop of the process's first thread, for the attempts of a trial.
final class MainQueueRun: Sendable {
  private let counter = MainActorCounter()
  private let left: Atomic<Int>
  private let attempts: Int

  private init(attempts: Int) {
    self.attempts = attempts
    left = Atomic(attempts)
  }

  /// Serves the main queue on the process's first thread, until the trial's last attempt.
  private func lead() {
    counter.runMainQueue()
    _ = counter.takeStrays()
  }

  /// Makes one attempt.
  ///
  /// The last attempt ends the service of the main queue.
  private func attempt(_ body: () -> Bool) -> Bool {
    let held = body()
    if left.wrappingSubtract(1, ordering: .relaxed).newValue == 0 {
      left.store(attempts, ordering: .relaxed)
      let counter = counter
      Task { await counter.end() }
    }
    return held
  }

  /// An experiment that runs beside a main queue in a run loop.
  static func behaviour(
    _ name: String, _ summary: String, attempts: Int, attempt: @escaping @Sendable () -> Bool
  ) -> Behaviour {
    let run = MainQueueRun(attempts: attempts)
    return Behaviour(name, summary, attempts: attempts) { run.attempt(attempt) }
      .led { run.lead() }
  }

  /// An experiment that runs in an item of the main queue, on the first thread, and may end its
  /// process.
  static func ending(
    _ name: String, _ summary: String, body: @escaping @Sendable () -> Void
  ) -> Ending {
    let run = MainQueueRun(attempts: 1)
    return Ending(name, "an item of the main queue, on the first thread, \(summary)") {
      _ = run.attempt {
        let group = DispatchGroup()
        DispatchQueue.main.async(group: group, execute: body)
        group.wait()
        return true
      }
    }.led { run.lead() }
  }
}
