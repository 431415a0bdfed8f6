package import Dispatch

/// How long to wait for what may never come: in slices, each a wait of its own.
///
/// A process that is stopped for a while, by a signal, a frozen control group or a snapshot of its
/// machine, finds the end of its wait passed in the instant in which it goes on, before what it
/// waits for could run. Of slices, a stop uses up one.
package struct Patience: Sendable {
  /// How many slices a wait has.
  package static let slices = 40
  /// All slices together in ns.
  package let nanoseconds: Int

  /// Waits for so many ns.
  package init(nanoseconds: Int) { self.nanoseconds = nanoseconds }

  /// Waits a slice after the other until one says that what it waits for is there; false where
  /// none does.
  ///
  /// - Parameter slice: Waits for so many ns; whether it is there.
  package func wait(_ slice: (_ nanoseconds: Int) -> Bool) -> Bool {
    let length = max(1, nanoseconds / Self.slices)
    for _ in 0..<Self.slices where slice(length) { return true }
    return false
  }

  /// Waits for a signal; false where none comes.
  package func wait(for semaphore: DispatchSemaphore) -> Bool {
    wait { semaphore.wait(timeout: .now() + .nanoseconds($0)) == .success }
  }
}
