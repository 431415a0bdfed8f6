import BenchmarkRunner
import CSyncShims
import Glibc
import SyncPrimitives
import Synchronization

/// The scenes, which are scripted tests of the promises of a lock's traits.
struct ProofScenes {
  private let name: String
  private let traits: LockTraits?
  private let proof: LockProof

  init(name: String, traits: LockTraits?, proof: LockProof) {
    self.name = name
    self.traits = traits
    self.proof = proof
  }

  /// Returns the scenes for all testable promises, and the list of absent promises.
  func all() -> PrimitiveProof {
    let probe = proof.make()
    // For each promise: what is listed if the lock does not make the promise, and the scenes if it
    // does.
    let optional: [(ifAbsent: String, scenes: [ProofScene])] = [
      ("a try (it has none)", probe.party().ifFree == nil ? [] : [trying, tryingTogether]),
      ("what becomes of a thread that takes it twice (nobody has said)", relocking),
      (
        "that it ends a process in which another thread releases it",
        (traits?.isOwnerChecked ?? false) && probe.release != nil ? [owner] : []
      ),
      ("that the first to come is the first served", traits?.order == .fifo ? [order] : []),
    ]
    return PrimitiveProof(
      scenes: [exclusion, handOver] + optional.flatMap(\.scenes),
      unpromised: optional.filter(\.scenes.isEmpty).map(\.ifAbsent))
  }

  // MARK: Threads that meet

  /// Whether the lock is too slow to be tested by more threads than CPUs.
  ///
  /// False for a lock without traits.
  private var collapses: Bool {
    traits.map { $0.waiting == .spins && !$0.survivesOversubscription } ?? false
  }

  private var exclusion: ProofScene {
    let (name, proof) = (name, proof)
    let usual = collapses ? 2 : max(2, ProofThreads.cpus.count)
    return ProofScene("exclusion", "no two threads are inside at once") { extent in
      let threads = extent.threads ?? usual
      let (check, batch) = (ExclusionCheck(proof), 64)
      let done = CacheAligned(Atomic<UInt64>(0))
      nonisolated(unsafe) let progress = done.pointer
      Watchdog.shared.watch("'\(name)' among \(threads) threads", extent.patienceSeconds) {
        progress.pointee.load(ordering: .relaxed)
      }
      defer { Watchdog.shared.rest() }
      let end = sync_monotonic_ns() + UInt64(extent.mostSeconds) * 1_000_000_000
      let handedOut = Atomic<Int>(0)
      try ProofThreads.run(threads) { index in
        var (told, most): (UInt64, UInt64) = (0, 0)
        let own = check.serve(as: index) { done in
          // The clock and the shared counts are accessed once per batch of sections: access after
          // each section would keep threads from meeting. All threads draw batches from one total.
          // With separate shares, the last thread would do the rest of its share alone.
          guard done == most else { return true }
          progress.pointee.wrappingAdd(done - told, ordering: .relaxed)
          told = done
          let before = handedOut.wrappingAdd(batch, ordering: .relaxed).oldValue
          most += UInt64(max(0, min(batch, extent.operations - before)))
          return most > done && sync_monotonic_ns() < end
        }
        progress.pointee.wrappingAdd(own - told, ordering: .relaxed)
      }
      let operations = progress.pointee.load(ordering: .relaxed)
      let met = check.met
      return ProofFinding(
        operations: Int(operations), threads: threads, problem: check.problem(in: operations),
        met: met)
    }
  }

  /// The scene of hand-overs, in waves in which each thread comes once.
  ///
  /// A hand-over may cost a sleep and a wake-up. So the scene has only a hundredth of the requested
  /// operations, but at least 1000.
  private var handOver: ProofScene {
    let (name, proof, collapses) = (name, proof, collapses)
    let yields = traits.map { $0.waiting != .spins } ?? true
    return ProofScene("hand-over", "no thread that waits is forgotten") { extent in
      let crowds = collapses ? [2] : Set([2, 3, 4, max(2, extent.threads ?? 4)]).sorted()
      let most = max(1, extent.mostSeconds / crowds.count)
      var count = 0
      for threads in crowds {
        let waves = HandOver(
          proof, threads: threads, count: max(1000, extent.operations / 100) / crowds.count,
          yields: yields)
        let problem = try waves.run(
          name, patienceSeconds: extent.patienceSeconds, mostSeconds: most)
        count += waves.count
        if problem != nil {
          return ProofFinding(operations: count, threads: threads, problem: problem)
        }
      }
      return ProofFinding(operations: count, threads: crowds[crowds.count - 1])
    }
  }

