import CSyncShims
import SyncPrimitives
import Synchronization

/// Threads that come to a lock together and leave it one after the other, wave after wave.
///
/// A thread comes once in a wave, and the next wave begins when all threads have left. So if a
/// thread's wake-up is lost, no later wave wakes the thread by chance: it sleeps forever, and its
/// wave never ends. In some waves, a thread inside waits for the other threads to come, so that
/// they sleep. In the other waves, the threads meet the lock in any of its states.
final class HandOver: @unchecked Sendable {
  private let probe: LockProbe
  private let threads: Int
  private let waves: UInt64
  private let yields: Bool
  private let cpus: [Int]
  private let wave = CacheAligned(Atomic<UInt32>(0))
  private let arrived = CacheAligned(Atomic<UInt64>(0))
  private let passed = CacheAligned(Atomic<UInt64>(0))
  private let counter = CacheAligned<UInt64>(0)
  private let isOver = CacheAligned(Atomic<Bool>(false))
  /// The time after which no further wave begins, on the monotonic clock in ns.
  private var end = UInt64.max

  /// The number of hand-overs so far: how often a thread has left the lock.
  var count: Int { Int(passed.pointer.pointee.load(ordering: .acquiring)) }

  /// Prepares at least `count` hand-overs among `threads` threads, in whole waves.
  ///
  /// - Parameter yields: Whether a holder yields its CPU to let other threads come; false for
  ///   spinlocks, whose waiters would keep the CPU.
  init(
    _ proof: LockProof, threads: Int, count: Int, yields: Bool, cpus: [Int] = ProofThreads.cpus
  ) {
    probe = proof.make()
    self.cpus = cpus
    self.threads = threads
    self.waves = UInt64((count + threads - 1) / threads)
    self.yields = yields
  }

  /// Runs the waves under the watchdog.
  ///
  /// Returns the fault; nil if there is none.
  ///
  /// - Parameter mostSeconds: The time after which no further wave begins; nil for no limit.
  func run(_ name: String, patienceSeconds: Int, mostSeconds: Int? = nil) throws(PosixThreadRefusal)
    -> String?
  {
    if let mostSeconds { end = sync_monotonic_ns() + UInt64(mostSeconds) * 1_000_000_000 }
    Watchdog.shared.watch("the lock '\(name)' among \(threads) threads", patienceSeconds) {
      [self] in
      passed.pointer.pointee.load(ordering: .relaxed)
    }
    defer { Watchdog.shared.rest() }
    try ProofThreads.run(threads, on: cpus) { [self] _ in serve() }
    let expected = UInt64(count)
    let total = counter.pointer.pointee
    return total == expected ? nil : "\(total) of \(expected) updates were kept"
  }

  private func serve() {
    let party = probe.party()
    for wave in 0..<waves where !isOver.pointer.pointee.load(ordering: .acquiring) {
      arrived.pointer.pointee.wrappingAdd(1, ordering: .relaxed)
      party.exclusively { section(wave) }
      leave(wave)
    }
  }

  private func section(_ wave: UInt64) {
    let everybody = (wave + 1) * UInt64(threads)
    if wave % 8 == 0, yields {
      // The wait is bounded, because a thread may be late for long.
      for _ in 0..<8 where arrived.pointer.pointee.load(ordering: .relaxed) < everybody {
        sync_yield()
      }
      sync_yield()
    }
    incrementGuarded(counter.pointer, workSteps: wave % 8 < 4 ? wave % 8 * 200 : 0)
  }

  /// Waits until all threads have left the lock.
  ///
  /// The last thread to leave opens the next wave.
  private func leave(_ wave: UInt64) {
    let everybody = (wave + 1) * UInt64(threads)
    let number = UInt32(truncatingIfNeeded: wave)
    if passed.pointer.pointee.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue == everybody
    {
      if sync_monotonic_ns() > end { isOver.pointer.pointee.store(true, ordering: .releasing) }
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
