import BenchmarkModel
import Testing

@testable import BenchmarkRunner
@testable import SyncSuites

extension PrimitiveTests {
  /// Everything that counts, from the suites' own lists.
  @Suite struct CounterTests {
    private static let listed: [CounterEntry] = LocksSuite.entries + SyncSuite.entries
    static let all = Set(listed.map(\.name)).sorted()
    static let protecting = Set(listed.filter { !$0.isUnprotected }.map(\.name)).sorted()
    static let unprotected = Set(listed.filter(\.isUnprotected).map(\.name)).sorted()

    private func entries(_ name: String) -> [CounterEntry] {
      Self.listed.filter { $0.name == name }
    }

    /// Runs a program of one thread for a number of operations; the number that it reports.
    private func increments(_ operations: UInt64, of program: TrialProgram) async throws -> UInt64 {
      try await Trials.onThreadOfItsOwn {
        withUnsafePointer(to: UInt32(0)) { stop in
          program.run(
            TrialThread(index: 0, operations: operations, stop: stop, isMeasured: true))
        }
      }
    }

    @Test(arguments: all)
    func `ten increments are seen as ten, and again`(name: String) async throws {
      for entry in entries(name) {
        let program = try #require(entry.primitive(in: .uncontended)).prepare(Trials.context(name))
        for _ in 0..<2 {
          let done = try await increments(10, of: program)
          let conclusion = program.conclude([done])
          #expect(done == 10)
          #expect(conclusion.operations == 10)
          #expect(conclusion.violation == nil)
        }
      }
    }

    @Test(arguments: all)
    func `an update too few or too many is told`(name: String) async throws {
      for entry in entries(name) {
        let program = try #require(entry.primitive(in: .uncontended)).prepare(Trials.context(name))
        _ = try await increments(10, of: program)
        #expect(program.conclude([11]).violation == "lost 1 of 11 updates")
        _ = try await increments(10, of: program)
        #expect(program.conclude([4, 4]).violation == "gained 2 of 8 updates")
        _ = try await increments(10, of: program)
        #expect(program.conclude([10]).violation == nil)
      }
    }

    // Four threads on two CPUs: some are preempted inside the section, and some wait without a CPU.
    @Test(arguments: protecting, [2, 4])
    func `no update is lost under threads on different CPUs`(name: String, threads: Int)
      async throws
    {
      for entry in entries(name) {
        for inside in [0, 2000] {
          let program = try #require(entry.primitive(in: .contended)).prepare(
            Trials.context(name, [("threads", threads), ("inside", inside)]))
          try await Trials.expectVerified(program, isPinned: !entry.usesPool)
        }
      }
    }

    @Test(arguments: unprotected)
    func `what excludes nobody is caught where two threads can overlap`(name: String) async throws {
      for entry in entries(name) {
        let program = try #require(entry.primitive(in: .contended)).prepare(
          Trials.context(name, [("threads", 2)]))
        try await Trials.expectCaught(of: program, begins: "lost ")
      }
    }

    @Test(arguments: unprotected)
    func `what excludes nobody is a control beyond one thread alone`(name: String) throws {
      for entry in entries(name) {
        let expectation = try #require(entry.primitive(in: .contended)).expectation
        #expect(expectation(try CaseID(parsing: "s/w/\(name)/threads=1")) == .valid)
        #expect(expectation(try CaseID(parsing: "s/w/\(name)/threads=2")) != .valid)
        let alone = try #require(entry.primitive(in: .uncontended))
        #expect(alone.expectation(try CaseID(parsing: "s/w/\(name)")) == .valid)
      }
    }

    @Test func `there is a control among the locks`() {
      #expect(Self.unprotected == ["atomic-wrapper-get-set", "no-lock", "queue-property-get-set"])
      #expect(Self.protecting.count >= 15)
    }
  }
}
