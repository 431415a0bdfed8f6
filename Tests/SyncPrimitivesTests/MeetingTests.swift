import BenchmarkModel
import SyncPrimitives
import Testing

@testable import BenchmarkRunner
@testable import SyncSuites

extension PrimitiveTests {
  /// Tests of the listed reader-writer primitives, rendezvous and parallel loops.
  @Suite struct MeetingTests {
    static let readMix = BarrierSuite.readerWriters.map(\.readMix.name)
    static let rendezvous = BarrierSuite.rendezvous.map(\.name)

    private func program(
      _ list: [MeasuredPrimitive], _ name: String, _ parameters: [(String, Int)]
    ) throws -> TrialProgram {
      try #require(list.first { $0.name == name }).prepare(Trials.context(name, parameters))
    }

    // MARK: Readers and writers

    /// Whether the threads of a primitive may be bound; the threads of a pool would inherit the CPU
    /// of the thread that starts them.
    private func isPinned(_ list: [MeasuredPrimitive], _ name: String) -> Bool {
      list.first { $0.name == name }?.usesPool == false
    }

    @Test(arguments: readMix, [0, 500, 990, 1000])
    func `no write is lost, and no reader sees half a write`(name: String, readPermille: Int)
      async throws
    {
      let list = BarrierSuite.readerWriters.map(\.readMix)
      // With four threads on two CPUs, some threads are preempted inside the section and some wait
      // without a CPU.
      for threads in [1, 2, 4] {
        let program = try program(
          list, name,
          [("threads", threads), ("read-permille", readPermille), ("inside", 500)])
        try await Trials.expectVerified(program, isPinned: isPinned(list, name))
      }
    }

    @Test(arguments: readMix)
    func `a read share of 0 permille gives no reads, and one of 1000 no writes`(
      name: String
    ) async throws {
      for (permille, silent) in [(0, "reads"), (1000, "writes")] {
        let program = try program(
          BarrierSuite.readerWriters.map(\.readMix), name,
          [("threads", 1), ("read-permille", permille)])
        let conclusion = try await Trials.trial(
          program, operations: 0, windowNanoseconds: 1_000_000
        ).conclusion
        #expect(conclusion.observations.map(\.name) == ["reads", "writes"])
        let sum = conclusion.observations.reduce(0) { $0 + $1.value }
        #expect(UInt64(sum) == conclusion.operations)
        #expect(conclusion.observations.first { $0.name == silent }?.value == 0)
      }
    }

    @Test func `a barrier on a global queue is caught if two threads can overlap`() async throws {
      let control = BarrierSuite.negativeControl.readMix
      let program = control.prepare(
        Trials.context(control.name, [("threads", 2), ("read-permille", 500)]))
      let violation = try await Trials.violation(of: program)
      guard Trials.canOverlap else { return }
      // The reason begins with the cause, and contains the observed fault.
      let reason = try #require(violation)
      #expect(reason.hasPrefix("a barrier on a global queue excludes nothing: "))
      let proofs = [
        " reads saw half a write", "lost ", "more writes were done",
        "the two words that each write sets to equal values differ",
      ]
      #expect(proofs.contains { reason.contains($0) })
    }

    // MARK: Rendezvous

    @Test(arguments: rendezvous, [1, 2, 5])
    func `no party leaves a meeting before all have come`(name: String, threads: Int) async throws {
      let program = try program(BarrierSuite.rendezvous, name, [("threads", threads)])
      let isPinned = isPinned(BarrierSuite.rendezvous, name)
      try await Trials.expectVerified(program, trials: 3, isPinned: isPinned)
    }

    @Test(arguments: rendezvous)
    func `threads that counted different numbers of episodes are reported`(name: String) throws {
      let program = try program(BarrierSuite.rendezvous, name, [("threads", 2)])
      #expect(program.conclude([5, 5]).violation == nil)
      #expect(program.conclude([5, 6]).violation != nil)
    }

    // MARK: Parallel loops

    @Test func `fewer or more indices than the requested operations are reported`() throws {
      let program = try program(
        ConcurrentPerformSuite.engines, "serial", [("grain", 0), ("iterations", 3)])
      var stop: UInt32 = 0
      let thread = TrialThread(index: 0, operations: 3, stop: &stop, isMeasured: true)
      #expect(program.conclude([program.run(thread)]).violation == nil)
      _ = program.run(thread)
      #expect(program.conclude([6]).violation == "3 indices ran, not 6")
      _ = program.run(thread)
      _ = program.run(thread)
      #expect(program.conclude([3]).violation == "6 indices ran, not 3")
    }
  }
}
