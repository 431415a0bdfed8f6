import CSyncShims
import Dispatch

/// The behaviour of captured variables, as guides describe it.
enum RaceBehaviours {
  static let all: [Behaviour] = [
    Behaviour(
      "captured-variable",
      "a variable changes between an item's submission and its run, and the item sees it changed",
      attempt: { seenByItem(hasCaptureList: false) == 2 }),
    Behaviour(
      "capture-list",
      "a variable in an item's capture list changes between the item's submission and its run, and the item sees the old value",
      attempt: { seenByItem(hasCaptureList: true) == 1 }),
  ]

  // MARK: Captures

  /// The value that an item reads from a variable that changes from 1 to 2 between the item's
  /// submission and its run.
  ///
  /// The queue is suspended in between, so that the order is certain and no access races.
  private static func seenByItem(hasCaptureList: Bool) -> Int {
    let queue = DispatchQueue(label: "syncbench.capture")
    var variable = 1
    // A closure outside of the item captures the variable, because the compiler refuses the tested
    // case: a concurrent closure that captures a variable that changes later.
    nonisolated(unsafe) let read: () -> Int =
      hasCaptureList ? { [variable] in variable } : { variable }
    nonisolated(unsafe) var seen = 0
    queue.suspend()
    queue.async { seen = read() }
    variable = 2
    queue.resume()
    queue.sync {}
    return seen
  }
}
