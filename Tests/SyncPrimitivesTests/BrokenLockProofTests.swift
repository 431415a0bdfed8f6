import BenchmarkModel
import Glibc
import Testing

@testable import BenchmarkRunner
@testable import SyncSuites

/// The thread sanitizer: whether this process runs under it, and the exit status of a process with
/// a report.
enum ThreadSanitizer {
  static let isOn = dlsym(nil, "__tsan_init") != nil
  static let exitStatus: Int32 = 66
}

extension PrimitiveTests {
  /// Tests that the proofs catch the deliberately broken locks.
  @Suite struct BrokenLockProofTests {
    static let names = LocksSuite.brokenLocks.map(\.name)

    private static func program(_ name: String, threads: Int) throws -> TrialProgram {
      let entry = try #require(LocksSuite.brokenLocks.first { $0.name == name })
      return try #require(entry.primitive(in: .control)).prepare(
        Trials.context(name, [("threads", threads)]))
    }

    @Test func `the four broken locks are controls with any number of threads, in one workload`()
      throws
    {
      #expect(
        Self.names == [
          "broken-skips-atomic", "broken-relaxed", "broken-lost-wakeup", "broken-self-deadlock",
        ])
      for entry in LocksSuite.brokenLocks {
        #expect(LockWorkload.allCases.filter { entry.primitive(in: $0) != nil } == [.control])
        let primitive = try #require(entry.primitive(in: .control))
        for threads in 1...8 {
          let id = try CaseID(parsing: "locks/control/\(entry.name)/threads=\(threads)")
          #expect(primitive.expectation(id) != .valid)
        }
      }
    }

    @Test func `the lock broken-skips-atomic loses updates`() async throws {
      try await Trials.expectReason(
        of: Self.program("broken-skips-atomic", threads: 2), begins: "lost ")
    }

    @Test func `the hand-overs of the lock broken-lost-wakeup stop`() async throws {
      let result = await #expect(
        processExitsWith: .exitCode(Watchdog.exitStatus), observing: [\.standardErrorContent]
      ) {
        let proof = try ListedLocks.named("broken-lost-wakeup").proof
        _ = try HandOver(proof, threads: 4, count: 10_000_000, yields: true)
          .run("broken-lost-wakeup", patienceSeconds: 2)
      }
      let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(message.contains("the lock 'broken-lost-wakeup' among 4 threads: no progress in"))
    }

    @Test func `a launch of the lock broken-self-deadlock does not end`() async throws {
      let result = await #expect(
        processExitsWith: .exitCode(Watchdog.exitStatus), observing: [\.standardErrorContent]
      ) {
        let program = try Self.program("broken-self-deadlock", threads: 1)
        Watchdog.shared.watch("broken-self-deadlock", 2) { 0 }
        _ = try await Trials.rows(program)
      }
      let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(message.hasPrefix("broken-self-deadlock: "))
    }

    // The increments run in a separate process, because the sanitizer may end it.
    @Test(.enabled(if: ThreadSanitizer.isOn))
    func `the lock broken-relaxed is reported by the thread sanitizer`() async throws {
      let result = await #expect(
        processExitsWith: .exitCode(ThreadSanitizer.exitStatus),
        observing: [\.standardErrorContent]
      ) {
        _ = try await Trials.rows(Self.program("broken-relaxed", threads: 2), trials: 20)
      }
      let report = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(report.contains("data race"))
    }

    @Test(.enabled(if: ThreadSanitizer.isOn))
    func `a test-and-set lock with acquire and release is not reported by the thread sanitizer`()
      async
    {
      await #expect(processExitsWith: .success) {
        let entry = try #require(LocksSuite.entries.first { $0.name == "test-and-set" })
        let program = try #require(entry.primitive(in: .contended)).prepare(
          Trials.context("test-and-set", [("threads", 2), ("inside", 1000)]))
        _ = try await Trials.rows(program, trials: 20)
      }
    }
  }
}
