import CSyncShims
import Foundation
import Glibc
import SyncPrimitives
import Synchronization

/// Tells an attempt that stands still from one that a busy machine has not let run.
///
/// A thread of its own looks again and again, and sleeps in between. Where others want the CPUs it gets on as
/// slowly as the attempt does, so that its looks count the attempt's chances and not the seconds. After the
/// last one it ends the process by SIGALRM, as an alarm of the kernel's would.
final class StandstillWatch: Sendable {
  private let isOver = Atomic(false)
  private static let looks = 120
  private static let betweenLooks: UInt32 = 5_000

  /// Begins to look.
  func begin() {
    Thread.detachNewThread { [self] in
      for _ in 0..<Self.looks {
        usleep(Self.betweenLooks)
        if isOver.load(ordering: .acquiring) { return }
      }
      kill(getpid(), SIGALRM)
    }
  }

  /// Lets the attempt be one that has returned.
  func end() { isOver.store(true, ordering: .releasing) }
}
