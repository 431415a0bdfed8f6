import BenchmarkModel
import CSyncShims
import SyncPrimitives
import Testing

@testable import BenchmarkRunner
@testable import SyncSuites

/// A broken loop that leaves out the last index.
private struct SkippingLoop: ParallelLoop {
  init(width: Int) {}

  func run(iterations: Int, _ body: @Sendable (Int) -> Void) {
    for index in 0..<max(0, iterations - 1) { body(index) }
  }
}

/// A broken loop that runs the first index again in place of the last.
private struct RepeatingLoop: ParallelLoop {
  init(width: Int) {}

  func run(iterations: Int, _ body: @Sendable (Int) -> Void) {
    for index in 0..<iterations { body(index == iterations - 1 ? 0 : index) }
  }
}

/// A broken loop that returns before its last index has run.
private final class EarlyLoop: ParallelLoop {
  private let left = MutexProtected<Int?>(nil)

  init(width: Int) {}

  func run(iterations: Int, _ body: @Sendable (Int) -> Void) {
    for index in 0..<iterations - 1 { body(index) }
    left.withLock { $0 = iterations - 1 }
  }

  /// Runs the last index on another thread.
  func doTheRest() throws {
    guard let index = left.withLock({ $0 }) else { return }
    try onAnotherThread { sync_tally_index(UInt64(index)) }
  }
}

extension PrimitiveTests {
  /// Tests of the checks of the suite concurrent-perform: complete loops pass, and broken loops do
  /// not.
  @Suite struct LoopCheckTests {
    private static let parameters: [(String, Int)] = [
      ("width", 2), ("grain", 1000), ("iterations", 20), ("outer", 4), ("inner", 5),
      ("stride", 3), ("skew", 100),
    ]

    /// Every primitive of every workload except `memory`, whose cases fill the machine's memory.
    static let cases = ConcurrentPerformSuite.suite().workloads.filter { $0.name != "memory" }
      .flatMap { workload in workload.primitives.map { [workload.name, $0.name] } }

    @Test(arguments: cases)
    func `each index of a loop runs once`(names: [String]) async throws {
      let workload = try #require(
        ConcurrentPerformSuite.suite().workloads.first { $0.name == names[0] })
      let primitive = try #require(workload.primitives.first { $0.name == names[1] })
      let program = primitive.prepare(Trials.context(names[1], Self.parameters))
      let rows = try await Trials.rows(
        program, pace: workload.pace, trials: 3, operations: 60, isPinned: false)
      for row in rows {
        #expect(row.isVerified, "\(row.reason)")
        if workload.pace == .operations { #expect(row.operations == 60) }
      }
    }

    /// Runs and concludes a trial of a program, on a thread that may wait for pools.
    private func trial(
      _ program: TrialProgram, operations: UInt64,
      beforeItsEnd late: @escaping @Sendable () throws -> Void = {}
    ) async throws -> TrialConclusion {
      // Tallies of earlier tests are not part of this trial.
      _ = sync_collect_tallies()
      return try await Trials.trial(program, operations: operations, beforeItsEnd: late).conclusion
    }

    private func value(_ name: String, in conclusion: TrialConclusion) -> Double? {
      conclusion.observations.first { $0.name == name }?.value
    }

    // MARK: Broken loops

    @Test func `an engine that leaves an index out is caught in every loop without arrays`()
      async throws
    {
      let context = Trials.context("p", Self.parameters)
      let programs = [
        loopProgram(context, SkippingLoop.self), strideProgram(context, SkippingLoop.self),
        skewedLoopProgram(context, SkippingLoop.self),
        sharedCounterLoopProgram(context, SkippingLoop.self),
        nestedLoopProgram(context, SkippingLoop.self),
        imbalanceProgram(context, SkippingLoop.self),
      ]
      for program in programs {
        let violation = try await trial(program, operations: 20).violation
        #expect(try #require(violation).contains(" indices ran, not "))
      }
    }

    @Test func `an engine that runs one index twice in place of another is caught`() async throws {
      let context = Trials.context("p", Self.parameters)
      for program in [
        loopProgram(context, RepeatingLoop.self), skewedLoopProgram(context, RepeatingLoop.self),
        imbalanceProgram(context, RepeatingLoop.self),
      ] {
        let violation = try await trial(program, operations: 40).violation
        #expect(violation == "some indices ran twice and others not at all")
      }
    }

    @Test func `an engine that returns before its last index has run is caught`() async throws {
      let counter = LoopCounter()
      let engine = EarlyLoop(width: 2)
      let programs = [
        kernelProgram(engine, ComputeKernel(workSteps: 1), LoopCheck(iterations: 20)),
        kernelProgram(
          engine, SharedCounterKernel(counter, workSteps: 0), LoopCheck(iterations: 20)
        ) { checkShared(counter, &$0) },
      ]
      for program in programs {
        let violation = try await trial(program, operations: 20) {
          try engine.doTheRest()
        }.violation
        #expect(violation == "1 of 20 indices ran only after their loop had returned")
      }
      // The late index belongs to its own trial, and is not counted in the next trial.
      let sound = loopProgram(Trials.context("p", Self.parameters), SerialLoop.self)
      #expect(try await trial(sound, operations: 20).violation == nil)
    }

