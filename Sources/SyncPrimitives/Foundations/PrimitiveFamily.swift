/// What a primitive is built on: the primitives of a family have one colour in charts.
public enum PrimitiveFamily: String, Sendable {
  /// No lock at all: what a lock costs more than this is its price.
  case floor
  /// Waiters keep their CPU, or give it away between tries.
  case spinlock
  /// A mutex or a lock of glibc, or a wrapper of one.
  case pthread
  /// Waiters sleep on a word of the lock's own.
  case futex
  /// Another primitive does the waiting, such as a semaphore.
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
