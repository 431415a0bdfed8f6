import BenchmarkModel
import Glibc
import SyncPrimitives
import Testing

@testable import BenchmarkRunner
@testable import SyncSuites

/// The locks of the suites' own lists, by what they say of themselves: a lock is proven by being listed.
enum ListedLocks {
  /// A lock that says how it behaves.
  struct Entry {
    let name: String
    let traits: LockTraits
    let proof: LockProof
    var canBeTried: Bool { proof.make().party().ifFree != nil }
    var isApart: Bool { proof.make().release != nil }
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

  /// Whether a lock works and is named by `SYNCBENCH_LOCKS`, which may be absent.
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
  /// The traits of each lock, seen.
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
    func `a try fails while another thread holds the lock, and only then`(name: String) async throws
    {
      let proof = try ListedLocks.named(name).proof
      try await expectNothingWrong { try LockScenes.trying(proof) }
    }

    @Test(arguments: triable)
    func `threads that only try keep each other out`(name: String) async throws {
      let proof = try ListedLocks.named(name).proof
      try await expectNothingWrong { try LockScenes.tryingTogether(proof) }
    }

    // MARK: Taking what one holds

    @Test(arguments: relocking(.recurses))
    func `a recursive lock held three deep keeps others out until the last release`(
      name: String
    ) async throws {
      let proof = try ListedLocks.named(name).proof
      try await expectNothingWrong { try LockScenes.recursing(proof) }
    }

    @Test(arguments: triable)
    func `a try by the holder does as declared`(name: String) async throws {
      let lock = try ListedLocks.named(name)
      // Traps are shown below; a try is not always a trap.
      guard lock.traits.relock == .recurses || lock.traits.relock == .deadlocks else { return }
      try await expectNothingWrong {
        LockScenes.tryingAgain(lock.proof, succeeds: lock.traits.relock == .recurses)
      }
    }

    // In a process of its own, which ends in the middle of it. In a debug build any failure will do: some
    // libraries check in theirs what they do not check in what is measured.
    @Test(arguments: relocking(.deadlocks))
    func `who takes a lock again that deadlocks does not return`(name: String) async {
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
    func `who takes a lock again that traps ends the process, and is told`(name: String)
      async throws
    {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) { [name] in
        let proof = try ListedLocks.named(name).proof
        // Anything but a trap ends well, and so fails the test.
        _ = try LockScenes.returnsFromRelock(proof)
        _exit(EXIT_SUCCESS)
      }
      #expect(try #require(result).standardErrorContent.isEmpty == false)
    }

    // MARK: Owners

    @Test(arguments: ListedLocks.names { $0.traits.isOwnerChecked && $0.isApart })
    func `a release by a thread that does not hold the lock ends the process, and is told`(
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

    // Five rounds: an unfair lock may serve in order by luck, once.
    @Test(arguments: ListedLocks.names { $0.traits.order == .fifo })
    func `a lock that claims first come, first served does so`(name: String) async throws {
      let proof = try ListedLocks.named(name).proof
      for _ in 0..<5 {
        let order = try await Trials.onThreadOfItsOwn {
          try LockScenes.service(proof, threads: 3)
        }
        #expect(order == [0, 1, 2])
      }
    }

    // MARK: Scenes that must notice

    @Test func `a lock that serves the last comer first is told`() async throws {
      let order = try await Trials.onThreadOfItsOwn {
        try LockScenes.service(LockProof(LastComeLock.self), threads: 3)
      }
      #expect(order == [2, 1, 0])
    }

    @Test func `a try that succeeds while another thread holds the lock is told`() async throws {
      let problem = try await Trials.onThreadOfItsOwn {
        try LockScenes.trying(LockProof(LyingTryLock.self))
      }
      #expect(problem == "a try succeeded while another thread held the lock")
    }

    @Test func `a recursive lock that is free after one release of several is told`() async throws {
      let problem = try await Trials.onThreadOfItsOwn {
        try LockScenes.recursing(LockProof(ForgetfulRecursiveLock.self))
      }
      #expect(problem == "another thread came in at depth 2")
    }

    // MARK: Wake-ups

    @Test(arguments: ListedLocks.names { $0.traits.waiting != .never })
    func `nobody is left behind in any of many hand-overs`(name: String) async throws {
      let lock = try ListedLocks.named(name)
      // More threads than CPUs would show how badly a fair spinlock does, not whether it works.
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
  /// The number of hand-overs that prove a lock: `SYNCBENCH_HANDOVERS`, else as many as a debug build does in a
  /// moment.
  static let count: Int =
    getenv("SYNCBENCH_HANDOVERS").flatMap { Int(String(cString: $0)) } ?? 20_000
}
