import CSyncShims
import Glibc
import SyncPrimitives
import Synchronization

@testable import BenchmarkRunner
@testable import SyncSuites

/// Threads that come to a lock together and leave it one after the other, wave after wave.
///
/// No thread comes twice in a wave. So nobody is there to wake again whom a release forgot: where one
/// wake-up is lost, a thread sleeps and the wave never ends. In some waves the first inside waits for the
/// others to come, so that they sleep; in the rest they meet the lock at any of its moments.
final class HandOver: @unchecked Sendable {
  private let probe: LockProbe
  private let threads: Int
  private let waves: UInt64
  private let yields: Bool
  private let wave = CacheAligned(Atomic<UInt32>(0))
  private let arrived = CacheAligned(Atomic<UInt64>(0))
  private let passed = CacheAligned(Atomic<UInt64>(0))
  private let counter = CacheAligned<UInt64>(0)

  /// Prepares `count` hand-overs among so many threads.
  ///
  /// - Parameter yields: Whether a holder gives its CPU away to let others come: not for spinlocks, whose
  ///   waiters would keep it.
  init(_ proof: LockProof, threads: Int, count: Int, yields: Bool) {
    probe = proof.make()
    self.threads = threads
    self.waves = UInt64((count + threads - 1) / threads)
    self.yields = yields
  }

  /// Runs all waves under the eyes of the watchdog; what went wrong, nil when nothing did.
  func run(_ name: String, patienceSeconds: Int) throws -> String? {
    Watchdog.shared.watch("the lock '\(name)' among \(threads) threads", patienceSeconds) {
      [self] in
      passed.pointer.pointee.load(ordering: .relaxed)
    }
    defer { Watchdog.shared.rest() }
    let cpus = Trials.cpus
    let team = try (0..<threads).map { index in
      try Contender { [self] _ in
        if !cpus.isEmpty {
          var cpu = Int32(cpus[index % cpus.count])
          _ = sync_affinity_set(0, &cpu, 1)
        }
        serve()
      }
    }
    team.forEach { $0.join() }
    let expected = waves * UInt64(threads)
    let total = counter.pointer.pointee
    return total == expected ? nil : "\(total) of \(expected) updates are left"
  }

  private func serve() {
    let party = probe.party()
    for wave in 0..<waves {
      arrived.pointer.pointee.wrappingAdd(1, ordering: .relaxed)
      party.exclusively { section(wave) }
      leave(wave)
    }
  }

  private func section(_ wave: UInt64) {
    let everybody = (wave + 1) * UInt64(threads)
    if wave % 8 == 0, yields {
      // Bounded, for somebody who is behind may be behind for long.
      for _ in 0..<8 where arrived.pointer.pointee.load(ordering: .relaxed) < everybody {
        sync_yield()
      }
      sync_yield()
    }
    incrementGuarded(counter.pointer, workSteps: wave % 8 < 4 ? wave % 8 * 200 : 0)
  }

  /// Waits until all have left the lock: the last one to do so opens the next wave.
  private func leave(_ wave: UInt64) {
    let everybody = (wave + 1) * UInt64(threads)
    let number = UInt32(truncatingIfNeeded: wave)
    if passed.pointer.pointee.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue == everybody
    {
      self.wave.pointer.pointee.store(number &+ 1, ordering: .releasing)
      _ = sync_futex_wake(self.wave.pointer, .max)
      return
    }
    var spins = 0
    while self.wave.pointer.pointee.load(ordering: .acquiring) == number {
      spins += 1
      if spins < 500 { sync_pause() } else { _ = sync_futex_wait(self.wave.pointer, number) }
    }
  }
}

/// Ends the process, with a message, when what it watches makes no progress for a long time.
///
/// It bounds what could otherwise wait forever; nothing that makes progress is ended, however slowly.
final class Watchdog: Sendable {
  static let shared = Watchdog()

  /// The status that it ends the process with.
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
    _ = startThread { [self] in
      while true {
        sync_sleep_until(sync_monotonic_ns() + 1_000_000_000)
        look()
      }
    }
  }

  /// Watches one thing, until ``rest()``.
  func watch(_ what: String, _ patienceSeconds: Int, _ progress: @escaping @Sendable () -> UInt64) {
    watch.withLock {
      $0 = Watch(what: what, patienceSeconds: patienceSeconds, progress: progress)
    }
  }

  /// Watches nothing.
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
        : "\(now.what): no hand-over in \(now.idleSeconds) s, after \(progress): somebody waits forever\n"
    }
    guard let message else { return }
    _ = message.withCString { write(STDERR_FILENO, $0, strlen($0)) }
    _exit(Self.exitStatus)
  }
}
