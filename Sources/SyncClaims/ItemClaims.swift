import BenchmarkAnalysis

/// The claims about items, in the order in which they are shown.
enum ItemClaims {
  static let all: [Claim] = [
    .itemCancelSkips, .itemCancelDoesNotStop, .itemNotifyAtEnd, .itemNotifyOnCancel,
    .itemNotifyOrders, .groupNotifyLast, .asyncAfterNeverEarly, .leewayCoalesces,
    .sourceCancelSuspended, .sourceReleaseSuspended, .sourceResumeThenRelease, .debounceRunsLast,
    .throttleOncePerPeriod, .groupWaitKeepsLimit,
  ]
}

extension Claim {
  static let itemCancelSkips = Claim(
    id: "item-cancel-skips", topic: .items, guide: "introductions to queues and work items",
    statement: "A work item that is cancelled before its turn does not run.",
    rule: .all([
      .held("cancelled while its queue was suspended", "items/cancelled-before-start"),
      .held("cancelled before its submission", "items/cancelled-before-submission"),
    ]),
    supported: "Cancelling an item that has not begun saves its work. Code that waits for the "
      + "result has to be told by other means.",
    refuted: "A cancelled item may still run: have it check isCancelled first.",
    depends: "Some cancelled items run and some do not: have each item check isCancelled first.")

  static let itemCancelDoesNotStop = Claim(
    id: "item-cancel-does-not-stop", topic: .items, guide: "introductions to queues and work items",
    statement: "Cancelling a work item that runs does not stop it.",
    rule: .all([
      .held("an item that was cancelled while it ran", "items/cancelled-while-running")
    ]),
    supported: "Long items must check isCancelled themselves, again and again, and return.",
    refuted: "A running item can be ended from outside: it must keep its data consistent at every "
      + "step.",
    depends: "Whether a running item goes on is not certain: check isCancelled, and keep data "
      + "consistent at every step.")

  static let itemNotifyAtEnd = Claim(
    id: "item-notify-at-end", topic: .items, guide: "introductions to queues and work items",
    statement: "The notification of a work item comes after the item has ended.",
    rule: .all([.held("an item that was held back before its end", "items/notified-at-end")]),
    supported: "Work that follows an item by notification can rely on all that the item has "
      + "written.",
    refuted: "A notification says nothing about the item's end: signal the end in the item's last "
      + "statement.",
    depends: "Most notifications follow the item's end, but not all: signal the end in the item's "
      + "last statement.")

  static let itemNotifyOnCancel = Claim(
    id: "item-notify-on-cancel", topic: .items, guide: "references of the work item's calls",
    statement: "Cancelling a waiting work item triggers its notification.",
    rule: .each(
      of: "what follows the cancelling",
      [
        .held("the item's turn on its queue", "items/notified-at-cancelled-turn"),
        .held("the release of the item, which was never submitted", "items/notified-by-release"),
        .held("nothing more, because its queue is suspended", "items/notified-by-cancel"),
      ]),
    supported: "A notification is a prompt answer to a cancellation, even if the queue is "
      + "suspended.",
    refuted: "No notification follows a cancellation: tell waiting code by other means.",
    depends: "Cancelling alone is not always enough: if the notification waits for the item's "
      + "turn, a busy or suspended queue delays the notification. Use other means to tell code "
      + "that must learn of a cancellation immediately.")

  static let itemNotifyOrders = Claim(
    id: "item-notify-orders", topic: .items, guide: "introductions to queues and work items",
    statement: "If one work item notifies another, the second begins after the end of the first.",
    rule: .all([
      .held(
        "the first item held back, while the second item's queue ran another",
        "items/ordered-by-notify")
    ]),
    supported: "A notification is enough to order two items; they need no queue of their own.",
    refuted: "Submit the second item from the end of the first, or use a serial queue.",
    depends: "The order does not always hold: submit the second item from the end of the first.")

  static let groupNotifyLast = Claim(
    id: "group-notify-last", topic: .items, guide: "introductions to groups",
    statement: "A group's notification comes after every leave.",
    rule: .all([.held("8 leaves, one of them held back", "items/group-notified-last")]),
    supported: "Without a lock, a group's notification may read what a member wrote before its "
      + "leave, but not what other items wrote on behalf of a member.",
    refuted: "A group's notification may miss members: count them yourself.",
    depends: "A group's notification sometimes misses members: count them yourself.")

