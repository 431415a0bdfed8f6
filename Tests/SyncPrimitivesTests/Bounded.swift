import CSyncShims
import Glibc

@testable import BenchmarkRunner

/// Waits that end when a condition is true, or after a minute.
enum Bounded {
  /// Waits until another thread has made `condition` true; returns false after a minute.
  static func wait(_ condition: () -> Bool) -> Bool {
    let end = sync_monotonic_ns() + 60_000_000_000
    while !condition() {
      guard sync_monotonic_ns() < end else { return false }
      sync_yield()
    }
    return true
  }
}
