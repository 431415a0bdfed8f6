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
    statement: "A work item that is cancelled before its turn is left out.",
    rule: .all([
      .held("cancelled while its queue was suspended", "items/cancelled-before-start"),
      .held("cancelled before its queue got it", "items/cancelled-before-submission"),
    ]),
    supported: "Cancelling what has not begun spares its work; whoever waits for the result has to "
      + "be told by other means.",
    refuted: "A cancelled item may still run: have it look at isCancelled first.",
    depends: "Some cancelled items run and some do not: have each look at isCancelled first.")

  static let itemCancelDoesNotStop = Claim(
    id: "item-cancel-does-not-stop", topic: .items, guide: "introductions to queues and work items",
    statement: "Cancelling a work item that runs does not stop it.",
    rule: .all([
      .held("an item that was let go on after it was cancelled", "items/cancelled-while-running")
    ]),
    supported: "Long items must look at isCancelled themselves, again and again, and return.",
    refuted: "A running item can be ended from outside: it must leave its data whole at every "
      + "step.",
    depends: "Whether a running item goes on is not certain: look at isCancelled, and keep data "
      + "whole at every step.")

  static let itemNotifyAtEnd = Claim(
    id: "item-notify-at-end", topic: .items, guide: "introductions to queues and work items",
    statement: "The notification of a work item comes after the item has ended.",
    rule: .all([.held("an item that was held back before its end", "items/notified-at-end")]),
    supported: "What follows an item can rely on all that the item has written.",
    refuted: "A notification says nothing of the item's end: have the item's last instruction "
      + "signal it.",
    depends: "Most notifications follow the item's end, and not all: have the item's last "
      + "instruction signal it.")

  static let itemNotifyOnCancel = Claim(
    id: "item-notify-on-cancel", topic: .items, guide: "references of the work item's calls",
    statement: "Cancelling a work item that waits sets off its notification.",
    rule: .each(
      of: "what follows the cancelling",
      [
        .held("the item's turn on its queue", "items/notified-at-cancelled-turn"),
        .held("its release, no queue having got it", "items/notified-by-release"),
        .held("nothing more, for its queue is suspended", "items/notified-by-cancel"),
      ]),
    supported: "A notification is a prompt answer to a cancellation, even where the queue stands "
      + "still.",
    refuted: "No notification follows a cancellation: tell those who wait by other means.",
    depends: "Cancelling alone need not be enough: where the notification waits for the item's "
      + "turn, a busy or suspended queue holds it back. Tell whoever must hear of a cancellation "
      + "at once by other means.")

  static let itemNotifyOrders = Claim(
    id: "item-notify-orders", topic: .items, guide: "introductions to queues and work items",
    statement: "Of two work items, the one that the other one notifies begins after its end.",
    rule: .all([
      .held(
        "the first one held back, while the second one's queue ran another",
        "items/ordered-by-notify")
    ]),
    supported: "A notification is enough to have two items follow each other; it needs no queue of "
      + "its own.",
    refuted: "Submit the second item from the end of the first, or use a serial queue.",
    depends: "The order mostly holds, which is no order: submit the second item from the end of "
      + "the first.")

  static let groupNotifyLast = Claim(
    id: "group-notify-last", topic: .items, guide: "introductions to groups",
    statement: "A group's notification comes after every leave.",
    rule: .all([.held("8 leaves, one of them held back", "items/group-notified-last")]),
    supported: "What a group notifies may use, without a lock, whatever its members wrote before "
      + "they left; not what they had others write.",
    refuted: "A group's notification may miss members: count them yourself.",
    depends: "A group's notification sometimes misses members: count them yourself.")

  static let asyncAfterNeverEarly = Claim(
    id: "async-after-never-early", topic: .items, guide: "introductions to delayed work",
    statement: "What asyncAfter submits never begins before its instant, by the monotonic clock.",
    rule: .each(
      of: "the delay",
      [
        ClaimCondition(
          "launches in which one came early, 0.1 ms", closuresCameEarly(delay: 100_000), .never),
        ClaimCondition(
          "launches in which one came early, 1 ms", closuresCameEarly(delay: 1_000_000), .never),
        ClaimCondition(
          "launches in which one came early, 10 ms", closuresCameEarly(delay: 10_000_000), .never),
      ]),
    supported: "A delay is a lower bound: code may rely on that much time having passed, and on no "
      + "upper bound.",
    refuted: "Read the clock in the closure, and submit it again where it came too early.",
    depends: "Some delays are cut short: read the clock in the closure, and submit it again where "
      + "it came too early.")

  static let leewayCoalesces = Claim(
    id: "leeway-coalesces", topic: .items, guide: "advice on saving energy",
    statement: "A leeway lets timers that are due close together share wake-ups: half of them or "
      + "more are saved.",
    rule: .all([
      .held(
        "attempts in which a leeway of 3 ms saved half of the wake-ups of 8 timers, 0.3 ms apart",
        "items/leeway-shares-wake-ups", .atLeast(0.5))
    ]),
    requirements: [
      .condition(
        .held("the same without leeway", "items/timers-wake-apart", .atLeast(0.6)),
        otherwise: "the machine was so busy that timers without leeway shared wake-ups, too")
    ],
    supported: "Give timers the leeway that they can bear: it saves wake-ups without a change to "
      + "the code.",
    refuted: "A leeway does not save half of them here, if any: where wake-ups matter, serve "
      + "several deadlines with one timer.",
    depends: "How many wake-ups a leeway saves varies: count them in the program itself before "
      + "relying on it.")

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
    depends: "It ends some processes and spares others: resume a source before cancelling it.")

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
    supported: "Resume or activate a source before its last reference goes, cancelled ones too: an "
      + "object that owns a paused timer must do so in its deinit.",
    refuted: "A source may be dropped in any state.",
    depends: "Resume or activate a source before its last reference goes: in some states its "
      + "release ends the process.")

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
    statement: "Of a burst of calls, of which each cancels the pending work item and submits "
      + "another after a quiet time, the last one's action runs, once, and no other does.",
    rule: .each(
      of: "the calls of a burst",
      [
        ClaimCondition(
          "launches in which another action ran, 2 calls", wrongActionsRan(calls: 2), .never),
        ClaimCondition(
          "launches in which another action ran, 16 calls", wrongActionsRan(calls: 16), .never),
        ClaimCondition(
          "launches in which another action ran, 256 calls", wrongActionsRan(calls: 256), .never),
      ]),
    supported: "Cancel and asyncAfter make a sound debounce, as long as one thread makes the "
      + "calls.",
    refuted: "The recipe lets other actions through, or loses the last one: have the action check "
      + "that it is the last.",
    depends: "The recipe is sound for some bursts only: have the action check that it is the last.")

  static let throttleOncePerPeriod = Claim(
    id: "throttle-once-per-period", topic: .items, guide: "recipes for buttons and scrolling",
    statement: "A throttle of an instant behind a lock lets the first call of a period pass, and "
      + "none of the others before the period is over.",
    rule: .each(
      of: "what becomes of the other calls",
      [
        ClaimCondition(
          "launches in which too many ran or too few, dropped", throttleFailed("first"), .never),
        ClaimCondition(
          "the same, the last run at the period's end by a closure", throttleFailed("latest"),
          .never),
        ClaimCondition(
          "the same, by a work item that each call replaces", throttleFailed("latest-work-item"),
          .never),
      ]),
    supported: "Compare and store the instant inside one lock, and the throttle is sound. Arm a "
      + "closure once a period in place of a work item for each call: it is cheaper.",
    refuted: "The recipe lets too many calls through, or loses the last: have the action compare "
      + "instants again.",
    depends: "One form of the recipe is sound and another is not: take one that is.")

  static let groupWaitKeepsLimit = Claim(
    id: "group-wait-keeps-limit", topic: .items, guide: "introductions to groups",
    statement: "A group's wait with a timeout gives up only while a member is in, and not before "
      + "its limit.",
    rule: .each(
      of: "the wait",
      [
        ClaimCondition(
          "launches in which it said otherwise, 1000 leaves in time",
          groupWaitFailed("wait-in-time/leaves=1000"), .never),
        ClaimCondition(
          "the same, 2 members in for longer than the limit",
          groupWaitFailed("wait-timed-out/leaves=2/limit=100000"), .never),
        ClaimCondition(
          "the same, 1000 members", groupWaitFailed("wait-timed-out/leaves=1000/limit=100000"),
          .never),
      ]),
    supported: "Take the result at its word: after success the members' results may be used, after "
      + "a timeout they are still being made.",
    refuted: "The result says nothing: count the members yourself.",
    depends: "The result is right in some settings only: count the members yourself.")
}

/// The share of launches in which a throttle let too many or too few calls pass.
private func throttleFailed(_ primitive: String) -> ClaimFigure {
  .share(
    of: "dispatch/throttle/\(primitive)/calls=16/period=1000000", ending: [.brokeItsPromise])
}

/// The share of launches in which a group's wait returned a false result.
private func groupWaitFailed(_ name: String) -> ClaimFigure {
  .share(of: "dispatch/group-timeout/\(name)", ending: [.brokeItsPromise])
}

/// The share of launches that failed the check of their case, because a closure came early.
private func closuresCameEarly(delay: Int) -> ClaimFigure {
  .share(of: "dispatch/after/async-after/delay=\(delay)", ending: [.brokeItsPromise])
}

/// The share of launches that failed the check of their case, because another action ran or the
/// last action did not.
private func wrongActionsRan(calls: Int) -> ClaimFigure {
  .share(
    of: "dispatch/debounce/work-item/calls=\(calls)/quiet=1000000", ending: [.brokeItsPromise])
}