  static let asyncAfterNeverEarly = Claim(
    id: "async-after-never-early", topic: .items, guide: "introductions to delayed work",
    statement: "A closure that asyncAfter submits never begins before its deadline, by the "
      + "monotonic clock.",
    rule: .each(
      of: "the delay",
      [
        ClaimCondition(
          "0.1 ms: launches with an early closure", closuresCameEarly(delay: 100_000), .never),
        ClaimCondition(
          "1 ms: launches with an early closure", closuresCameEarly(delay: 1_000_000), .never),
        ClaimCondition(
          "10 ms: launches with an early closure", closuresCameEarly(delay: 10_000_000), .never),
      ]),
    supported: "A delay is a lower bound: code may rely on that much time having passed, and on no "
      + "upper bound.",
    refuted: "Read the clock in the closure, and submit the closure again if it began too early.",
    depends: "Some delays are cut short: read the clock in the closure, and submit the closure "
      + "again if it began too early.")

  static let leewayCoalesces = Claim(
    id: "leeway-coalesces", topic: .items, guide: "advice on saving energy",
    statement: "A leeway lets timers that are due close together share wake-ups: at least half of "
      + "the wake-ups are saved.",
    rule: .all([
      .held(
        "attempts in which a leeway of 3 ms saved half of the wake-ups of 8 timers, 0.3 ms apart",
        "items/leeway-shares-wake-ups", .atLeast(0.5))
    ]),
    requirements: [
      .condition(
        .held(
          "attempts in which the 8 timers without leeway cost 8 wake-ups or more",
          "items/timers-wake-apart", .atLeast(0.6)),
        otherwise: "the machine was so busy that timers without leeway shared wake-ups, too")
    ],
    supported: "Give timers as much leeway as their purpose allows: leeway saves wake-ups without "
      + "a change to the code.",
    refuted: "A leeway saves fewer than half of the wake-ups here, or none: if wake-ups matter, "
      + "serve several deadlines with one timer.",
    depends: "The number of saved wake-ups varies: count wake-ups in your program before you rely "
      + "on a leeway.")

  static let sourceCancelSuspended = Claim(
    id: "source-cancel-suspended", topic: .items, guide: "lists of Dispatch's pitfalls",
    statement: "Cancelling a suspended source ends the process.",
    rule: .all([
      .ended(
        "a timer source that was suspended, cancelled and kept", "source-cancel-suspended", .crashed
      )
    ]),
    supported: "Resume a source before cancelling it, and keep count of its suspensions.",
    refuted: "The call itself is harmless. A source that is still suspended when it is released is "
      + "another matter: see source-release-suspended.",
    depends: "The call ends some processes and not others: resume a source before cancelling it.")

  static let sourceReleaseSuspended = Claim(
    id: "source-release-suspended", topic: .items, guide: "lists of Dispatch's pitfalls",
    statement: "Releasing a source that is suspended, or was never activated, ends the process.",
    rule: .each(
      of: "the source's state",
      [
        .ended("suspended", "source-release-suspended", .crashed),
        .ended("suspended and cancelled", "source-release-cancelled", .crashed),
        .ended("never activated", "source-release-inactive", .crashed),
      ]),
    supported: "Resume or activate a source before its last reference is released, even if the "
      + "source is cancelled: an object that owns a paused timer must resume the timer in its "
      + "deinit.",
    refuted: "A source may be dropped in any state.",
    depends: "Resume or activate a source before its last reference is released: in some states "
      + "its release ends the process.")

  static let sourceResumeThenRelease = Claim(
    id: "source-resume-then-release", topic: .items, guide: "lists of Dispatch's pitfalls",
    statement: "A suspended source that is cancelled and then resumed can be released.",
    rule: .all([.ended("a timer source", "source-release-resumed", .returned)]),
    supported: "Cancel, then resume, then release: that is the safe end of a source that may be "
      + "suspended.",
    refuted: "Resuming is not enough: keep sources for as long as the process lives.",
    depends: "Resuming is not always enough: keep sources for as long as the process lives.")

