import CSyncShims
import Dispatch
import SyncPrimitives

/// The behaviour of work items, groups and timers, as guides describe it.
enum ItemBehaviours {
  static let all: [Behaviour] = [
    cancelledBeforeSubmission, cancelledBeforeStart, cancelledWhileRunning, notifiedAtEnd,
    notifiedAtCancelledTurn,
    notifiedByRelease, notifiedByCancel, orderedByNotify, groupNotifiedLast, timersWakeApart,
    leewaySharesWakeUps,
  ]

  // MARK: Cancelling

  private static let cancelledBeforeSubmission = Behaviour(
    "cancelled-before-submission",
    "an item that is cancelled before its queue gets the item is left out, and those around it run"
  ) {
    let log = StepLog()
    let queue = DispatchQueue(label: "syncbench.items")
    let cancelled = DispatchWorkItem { log.note("cancelled") }
    cancelled.cancel()
    queue.async { log.note("before") }
    queue.async(execute: cancelled)
    queue.async { log.note("after") }
    queue.sync {}
    return log.steps == ["before", "after"]
  }

  private static let cancelledBeforeStart = Behaviour(
    "cancelled-before-start",
    "an item that is cancelled before its turn is left out, and those around it run"
  ) {
    let log = StepLog()
    let queue = DispatchQueue(label: "syncbench.items")
    queue.suspend()
    let cancelled = DispatchWorkItem { log.note("cancelled") }
    queue.async { log.note("before") }
    queue.async(execute: cancelled)
    queue.async { log.note("after") }
    cancelled.cancel()
    queue.resume()
    queue.sync {}
    return log.steps == ["before", "after"]
  }

  private static let cancelledWhileRunning = Behaviour(
    "cancelled-while-running",
    "an item that is cancelled while it runs, runs to its end, and shows that it is cancelled"
  ) {
    let log = StepLog()
    let queue = DispatchQueue(label: "syncbench.items")
    let item = DispatchWorkItem { log.hold("begun", "ended") }
    queue.async(execute: item)
    let hasBegun = log.wait()
    item.cancel()
    log.letGoOn()
    queue.sync {}
    return hasBegun && item.isCancelled && log.steps == ["begun", "ended"]
  }

  // MARK: Notifications of an item

  private static let notifiedAtEnd = Behaviour(
    "notified-at-end", "an item's notification comes once, when the item has ended"
  ) {
    let log = StepLog()
    let queue = DispatchQueue(label: "syncbench.items")
    let notified = DispatchQueue(label: "syncbench.notified")
    let item = DispatchWorkItem { log.hold("begun", "ended") }
    item.notify(queue: notified) { log.note("notified") }
    queue.async(execute: item)
    let hasBegun = log.wait()
    // A notification that comes too early is already on this queue, and runs before this `sync`.
    notified.sync {}
    log.letGoOn()
    return hasBegun && log.wait(for: 2) && log.steps == ["begun", "ended", "notified"]
  }

  private static let notifiedAtCancelledTurn = Behaviour(
    "notified-at-cancelled-turn",
    "a cancelled item's notification comes when its queue gets to the item, which does not run"
  ) {
    let log = StepLog()
    let queue = DispatchQueue(label: "syncbench.items")
    queue.suspend()
    let item = cancelledItem(log)
    queue.async(execute: item)
    queue.resume()
    // If the item were released during the wait, its release would cause the notification.
    return withExtendedLifetime(item) { log.wait() && log.steps == ["notified"] }
  }

  private static let notifiedByRelease = Behaviour(
    "notified-by-release",
    "if no queue was given a cancelled item, the item's notification comes when the item is released"
  ) {
    let log = StepLog()
    do { _ = cancelledItem(log) }
    return log.wait() && log.steps == ["notified"]
  }

  private static let notifiedByCancel = Behaviour(
    "notified-by-cancel",
    "a cancelled item's notification comes within 5 ms, though its queue is suspended", attempts: 8
  ) {
    let log = StepLog()
    let queue = DispatchQueue(label: "syncbench.items")
    queue.suspend()
    let notified = DispatchSemaphore(value: 0)
    let item = cancelledItem(log) { notified.signal() }
    queue.async(execute: item)
    let cameByCancel = notified.wait(timeout: .now() + .milliseconds(5)) == .success
    queue.resume()
    return log.wait() && cameByCancel
  }

  /// Makes an item with a notification, and cancels the item before any queue gets it.
  private static func cancelledItem(
    _ log: StepLog, notification: @escaping @Sendable () -> Void = {}
  ) -> DispatchWorkItem {
    let item = DispatchWorkItem { log.note("ran") }
    item.notify(queue: .global()) {
      notification()
      log.note("notified")
    }
    item.cancel()
    return item
  }

  private static let orderedByNotify = Behaviour(
    "ordered-by-notify",
    "an item that is the notification of an item on another queue begins after that item's end"
  ) {
    let log = StepLog()
    let first = DispatchWorkItem { log.hold("first begun", "first ended") }
    first.notify(queue: .global(), execute: DispatchWorkItem { log.note("second") })
    // The item that blocks is on a serial queue, which has other threads than the global queue. On
    // the global queue the item might block the only thread.
    DispatchQueue(label: "syncbench.items").async(execute: first)
    let hasBegun = log.wait()
    let globalHasRun = log.runsGlobalItem()
    log.letGoOn()
    let haveEnded = log.wait(for: 2)
    return hasBegun && globalHasRun && haveEnded
      && log.steps == ["first begun", "global item", "first ended", "second"]
  }

