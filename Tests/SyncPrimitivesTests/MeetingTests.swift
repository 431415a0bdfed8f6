import BenchmarkModel
import SyncPrimitives
import Testing

@testable import BenchmarkRunner
@testable import SyncSuites

extension PrimitiveTests {
  /// Readers and writers, rendezvous and parallel loops, from the suites' own lists.
  @Suite struct MeetingTests {
    static let readMix = BarrierSuite.readerWriters.map(\.readMix.name)
    static let rendezvous = BarrierSuite.rendezvous.map(\.name)

    private func program(
      _ list: [MeasuredPrimitive], _ name: String, _ parameters: [(String, Int)]
    ) throws -> TrialProgram {
      try #require(list.first { $0.name == name }).prepare(Trials.context(name, parameters))
    }

    // MARK: Readers and writers

    /// Whether its threads may be bound: those of a pool would inherit the CPU of whoever starts them.
    private func isPinned(_ list: [MeasuredPrimitive], _ name: String) -> Bool {
      list.first { $0.name == name }?.usesPool == false
    }

    @Test(arguments: readMix, [0, 500, 990, 1000])
    func `no write is lost or seen half done`(name: String, readPermille: Int) async throws {
      let list = BarrierSuite.readerWriters.map(\.readMix)
      // Four threads on two CPUs: some are preempted inside the section, and some wait without a CPU.
      for threads in [1, 2, 4] {
        let program = try program(
          list, name,
          [("threads", threads), ("read-permille", readPermille), ("inside", 500)])
        try await Trials.expectVerified(program, isPinned: isPinned(list, name))
      }
    }

    @Test(arguments: readMix)
    func `reads and writes come in the share that was asked for`(name: String) async throws {
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

    @Test func `a barrier on a global queue is caught where two threads can overlap`() async throws
    {
      let control = BarrierSuite.negativeControl.readMix
      let program = control.prepare(
        Trials.context(control.name, [("threads", 2), ("read-permille", 500)]))
      let violation = try await Trials.violation(of: program)
      guard Trials.canOverlap else { return }
      // The reason says why, and what was seen is the proof.
      let reason = try #require(violation)
      #expect(reason.hasPrefix("a barrier on a global queue excludes nothing: "))
      let proofs = [
        " reads saw half a write", "lost ", "more writes were done",
        "the words that every write changes together differ",
      ]
      #expect(proofs.contains { reason.contains($0) })
    }

    // MARK: Rendezvous

    @Test(arguments: rendezvous, [1, 2, 5])
    func `nobody leaves before everybody has come`(name: String, threads: Int) async throws {
      let program = try program(BarrierSuite.rendezvous, name, [("threads", threads)])
      let isPinned = isPinned(BarrierSuite.rendezvous, name)
      try await Trials.expectVerified(program, trials: 3, isPinned: isPinned)
    }

    @Test(arguments: rendezvous)
    func `threads that counted different episodes are told`(name: String) throws {
      let program = try program(BarrierSuite.rendezvous, name, [("threads", 2)])
      #expect(program.conclude([5, 5]).violation == nil)
      #expect(program.conclude([5, 6]).violation != nil)
    }

    // MARK: Parallel loops

    @Test func `a loop that skips an index, or does one twice, is told`() throws {
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