  static let debounceRunsLast = Claim(
    id: "debounce-runs-last", topic: .items, guide: "recipes for search fields",
    statement: "If each call of a burst cancels the pending work item and submits another one, "
      + "delayed by a quiet time, only the last call's action runs, and it runs once.",
    rule: .each(
      of: "the calls of a burst",
      [
        ClaimCondition(
          "2 calls: launches in which something else ran", wrongActionsRan(calls: 2), .never),
        ClaimCondition(
          "16 calls: launches in which something else ran", wrongActionsRan(calls: 16), .never),
        ClaimCondition(
          "256 calls: launches in which something else ran", wrongActionsRan(calls: 256), .never),
      ]),
    supported: "Cancel and asyncAfter make a sound debounce, as long as one thread makes the "
      + "calls.",
    refuted: "The recipe runs actions of earlier calls, or loses the last action: have each action "
      + "check that its call is the last.",
    depends: "The recipe is sound for some bursts only: have each action check that its call is "
      + "the last.")

  static let throttleOncePerPeriod = Claim(
    id: "throttle-once-per-period", topic: .items, guide: "recipes for buttons and scrolling",
    statement: "A throttle that compares and stores an instant behind a lock lets the first call "
      + "of a period pass, and no other call before the end of the period.",
    rule: .each(
      of: "what becomes of the other calls",
      [
        ClaimCondition(
          "dropped: launches in which too many or too few ran", throttleFailed("first"), .never),
        ClaimCondition(
          "run by a closure at the period's end: launches in which too many or too few ran",
          throttleFailed("latest"), .never),
        ClaimCondition(
          "replacing the delayed work item: launches in which too many or too few ran",
          throttleFailed("latest-work-item"), .never),
      ]),
    supported: "A throttle that compares and stores the instant in one section is sound. A closure "
      + "that is submitted once a period is cheaper than a work item for each call.",
    refuted: "The recipe lets too many calls pass, or loses the last call: have the action compare "
      + "instants again.",
    depends: "Some forms of the recipe are sound and others are not: take a sound form.")

  static let groupWaitKeepsLimit = Claim(
    id: "group-wait-keeps-limit", topic: .items, guide: "introductions to groups",
    statement: "A group's wait with a timeout fails only if a member has not left, and never "
      + "before the time limit.",
    rule: .each(
      of: "the wait",
      [
        ClaimCondition(
          "1000 leaves in time: launches with a wrong result",
          groupWaitFailed("wait-in-time/leaves=1000"), .never),
        ClaimCondition(
          "2 leaves after the limit: launches with a wrong result",
          groupWaitFailed("wait-timed-out/leaves=2/limit=100000"), .never),
        ClaimCondition(
          "1000 leaves after the limit: launches with a wrong result",
          groupWaitFailed("wait-timed-out/leaves=1000/limit=100000"), .never),
      ]),
    supported: "Trust the result: after a success the members' results may be used; after a "
      + "timeout members are still at work.",
    refuted: "The result can't be trusted: count the members yourself.",
    depends: "The result is right in some settings only: count the members yourself.")
}

/// The share of launches in which a throttle let too many or too few calls pass.
private func throttleFailed(_ primitive: String) -> ClaimFigure {
  .share(
    of: "dispatch/throttle/\(primitive)/calls=16/period=1000000", ending: [.brokeItsPromise])
}

/// The share of launches in which a group's wait returned a wrong result.
private func groupWaitFailed(_ name: String) -> ClaimFigure {
  .share(of: "dispatch/group-timeout/\(name)", ending: [.brokeItsPromise])
}

/// The share of launches that failed the check of their case, because a closure came early.
private func closuresCameEarly(delay: Int) -> ClaimFigure {
  .share(of: "dispatch/after/async-after/delay=\(delay)", ending: [.brokeItsPromise])
}

/// The share of launches that failed the check of their case, because an action other than the last
/// ran, or the last did not.
private func wrongActionsRan(calls: Int) -> ClaimFigure {
  .share(
    of: "dispatch/debounce/work-item/calls=\(calls)/quiet=1000000", ending: [.brokeItsPromise])
}
