import BenchmarkModel
import Glibc
import SyncPrimitives
import Testing

@testable import BenchmarkRunner
@testable import SyncSuites

/// The listed locks that declare traits; all but the deliberately broken ones are proven.
enum ListedLocks {
  /// A lock that declares its traits.
  struct Entry {
    let name: String
    let traits: LockTraits
    let proof: LockProof
    var canBeTried: Bool { proof.make().party().ifFree != nil }
    var hasSeparateRelease: Bool { proof.make().release != nil }
  }

  static let all: [Entry] = (LocksSuite.entries + SyncSuite.entries + LocksSuite.brokenLocks)
    .compactMap { entry in
      guard let traits = entry.traits, let proof = entry.proof else { return nil }
      return Entry(name: entry.name, traits: traits, proof: proof)
    }

  private static let broken = Set(LocksSuite.brokenLocks.map(\.name))

  static func names(_ belongs: (Entry) -> Bool) -> [String] {
    Set(all.filter { isAskedFor($0.name) && belongs($0) }.map(\.name)).sorted()
  }

  /// Whether a lock is not deliberately broken, and is named by `SYNCBENCH_LOCKS` if that variable
  /// is set.
  private static func isAskedFor(_ name: String) -> Bool {
    !broken.contains(name) && (asked.isEmpty || asked.contains(Substring(name)))
  }

  private static let asked: [Substring] =
    getenv("SYNCBENCH_LOCKS").map { String(cString: $0).split(separator: " ") } ?? []

  static func named(_ name: String) throws -> Entry {
    try #require(all.first { $0.name == name })
  }
}

extension PrimitiveTests {
  /// Tests that each lock behaves as its traits declare.
  @Suite struct LockProofTests {
    static let triable = ListedLocks.names(\.canBeTried)

    static func relocking(_ relock: LockTraits.Relock) -> [String] {
      ListedLocks.names { $0.traits.relock == relock }
    }

    private func expectNothingWrong(
      _ scene: @escaping @Sendable () throws -> String?
    ) async throws {
      let problem = try await Trials.onThreadOfItsOwn(scene)
      #expect(problem == nil)
    }

    // MARK: Trying

    @Test(arguments: triable)
    func `a try of a lock succeeds if it is free, and fails while another thread holds it`(
      name: String
    ) async throws {
      let proof = try ListedLocks.named(name).proof
      try await expectNothingWrong { try LockScenes.trying(proof) }
    }

    @Test(arguments: triable)
    func `threads that only try exclude each other`(name: String) async throws {
      let proof = try ListedLocks.named(name).proof
      try await expectNothingWrong { try LockScenes.tryingTogether(proof) }
    }

    // MARK: Relocking

    @Test(arguments: relocking(.recurses))
    func `a recursive lock held three deep excludes other threads until the last release`(
      name: String
    ) async throws {
      let proof = try ListedLocks.named(name).proof
      try await expectNothingWrong { try LockScenes.recursing(proof) }
    }

    @Test(arguments: triable)
    func `a try by the holder succeeds or fails as declared`(name: String) async throws {
      let lock = try ListedLocks.named(name)
      // Locks that trap have separate tests, and their tries do not always trap.
      guard lock.traits.relock == .recurses || lock.traits.relock == .deadlocks else { return }
      try await expectNothingWrong {
        LockScenes.tryingAgain(lock.proof, succeeds: lock.traits.relock == .recurses)
      }
    }

    // The acquisitions run in a separate process, which ends during the second one. In a debug
    // build, any failure is accepted, because some debug builds of libraries check more than the
    // measured builds.
    @Test(arguments: relocking(.deadlocks))
    func `a second acquisition of a lock that deadlocks does not return`(name: String) async {
      #if DEBUG
        let end = ExitTest.Condition.failure
      #else
        let end = ExitTest.Condition.exitCode(Watchdog.exitStatus)
      #endif
      await #expect(processExitsWith: end) { [name] in
        let proof = try ListedLocks.named(name).proof
        _exit(try LockScenes.returnsFromRelock(proof) ? EXIT_SUCCESS : Watchdog.exitStatus)
      }
    }

    @Test(arguments: relocking(.traps))
    func `a second acquisition of a lock that traps ends the process with a message`(name: String)
      async throws
    {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) { [name] in
        let proof = try ListedLocks.named(name).proof
        // Without a trap the process succeeds, and the test fails.
        _ = try LockScenes.returnsFromRelock(proof)
        _exit(EXIT_SUCCESS)
      }
      #expect(try #require(result).standardErrorContent.isEmpty == false)
    }

    // MARK: Owners

    @Test(arguments: ListedLocks.names { $0.traits.isOwnerChecked && $0.hasSeparateRelease })
    func `a release by a thread that does not hold the lock ends the process with a message`(
      name: String
    ) async throws {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) { [name] in
        let probe = try ListedLocks.named(name).proof.make()
        probe.acquire?()
        _ = try onAnotherThread { probe.release?() }
        _exit(EXIT_SUCCESS)
      }
      #expect(try #require(result).standardErrorContent.isEmpty == false)
    }

    // MARK: Order

    // The scene is played five times, because an unfair lock may once serve in order by chance.
    @Test(arguments: ListedLocks.names { $0.traits.order == .fifo })
    func `a lock that declares the order fifo serves threads in order of arrival`(name: String)
      async throws
    {
      let proof = try ListedLocks.named(name).proof
      for _ in 0..<5 {
        let order = try await Trials.onThreadOfItsOwn {
          try LockScenes.service(proof, threads: 3)
        }
        #expect(order == [0, 1, 2])
      }
    }

    // MARK: Faults that the scenes must find

    @Test func `a lock that serves the newest waiter first is detected`() async throws {
      let order = try await Trials.onThreadOfItsOwn {
        try LockScenes.service(LockProof(LastComeLock.self), threads: 3)
      }
      #expect(order == [2, 1, 0])
    }

    @Test func `a try that succeeds while another thread holds the lock is detected`() async throws
    {
      let problem = try await Trials.onThreadOfItsOwn {
        try LockScenes.trying(LockProof(LyingTryLock.self))
      }
      #expect(problem == "a try succeeded while another thread held the lock")
    }

    @Test func `a recursive lock that is free after one release of several is detected`()
      async throws
    {
      let problem = try await Trials.onThreadOfItsOwn {
        try LockScenes.recursing(LockProof(ForgetfulRecursiveLock.self))
      }
      #expect(problem == "another thread came in at depth 2")
    }

    // MARK: Wake-ups

    @Test(arguments: ListedLocks.names { $0.traits.waiting != .never })
    func `no thread waits forever in any of many hand-overs`(name: String) async throws {
      let lock = try ListedLocks.named(name)
      // With more threads than CPUs, a fair spinlock is very slow, which says nothing about its
      // correctness.
      let collapses = lock.traits.waiting == .spins && !lock.traits.survivesOversubscription
      let crowds = collapses ? [2] : [2, 3, 4]
      for threads in crowds {
        try await expectNothingWrong {
          try HandOver(
            lock.proof, threads: threads, count: HandOver.count / crowds.count,
            yields: lock.traits.waiting != .spins
          ).run(name, patienceSeconds: 60)
        }
      }
    }
  }
}

extension HandOver {
  /// The number of hand-overs that prove a lock: `SYNCBENCH_HANDOVERS`, or 20,000, which a debug
  /// build makes quickly.
  static let count: Int =
    getenv("SYNCBENCH_HANDOVERS").flatMap { Int(String(cString: $0)) } ?? 20_000
}