  // MARK: Groups

  private static let groupNotifiedLast = Behaviour(
    "group-notified-last",
    "a group's notification comes once, after the last of 8 leaves, of which one is held back"
  ) {
    let log = StepLog()
    let group = DispatchGroup()
    // The item that blocks is on a serial queue, which has other threads than the global queue. On
    // the global queue the item might block the only thread.
    let queueOfLast = DispatchQueue(label: "syncbench.items")
    for leave in 0..<8 {
      group.enter()
      (leave == 0 ? queueOfLast : .global()).async {
        if leave == 0 { log.stay() }
        log.note("left")
        group.leave()
      }
    }
    group.notify(queue: .global()) { log.note("notified") }
    let othersHaveLeft = log.wait(for: 7)
    let globalHasRun = log.runsGlobalItem()
    log.letGoOn()
    let haveEnded = log.wait(for: 2)
    let expected = Array(repeating: "left", count: 7) + ["global item", "left", "notified"]
    return othersHaveLeft && globalHasRun && haveEnded && log.steps == expected
  }

  // MARK: Timers

  private static let timersWakeApart = Behaviour(
    "timers-wake-apart",
    "8 timers without leeway, 0.3 ms apart, cost 8 wake-ups or more of the process's threads",
    attempts: 8
  ) {
    TimerWakeUps.count(leewayNanoseconds: 0).map { $0 >= TimerWakeUps.timers } ?? false
  }

  private static let leewaySharesWakeUps = Behaviour(
    "leeway-shares-wake-ups",
    "8 timers 0.3 ms apart cost, with a leeway of 3 ms, at most half the wake-ups that they cost without leeway",
    attempts: 8
  ) {
    guard let apart = TimerWakeUps.count(leewayNanoseconds: 0),
      let together = TimerWakeUps.count(leewayNanoseconds: 3_000_000)
    else { return false }
    return together * 2 <= apart
  }
}

/// The wake-ups of the process's threads by timers that are due shortly after each other.
enum TimerWakeUps {
  /// The number of timers.
  static let timers: UInt64 = 8
  /// The time from a timer's deadline to the next timer's deadline, in ns: longer than a wake-up
  /// takes.
  private static let spacing: UInt64 = 300_000
  /// The time from the arming to the first deadline, in ns.
  private static let lead: UInt64 = 1_000_000

  /// Arms all timers, waits until each has fired, and returns the number of times that a thread of
  /// the process went to sleep; a wake-up follows each.
  ///
  /// Nil if a timer did not fire.
  ///
  /// The timers share a serial queue. If the leeway reaches beyond the last deadline, one wake-up
  /// can serve all timers.
  static func count(leewayNanoseconds: Int) -> UInt64? {
    let queue = DispatchQueue(label: "syncbench.timers")
    wakeDispatch(queue)
    // Only the last timer wakes this thread.
    let left = MutexProtected(timers)
    let allFired = DispatchSemaphore(value: 0)
    let first = sync_monotonic_ns() + lead
    let armed = (0..<timers).map { timer in
      let source = DispatchSource.makeTimerSource(queue: queue)
      source.schedule(
        deadline: DispatchTime(uptimeNanoseconds: first + timer * spacing),
        leeway: .nanoseconds(leewayNanoseconds))
      source.setEventHandler {
        let remaining = left.withLock { left in
          left -= 1
          return left
        }
        if remaining == 0 { allFired.signal() }
      }
      source.activate()
      return source
    }
    let before = sync_process_usage().voluntary_switches
    let haveFired = allFired.wait(timeout: .now() + .seconds(1)) == .success
    let switches = sync_process_usage().voluntary_switches - before
    for source in armed { source.cancel() }
    queue.sync {}
    return haveFired ? switches : nil
  }

  /// Lets a timer fire, because the first timer of a process waits until Dispatch has started its
  /// threads.
  private static func wakeDispatch(_ queue: DispatchQueue) {
    let fired = DispatchSemaphore(value: 0)
    queue.asyncAfter(deadline: .now() + .microseconds(100)) { fired.signal() }
    fired.wait()
  }
}

/// Uses of timer sources that are said to end a process, and similar uses that are not.
enum ItemEndings {
  static let all: [Ending] = [
    Ending("source-cancel-suspended", "a suspended timer source is cancelled, and kept") {
      let source = suspendedSource()
      source.cancel()
      // The source is never released, because only its cancelling is tested.
      kept.withLock { $0.append(source) }
    },
    Ending("source-release-suspended", "a suspended timer source is released") {
      _ = suspendedSource()
    },
    Ending(
      "source-release-cancelled",
      "a suspended timer source is cancelled, and released without being resumed"
    ) { suspendedSource().cancel() },
    Ending("source-release-inactive", "a timer source that was never activated is released") {
      _ = DispatchSource.makeTimerSource()
    },
    Ending(
      "source-release-resumed", "a suspended timer source is cancelled, resumed, and released"
    ) {
      let source = suspendedSource()
      source.cancel()
      source.resume()
    },
  ]

  private static let kept = MutexProtected<[any DispatchSourceTimer]>([])

  private static func suspendedSource() -> any DispatchSourceTimer {
    let source = DispatchSource.makeTimerSource()
    source.schedule(deadline: .distantFuture)
    source.setEventHandler {}
    source.activate()
    source.suspend()
    return source
  }
}
