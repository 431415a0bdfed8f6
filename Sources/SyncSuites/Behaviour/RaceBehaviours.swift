import CSyncShims
import Dispatch

/// What guides say races and actors do.
enum RaceBehaviours {
  static let all: [Behaviour] = [
    Behaviour(
      "captured-variable",
      "a variable changes between an item's submission and its run, and the item sees it changed",
      attempt: { seenByItem(capturing: .variable) == Values.changed }),
    Behaviour(
      "capture-list",
      "the same with the variable in the item's capture list, and the item sees what it was",
      attempt: { seenByItem(capturing: .list) == Values.first }),
  ]

  // MARK: Captures

  private enum Values {
    static let first = 1
    static let changed = 2
  }

  private enum Capture {
    case variable
    case list
  }

  /// What an item saw of a variable that was changed after the item was submitted and before it ran.
  ///
  /// The queue is suspended meanwhile, so that the order is certain, and no access races.
  private static func seenByItem(capturing capture: Capture) -> Int {
    let queue = DispatchQueue(label: "syncbench.capture")
    var variable = Values.first
    // Captured here: a closure that may run elsewhere must not share a variable that changes later, says
    // the compiler, and that is just what is tried.
    nonisolated(unsafe) let read: () -> Int =
      switch capture {
      case .variable: { variable }
      case .list: { [variable] in variable }
      }
    nonisolated(unsafe) var seen = 0
    queue.suspend()
    queue.async { seen = read() }
    variable = Values.changed
    queue.resume()
    queue.sync {}
    return seen
  }
}