    @Test func `additions that a shared word does not show are reported`() {
      let counter = LoopCounter()
      var conclusion = TrialConclusion(operations: 3)
      checkShared(counter, &conclusion)
      #expect(conclusion.violation == "the shared word shows 0 additions of 3")
      conclusion = TrialConclusion(operations: 0)
      checkShared(counter, &conclusion)
      #expect(conclusion.violation == nil)
    }

    @Test func `threads that were busy for longer than their loops took are reported`() {
      let context = Trials.context("p", [("iterations", 1)])
      _ = sync_collect_tallies()
      let check = LoopBalanceCheck(context)
      var balance = LoopBalance()
      balance.elapsed = 10
      balance.most = 11
      balance.sum = 11
      _ = check.note(balance)
      let violation = check.conclude([0]).violation
      #expect(violation?.hasPrefix("a thread was busy for longer than its loops took") == true)
      balance.elapsed = 11
      _ = check.note(balance)
      #expect(check.conclude([0]).violation == nil)
    }

    // MARK: Memory

    private func memory(blocks: Int) throws -> LoopMemory {
      try #require(LoopMemory(elements: 8, iterations: 5, blocks: blocks, cacheBytes: 192))
    }

    @Test(arguments: [5, 7, 64])
    func `each index of a triad's loop writes one block`(blocks: Int) async throws {
      let memory = try memory(blocks: blocks)
      let program = triadProgram(ThreadsStatic(width: 2), memory)
      for loops in [1, 3, 20] as [UInt64] {
        let conclusion = try await trial(program, operations: loops * 5)
        #expect(conclusion.violation == nil)
        #expect(conclusion.operations == loops * 5)
        #expect(value("bytes", in: conclusion) == Double(loops * 5 * 8 * 24))
        #expect(value("cache_multiple", in: conclusion) == Double(blocks))
      }
    }

    @Test func `blocks that are not written are reported`() async throws {
      let memory = try memory(blocks: 64)
      let program = kernelProgram(
        SerialLoop(width: 1), ComputeKernel(workSteps: 0), memory.check
      ) { memory.conclude(&$0) }
      let violation = try await trial(program, operations: 10).violation
      #expect(violation == "10 blocks do not show what their loop writes")
    }

    @Test func `a block that an earlier loop wrote is not counted as this loop's`() async throws {
      let memory = try memory(blocks: 5)
      #expect(
        try await trial(triadProgram(SerialLoop(width: 1), memory), operations: 5).violation == nil)
      let idle = kernelProgram(
        SerialLoop(width: 1), ComputeKernel(workSteps: 0), memory.check
      ) { memory.conclude(&$0) }
      let violation = try await trial(idle, operations: 5).violation
      #expect(violation == "5 blocks do not show what their loop writes")
    }

    @Test func `arrays that do not fit into memory are refused`() {
      #expect(TriadArrays(elements: .max, blocks: 2) == nil)
      #expect(TriadArrays(elements: 1 << 50, blocks: 1) == nil)
      #expect(TriadArrays(elements: 8, blocks: 0) == nil)
      #expect(
        LoopMemory(elements: 1 << 50, iterations: 1, blocks: 1, cacheBytes: nil) == nil)
      let refused = memoryLoopProgram(
        Trials.context("p", [("elements", 1 << 50), ("iterations", 1)]), SerialLoop.self
      ).conclude([0])
      #expect(refused.refusal != nil && refused.violation == nil)
    }

    // MARK: Threads

    @Test func `a trial's observations have the number of threads that ran an index`() async throws
    {
      for width in [1, 3] {
        let program = loopProgram(
          Trials.context("p", [("width", width), ("iterations", 30)]), ThreadsStatic.self)
        let conclusion = try await trial(program, operations: 90)
        #expect(value("threads_seen", in: conclusion) == Double(width))
      }
    }

    @Test func `the busy time of the busiest thread is separate from the sum over all threads`()
      throws
    {
      _ = sync_collect_busy()
      sync_tally_busy(30)
      try onAnotherThread { sync_tally_busy(10) }
      sync_tally_busy(5)
      let busy = sync_collect_busy()
      #expect(busy.most == 35)
      #expect(busy.sum == 45)
      #expect(sync_collect_busy().sum == 0)
    }

    @Test
    func `imbalance is 1 if all threads work equally, and the width if one thread does it all`() {
      var balance = LoopBalance()
      #expect(balance.imbalance(width: 4) == nil)
      balance.add(sync_busy_total(most: 25, sum: 100))
      #expect(balance.imbalance(width: 4) == 1)
      balance = LoopBalance()
      balance.add(sync_busy_total(most: 100, sum: 100))
      #expect(balance.imbalance(width: 4) == 4)
      // The even loop has three times the work of the uneven loop, so its weight is three times as
      // large.
      balance.add(sync_busy_total(most: 75, sum: 300))
      #expect(balance.imbalance(width: 4) == 1.75)
      #expect(balance.loops == 2)
    }

    @Test func `a serial loop at width two has an imbalance of two`() async throws {
      let context = Trials.context("p", [("width", 2), ("grain", 100_000), ("iterations", 16)])
      let conclusion = try await trial(imbalanceProgram(context, SerialLoop.self), operations: 1)
      #expect(conclusion.violation == nil)
      #expect(value("imbalance", in: conclusion) == 2)
      #expect((value("stamp_ns", in: conclusion) ?? -1) >= 0)
    }
  }
}
