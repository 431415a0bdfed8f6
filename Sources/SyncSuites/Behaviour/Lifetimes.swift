import Dispatch
import SyncPrimitives

/// Experiments on how long queues, items and timers keep what their closures capture.
enum Lifetimes {
  static let all: [Behaviour] = [
    Behaviour(
      "item-keeps-capture",
      "a closure keeps the object that it captures until its item has run, and then frees it"
    ) {
      let queue = DispatchQueue(label: "syncbench.kept")
      queue.suspend()
      let watch = Watch { object in queue.async { withExtendedLifetime(object) {} } }
      let isKept = watch.isAlive
      queue.resume()
      return isKept && watch.dies()
    },
    Behaviour(
      "timer-kept-by-its-handler",
      "a timer whose handler captures the timer lives on when its owner has dropped it",
      attempts: 20
    ) { !timer(isCancelled: false).dies(within: brief) },
    Behaviour(
      "timer-freed-by-cancel",
      "a cancelled timer whose handler captures the timer is freed", attempts: 20
    ) { timer(isCancelled: true).dies() },
    Behaviour(
      "item-kept-by-its-closure",
      "a work item whose closure captures the item lives on when it has run", attempts: 20
    ) { !selfLooking(isWeak: false).dies(within: brief) },
    Behaviour(
      "item-freed-by-weak-capture",
      "a work item whose closure captures the item weakly is freed when it has run", attempts: 20
    ) { selfLooking(isWeak: true).dies() },
  ]

  /// The wait for the death of an object that should live on, in ns.
  private static let brief: UInt64 = 2_000_000

  private static func timer(isCancelled: Bool) -> Watch {
    Watch { object in
      let source = DispatchSource.makeTimerSource()
      source.schedule(deadline: .distantFuture)
      source.setEventHandler { withExtendedLifetime((source, object)) {} }
      source.activate()
      if isCancelled { source.cancel() }
    }
  }

  /// Makes and runs an item whose closure captures an object, and returns a watch on the object.
  ///
  /// The closure also captures the variable that holds the item, weakly if `isWeak`.
  private static func selfLooking(isWeak: Bool) -> Watch {
    Watch { object in
      let queue = DispatchQueue(label: "syncbench.items")
      let variable = ItemVariable()
      if isWeak {
        variable.item = DispatchWorkItem { [weak variable] in
          withExtendedLifetime(object) { _ = variable?.item?.isCancelled }
        }
      } else {
        variable.item = DispatchWorkItem {
          withExtendedLifetime(object) { _ = variable.item?.isCancelled }
        }
      }
      if let item = variable.item { queue.async(execute: item) }
      queue.sync {}
    }
  }

  /// The variable that holds an item, and that the item's closure captures.
  ///
  /// Unchecked: the item is stored before it is submitted.
  private final class ItemVariable: @unchecked Sendable {
    var item: DispatchWorkItem?
  }

  /// An object that a closure captures.
  private final class Captured: Sendable {}

  /// A weak reference to an object that was given away.
  private final class Watch {
    private weak var object: Captured?

    /// Makes an object, passes the object to `giveAway`, and drops its own reference.
    init(_ giveAway: (Captured) -> Void) {
      let object = Captured()
      self.object = object
      giveAway(object)
    }

    var isAlive: Bool { object != nil }

    /// Whether the object dies within the given time.
    func dies(within nanoseconds: UInt64 = 1_000_000_000) -> Bool {
      BoundedWait.spin(atMost: nanoseconds) { !isAlive }
    }
  }
}