  private var trying: ProofScene {
    scene("try", "a try fails while another thread holds it, and only then", of: 4, by: 2) {
      try LockScenes.trying($0)
    }
  }

  private var tryingTogether: ProofScene {
    scene("try-together", "threads that only try keep each other out", of: 1500, by: 3) {
      try LockScenes.tryingTogether($0)
    }
  }

  // MARK: Acquiring again, and releasing without holding

  private var relocking: [ProofScene] {
    let canBeTried = proof.make().party().ifFree != nil
    switch traits?.relock {
    case .recurses?:
      let held = scene(
        "recursion", "held three deep, it keeps others out until the last release", of: 3, by: 2
      ) { try LockScenes.recursing($0) }
      return [held] + (canBeTried ? [tryingAgain(true)] : [])
    case .deadlocks?:
      let waits = scene("relock", "a thread that takes it twice waits", of: 2, by: 1) {
        try LockScenes.returnsFromRelock($0) ? "the second acquisition came back" : nil
      }
      return [waits] + (canBeTried ? [tryingAgain(false)] : [])
    case .traps?:
      return [
        scene(
          "relock", "it ends a process in which a thread takes it twice", of: 2, by: 1, ends: true
        ) {
          try LockScenes.returnsFromRelock($0)
            ? "the second acquisition came back" : "the second acquisition waits"
        }
      ]
    case .passes?, nil: return []
    }
  }

  private func tryingAgain(_ succeeds: Bool) -> ProofScene {
    scene(
      "try-again", "a try by the thread that holds it \(succeeds ? "succeeds" : "fails")", of: 2,
      by: 1
    ) { LockScenes.tryingAgain($0, succeeds: succeeds) }
  }

  private var owner: ProofScene {
    scene(
      "owner", "it ends a process in which a thread releases it without holding it", of: 1, by: 2,
      ends: true
    ) { proof in
      let probe = proof.make()
      probe.acquire?()
      _ = try onAnotherThread { probe.release?() }
      return "the release came back"
    }
  }

  // MARK: Order

  /// The scene of the order of service, in five rounds, because an unfair lock may serve in order
  /// by chance.
  private var order: ProofScene {
    scene("order", "the first to come is the first served", of: 20, by: 4) { proof in
      for _ in 0..<5 {
        let served = try LockScenes.service(proof, threads: 3)
        guard served == [0, 1, 2] else {
          return "threads that came as 1, 2, 3 were served as "
            + served.map { String($0 + 1) }.joined(separator: ", ")
        }
      }
      return nil
    }
  }

  /// Makes a scene of a fixed length, whatever number of operations is requested.
  private func scene(
    _ name: String, _ promise: String, of operations: Int, by threads: Int, ends: Bool = false,
    _ play: @escaping @Sendable (LockProof) throws -> String?
  ) -> ProofScene {
    let (lock, proof) = (self.name, proof)
    return ProofScene(name, promise, endsProcess: ends) { extent in
      Watchdog.shared.watch("'\(lock)' in '\(name)'", extent.patienceSeconds) { 0 }
      defer { Watchdog.shared.rest() }
      return ProofFinding(operations: operations, threads: threads, problem: try play(proof))
    }
  }
}

extension CounterEntry {
  /// Makes the promises of the primitive and their scenes; nil for a mere counter.
  var primitiveProof: (@Sendable () -> PrimitiveProof)? {
    guard let proof else { return nil }
    let (name, traits) = (name, traits)
    return { ProofScenes(name: name, traits: traits, proof: proof).all() }
  }
}
