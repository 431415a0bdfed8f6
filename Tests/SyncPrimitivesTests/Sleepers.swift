import CSyncShims
import Dispatch
import Glibc
import SyncPrimitives
import Testing

@testable import BenchmarkRunner

/// Threads that sleep in a lock, for tests of locks that let them.
enum Sleepers {
  /// A count that a lock protects.
  private final class Count: @unchecked Sendable {
    var value: UInt64 = 0
  }

  /// What threads counted that each ran `sections` sections, nil if they did not end within a minute.
  ///
  /// In each section the holder gives its CPU away, so that the others find the lock taken; now and then
  /// it keeps the lock for longer than anybody spins, so that they sleep.
  static func count<Exclusion: MutualExclusion & ~Copyable>(
    _ type: Exclusion.Type, threads: Int, sections: Int
  ) throws -> UInt64? {
    let shared = LockTrials.Shared(type)
    let count = Count()
    let ended = DispatchSemaphore(value: 0)
    for index in 0..<threads {
      let thread = startThread {
        if !Trials.cpus.isEmpty {
          var cpu = Int32(Trials.cpus[index % Trials.cpus.count])
          _ = sync_affinity_set(0, &cpu, 1)
        }
        var state = shared.lock.makeThreadState()
        for section in 0..<sections {
          shared.lock.exclusively(&state) {
            count.value += 1
            if section % 16 == index { _ = sync_work(100_000) } else { sync_yield() }
          }
        }
        shared.lock.endThreadState(state)
        ended.signal()
      }
      _ = try #require(thread)
    }
    for _ in 0..<threads where ended.wait(timeout: .now() + 600) == .timedOut { return nil }
    return count.value
  }

  /// Waits until another thread has made `condition` true; whether it did within a minute.
  static func comesTrue(_ condition: () -> Bool) -> Bool {
    let end = sync_monotonic_ns() + 60_000_000_000
    while !condition() {
      guard sync_monotonic_ns() < end else { return false }
      sync_yield()
    }
    return true
  }
}
