/// The kind of mechanism on which a primitive is built.
///
/// All primitives of a family have the same colour in charts.
public enum PrimitiveFamily: String, Sendable {
  /// No lock at all: the lower bound of a lock's cost.
  case floor
  /// Waiters keep their CPU, or yield it between tries.
  case spinlock
  /// A mutex or a lock of glibc, or a wrapper of one.
  case pthread
  /// Waiters sleep on a futex word of the lock itself.
  case futex
  /// Another primitive, such as a semaphore, does the waiting.
  case composite
  /// A serial queue of Dispatch.
  case serialQueue = "serial-queue"
  /// A concurrent queue of Dispatch.
  case concurrentQueue = "concurrent-queue"

  /// The family of a primitive whose author names none.
  init(_ waiting: LockTraits.Waiting, wraps: String? = nil) {
    self =
      switch wraps {
      case let wrapped? where wrapped.hasPrefix("pthread"): .pthread
      case let wrapped? where wrapped.hasPrefix("serial-queue"): .serialQueue
      case .some: .composite
      case nil:
        switch waiting {
        case .never: .floor
        case .spins, .yields: .spinlock
        case .sleeps, .spinsThenSleeps: .futex
        }
      }
  }
}
