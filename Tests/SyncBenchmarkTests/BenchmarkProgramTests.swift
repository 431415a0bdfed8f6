import BenchmarkModel
import SyncBenchmark
import Synchronization
import Testing

@testable import BenchmarkRunner

private struct Refused: Error {}

@Suite struct BenchmarkProgramTests {
  /// The program of a benchmark's first case.
  private func program(
    threads: Int = 1, latencies: Bool = false, _ benchmark: Benchmark
  ) async throws -> TrialProgram {
    let suite = try Benchmarks.suite { benchmark }
    let found = try #require(
      CaseCatalog(suites: [suite]).cases(tier: .standard, cpus: threads).first {
        $0.id.workload.hasSuffix("-latency") == latencies
          && ($0.id["threads"] ?? 1) == threads
      })
    let context = CaseContext(id: found.id, width: threads, workStepsPerMicrosecond: 1, seed: 1)
    return try #require(await onThread { found.primitive.prepare(context) })
  }

  /// Runs a trial of one thread that does a number of operations.
  ///
  /// The thread is not from the pool, because an awaited closure needs the pool's threads.
  private func trial(
    _ program: TrialProgram, operations: UInt64, isMeasured: Bool = true
  ) async throws -> TrialConclusion {
    try #require(
      await onThread {
        var stop: UInt32 = 0
        let done = program.run(
          TrialThread(index: 0, operations: operations, stop: &stop, isMeasured: isMeasured))
        return program.conclude([done])
      })
  }

  @Test func `the closure is called once for each operation`() async throws {
    let calls = Counter()
    let program = try await program(Benchmark("get") { calls.add() })
    #expect(try await trial(program, operations: 10).operations == 10)
    #expect(calls.count == 10)
  }

  @Test func `an awaited closure is called once for each operation`() async throws {
    let calls = Counter()
    let program = try await program(
      Benchmark("get") {
        await Task.yield()
        calls.add()
      })
    #expect(try await trial(program, operations: 10).operations == 10)
    #expect(calls.count == 10)
  }

  @Test func `a check sees the operations of all trials since the set-up`() async throws {
    let program = try await program(
      Benchmark(
        "put", setUp: { Mutex(UInt64(0)) },
        check: { store, tally in
          store.withLock { $0 == tally.operations }
        }
      ) { store in store.withLock { $0 += 1 } })
    #expect(try await trial(program, operations: 3, isMeasured: false).violation == nil)
    #expect(try await trial(program, operations: 4).violation == nil)
  }

  @Test func `a check that is false or throws makes the trial invalid`() async throws {
    let wrong = try await program(Benchmark("put", check: { $0.operations != 5 }) {})
    #expect(try await trial(wrong, operations: 2).violation == nil)
    #expect(
      try await trial(wrong, operations: 3).violation == "its check was false after 5 operations")
    let throwing = try await program(Benchmark("put", check: { _ in throw Refused() }) {})
    #expect(
      try await trial(throwing, operations: 1).violation?.hasPrefix("its check threw Refused")
        == true)
  }

  @Test func `an awaited check is asked too`() async throws {
    let program = try await program(
      Benchmark(
        "put", setUp: { await Account.make() },
        check: { account, tally in
          await account.sum + 1 == tally.operations
        }
      ) { account in await account.add() })
    #expect(
      try await trial(program, operations: 2).violation == "its check was false after 2 operations")
  }

  @Test func `a closure that throws ends the launch; the reason has the operation and the error`()
    async throws
  {
    let calls = Counter()
    let program = try await program(
      Benchmark("get") {
        calls.add()
        if calls.count == 3 { throw Refused() }
      })
    let conclusion = try await trial(program, operations: 10)
    #expect(
      conclusion.refusal == "get: operation 3 of a thread threw Refused: Refused()")
  }

  @Test func `an awaited closure that throws ends the launch`() async throws {
    let program = try await program(Benchmark("get") { () async throws in throw Refused() })
    #expect(try await trial(program, operations: 1).refusal?.contains("threw Refused") == true)
  }

  @Test func `a case whose set-up throws is refused; the reason has the error`() async throws {
    let program = try await program(
      Benchmark("get", setUp: { () throws -> Int in throw Refused() }) { $0 })
    #expect(
      try await trial(program, operations: 1).refusal
        == "the set-up of get threw Refused: Refused()")
    let awaited = try await self.program(
      Benchmark("get", setUp: { () async throws -> Int in throw Refused() }) { number async in
        number
      })
    #expect(
      try await trial(awaited, operations: 1).refusal
        == "the set-up of get threw Refused: Refused()")
  }

  @Test func `each operation knows its number and a random number of its own`() async throws {
    let seen = Mutex<[(UInt64, UInt64)]>([])
    let program = try await program(
      threads: 1,
      Benchmark("get", threads: [1]) { thread in
        seen.withLock { $0.append((thread.operation, thread.random)) }
        if thread.operation % 3 == 2 { throw Refused() }
      })
    #expect(try await trial(program, operations: 0).refusal != nil)
    #expect(seen.withLock { $0.map(\.0) } == [0, 1, 2])
    #expect(Set(seen.withLock { $0.map(\.1) }).count == 3)
  }

  @Test func `a timed closure that throws ends the launch, and its latency is not recorded`()
    async throws
  {
    let program = try await program(
      latencies: true,
      Benchmark("get", latencies: true) {
        throw Refused()
      })
    #expect(try await trial(program, operations: 0).refusal?.contains("operation 1") == true)
    #expect(program.latencies().isEmpty)
  }

  @Test func `a black hole takes values that can't be copied`() {
    let mutex = Mutex(1)
    blackHole(mutex)
    blackHole((1, "two"))
  }
}

/// A counter that a closure of any thread may increment.
private final class Counter: Sendable {
  private let value = Atomic<Int>(0)
  var count: Int { value.load(ordering: .relaxed) }
  func add() { value.wrappingAdd(1, ordering: .relaxed) }
}

private actor Account {
  private(set) var sum: UInt64 = 0
  func add() { sum += 1 }
  static func make() async -> Account { Account() }
}
