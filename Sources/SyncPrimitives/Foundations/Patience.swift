package import Dispatch

/// A time limit for an event that may never come, divided into slices that are waited for
/// separately.
///
/// A process may be stopped for a while by a signal, a frozen control group or a snapshot of its
/// machine. When it continues, a single wait would end before the awaited event could come. With
/// slices, a stop uses up only one slice.
package struct Patience: Sendable {
  /// The number of slices of a wait.
  package static let slices = 40
  /// The length of all slices together, in ns.
  package let nanoseconds: Int

  /// Makes a limit of `nanoseconds` ns.
  package init(nanoseconds: Int) { self.nanoseconds = nanoseconds }

  /// Waits slice by slice until `slice` returns true, and returns false if no slice does.
  ///
  /// - Parameter slice: A wait of a number of ns that returns whether the event has come.
  package func wait(_ slice: (_ nanoseconds: Int) -> Bool) -> Bool {
    let length = max(1, nanoseconds / Self.slices)
    for _ in 0..<Self.slices where slice(length) { return true }
    return false
  }

  /// Waits for a signal, and returns false if no signal comes.
  package func wait(for semaphore: DispatchSemaphore) -> Bool {
    wait { semaphore.wait(timeout: .now() + .nanoseconds($0)) == .success }
  }
}
