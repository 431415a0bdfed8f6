import CSyncShims
import Glibc
import SyncPrimitives

/// A watchdog that ends the process, with a message, if the watched work makes no progress for a
/// long time.
///
/// The watchdog bounds work that could otherwise wait forever. Work that makes progress, however
/// little, in each `patienceSeconds` is not ended.
final class Watchdog: Sendable {
  static let shared = Watchdog()

  /// The exit status of a process that the watchdog ends.
  static let exitStatus: Int32 = 70

  private struct Watch {
    let what: String
    let patienceSeconds: Int
    let progress: @Sendable () -> UInt64
    var last: UInt64?
    var idleSeconds = 0
  }

  private let watch = MutexProtected<Watch?>(nil)

  private init() {
    _ = try? PosixThread { [self] in
      while true {
        sync_sleep_until(sync_monotonic_ns() + 1_000_000_000)
        look()
      }
    }
  }

  /// Watches the work `what` until ``rest()`` is called.
  func watch(_ what: String, _ patienceSeconds: Int, _ progress: @escaping @Sendable () -> UInt64) {
    watch.withLock {
      $0 = Watch(what: what, patienceSeconds: patienceSeconds, progress: progress)
    }
  }

  /// Ends the watch.
  func rest() { watch.withLock { $0 = nil } }

  private func look() {
    let message = watch.withLock { watch -> String? in
      guard var now = watch else { return nil }
      let progress = now.progress()
      now.idleSeconds = progress == now.last ? now.idleSeconds + 1 : 0
      now.last = progress
      watch = now
      return now.idleSeconds < now.patienceSeconds
        ? nil
        : "\(now.what): no progress in \(now.idleSeconds) s, after \(progress) steps: a thread waits forever\n"
    }
    guard let message else { return }
    _ = message.withCString { write(STDERR_FILENO, $0, strlen($0)) }
    _exit(Self.exitStatus)
  }
}
