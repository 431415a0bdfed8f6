import CSyncShims
import Dispatch
import Glibc
import SyncPrimitives
import Testing

@testable import BenchmarkRunner

/// Threads that pass one lock around, for tests of locks that sleep.
enum HandOvers {
  /// Keeps a primitive in one place while threads share it.
  final class Shared<Exclusion: MutualExclusion & ~Copyable>: Sendable {
    let exclusion = Exclusion()
  }

  /// A value that one thread writes and another reads after having joined it.
  private final class Result<Value>: @unchecked Sendable {
    var value: Value?
  }

  /// A count that a lock protects.
  private final class Count: @unchecked Sendable {
    var value: UInt64 = 0
  }

  /// Runs `body` on another thread and waits for its end.
  static func elsewhere<Value>(_ body: @escaping @Sendable () -> Value) throws -> Value {
    let result = Result<Value>()
    let thread = try #require(startThread { result.value = body() })
    pthread_join(thread, nil)
    return try #require(result.value)
  }

  /// What threads counted that each ran `sections` sections, nil if they did not end within a minute.
  ///
  /// In each section the holder gives its CPU away, so that the others find the lock taken; now and then
  /// it keeps the lock for longer than anybody spins, so that they sleep.
  static func count<Exclusion: MutualExclusion & ~Copyable>(
    _ type: Exclusion.Type, threads: Int, sections: Int
  ) throws -> UInt64? {
    let shared = Shared<Exclusion>()
    let count = Count()
    let ended = DispatchSemaphore(value: 0)
    for index in 0..<threads {
      let thread = startThread {
        if !Trials.cpus.isEmpty {
          var cpu = Int32(Trials.cpus[index % Trials.cpus.count])
          _ = sync_affinity_set(0, &cpu, 1)
        }
        var state = shared.exclusion.makeThreadState()
        for section in 0..<sections {
          shared.exclusion.exclusively(&state) {
            count.value += 1
            if section % 16 == index { _ = sync_work(100_000) } else { sync_yield() }
          }
        }
        shared.exclusion.endThreadState(state)
        ended.signal()
      }
      _ = try #require(thread)
    }
    for _ in 0..<threads where ended.wait(timeout: .now() + 60) == .timedOut { return nil }
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
