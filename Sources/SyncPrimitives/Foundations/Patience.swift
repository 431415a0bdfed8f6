package import Dispatch

/// A limit of a wait for an event that may never come, in slices, each of which is a separate wait.
///
/// A process that is stopped for a while, by a signal, a frozen control group or a snapshot of its machine, finds
/// the end of its wait passed when it goes on, before the awaited event could come. With slices, a stop uses up
/// only one of them.
package struct Patience: Sendable {
  /// The number of slices of a wait.
  package static let slices = 40
  /// The length of all slices together, in ns.
  package let nanoseconds: Int

  /// Makes a limit of `nanoseconds` ns.
  package init(nanoseconds: Int) { self.nanoseconds = nanoseconds }

  /// Waits one slice after the other until one of them returns true; false if none does.
  ///
  /// - Parameter slice: Waits for a number of ns, and returns whether the event has come.
  package func wait(_ slice: (_ nanoseconds: Int) -> Bool) -> Bool {
    let length = max(1, nanoseconds / Self.slices)
    for _ in 0..<Self.slices where slice(length) { return true }
    return false
  }

  /// Waits for a signal; false if none comes.
  package func wait(for semaphore: DispatchSemaphore) -> Bool {
    wait { semaphore.wait(timeout: .now() + .nanoseconds($0)) == .success }
  }
}
