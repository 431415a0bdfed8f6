import BenchmarkAnalysis

/// The claims about groups, about the lifetimes of items, closures and timers, and about
/// submissions: their cost, when `async` returns, and when a delayed closure begins.
enum GroupClaims {
  static let all: [Claim] = [
    .groupResultsComplete, .groupLeaveTooOften, .groupEnterFirst, .closureKeepsCapture,
    .timerCapturesItself, .itemCapturesItself, .workItemCost, .asyncReturnsAtOnce,
    .wallDeadlineNeverEarly,
  ]
}

extension Claim {
  static let groupResultsComplete = Claim(
    id: "group-results-complete", topic: .items, guide: "introductions to groups",
    statement: "When a group notifies, all results are stored.",
    rule: .each(
      of: "what each leave follows",
      [
        .held("the storing of a result", "items/group-results-left-after"),
        .held("the hand-over of a result to another queue", "items/group-results-left-early"),
      ]),
    supported: "Read the results in the notification, wherever they are stored.",
    refuted: "A notification says nothing about the results: count them.",
    depends: "A group counts leaves, not results. Call `leave` after the result is stored: in the "
      + "item that stores it, not in the item that submits the storing item.")

  static let groupLeaveTooOften = Claim(
    id: "group-leave-too-often", topic: .items, guide: "introductions to groups",
    statement: "A process ends if it leaves a group more often than it entered the group.",
    rule: .all([
      .ended("one leave too many", "group-leave-unbalanced", .crashed),
      .ended("as many leaves as enters", "group-leave-balanced", .returned),
    ]),
    supported: "Write `leave` in a defer, on one path: a callback that may come twice needs a flag "
      + "of its own.",
    refuted: "A leave too many is not noticed: the next notification may come too early.",
    depends: "A leave too many is noticed only at times: keep enters and leaves in balance.")

  static let groupEnterFirst = Claim(
    id: "group-enter-first", topic: .items, guide: "introductions to groups",
    statement: "A group must be entered before its work is submitted: if the work itself enters "
      + "the group, the group notifies before the work has run.",
    rule: .all([
      .held(
        "attempts in which the notification waited for work that entered the group itself",
        "items/group-entered-by-its-work",
        .never)
    ]),
    supported: "Call `enter` on the thread that submits, or submit by `async(group:)`.",
    refuted: "A group waits for work that it has not been told of: enter where it is convenient.",
    depends: "The work may enter before or after the notification: call `enter` on the thread that "
      + "submits.")

  static let closureKeepsCapture = Claim(
    id: "closure-keeps-capture", topic: .items, guide: "guides to closures on queues",
    statement: "A queued closure keeps what it captures until the closure has run, and then frees "
      + "it: there is no cycle that a weak self would have to break.",
    rule: .all([.held("an object in the closure of a queued item", "items/item-keeps-capture")]),
    supported: "A strong self in a closure that runs once delays the end of an object and leaks "
      + "nothing. Capture weakly if work for a dead object is waste.",
    refuted: "What a queued closure captures lives longer than the item: capture weakly.",
    depends: "The captures are not always freed in time: capture weakly what must be freed early.")

  static let timerCapturesItself = Claim(
    id: "timer-captures-itself", topic: .items, guide: "guides to timers",
    statement: "A timer source whose handler captures the source is never freed.",
    rule: .each(
      of: "the action of its owner",
      [
        .held("the owner drops the source", "items/timer-kept-by-its-handler"),
        .held(
          "the owner cancels it: attempts in which it is freed", "items/timer-freed-by-cancel",
          .never),
      ]),
    supported: "Capture a timer weakly in its own handler.",
    refuted: "A handler does not keep its timer: a strong capture does no harm.",
    depends: "Dispatch drops the handlers of a cancelled source, which ends the cycle. Cancel "
      + "every timer, or capture it weakly.")

  static let itemCapturesItself = Claim(
    id: "item-captures-itself", topic: .items, guide: "guides to cancelling work items",
    statement: "A work item that reads its own isCancelled captures itself, and is never freed.",
    rule: .each(
      of: "how the item is captured",
      [
        .held("by the variable that holds the item", "items/item-kept-by-its-closure"),
        .held(
          "weakly: attempts in which it is freed", "items/item-freed-by-weak-capture", .never),
      ]),
    supported: "Read a flag of your own instead.",
    refuted: "An item frees its closure after it has run, so the closure may capture the item.",
    depends: "The variable, its item and the closure form a cycle, unless the variable is set to "
      + "nil or captured weakly.")

  static let workItemCost = Claim(
    id: "work-item-cost", topic: .items, guide: "introductions to work items",
    statement: "A DispatchWorkItem costs what a closure costs, up to a tenth more.",
    rule: .all([
      ClaimCondition(
        "async of a new item, over async of a closure",
        .costRatio(
          "dispatch/work-items/work-item-async", over: "dispatch/work-items/closure-async"),
        .atMost(1.1))
    ]),
    supported: "Make everything an item: it can be cancelled and waited for.",
    refuted: "An item is an additional object. Take items for work that is cancelled, waited for "
      + "or notified of, and closures for the rest.",
    depends: "The prices are close: choose by what the work needs.")

  static let asyncReturnsAtOnce = Claim(
    id: "async-returns-at-once", topic: .queues, guide: "introductions to queues",
    statement: "`async` returns at once, whatever its queue is doing.",
    rule: .each(
      of: "what the queue is doing",
      [
        .held("nothing, because it is suspended", "queues/async-on-suspended-queue"),
        .held("running another item", "queues/async-on-busy-queue"),
      ]),
    supported: "The caller pays for the submission alone, a few hundred nanoseconds.",
    refuted: "`async` may wait: do not call it where a wait does harm.",
    depends: "`async` waited at times: do not call it where a wait does harm.")

  static let wallDeadlineNeverEarly = Claim(
    id: "wall-deadline-never-early", topic: .items, guide: "introductions to delayed work",
    statement: "A closure that asyncAfter(wallDeadline:) submits never begins before its deadline, "
      + "if nobody sets the machine's clock in the meantime.",
    rule: .all([
      ClaimCondition(
        "1 ms: launches in which a closure began early",
        .share(
          of: "dispatch/after/async-after-wall/delay=1000000", ending: [.brokeItsPromise]), .never)
    ]),
    supported: "Use wall deadlines for dates, and other deadlines for durations.",
    refuted: "Read the clock in the closure, and submit the closure again if it began too early.",
    depends: "Some closures began early: read the clock in the closure.")
}
