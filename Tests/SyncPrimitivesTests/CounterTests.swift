import BenchmarkModel
import Testing

@testable import BenchmarkRunner
@testable import SyncSuites

extension PrimitiveTests {
  /// Tests of all counters that the suites `locks` and `sync` list.
  @Suite struct CounterTests {
    private static let listed: [CounterEntry] = LocksSuite.entries + SyncSuite.entries
    static let all = Set(listed.map(\.name)).sorted()
    static let protecting = Set(listed.filter { !$0.isUnprotected }.map(\.name)).sorted()
    static let unprotected = Set(listed.filter(\.isUnprotected).map(\.name)).sorted()

    private func entries(_ name: String) -> [CounterEntry] {
      Self.listed.filter { $0.name == name }
    }

    /// Runs a program with one thread for a number of operations, and returns the number that the
    /// program reports.
    private func increments(_ operations: UInt64, of program: TrialProgram) async throws -> UInt64 {
      try await Trials.onThreadOfItsOwn {
        withUnsafePointer(to: UInt32(0)) { stop in
          program.run(
            TrialThread(index: 0, operations: operations, stop: stop, isMeasured: true))
        }
      }
    }

    @Test(arguments: all)
    func `ten increments of a counter are counted as ten, and again in a second trial`(name: String)
      async throws
    {
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
    func `a lost or an extra update is reported`(name: String) async throws {
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

    // With four threads on two CPUs, some threads are preempted inside the section and some wait
    // without a CPU.
    @Test(arguments: protecting, [2, 4])
    func `no update of a protected counter is lost by threads on different CPUs`(
      name: String, threads: Int
    ) async throws {
      for entry in entries(name) {
        for inside in [0, 2000] {
          let program = try #require(entry.primitive(in: .contended)).prepare(
            Trials.context(name, [("threads", threads), ("inside", inside)]))
          try await Trials.expectVerified(program, isPinned: !entry.usesPool)
        }
      }
    }

    @Test(arguments: unprotected)
    func `an unprotected counter is caught if two threads can overlap`(name: String) async throws {
      for entry in entries(name) {
        let program = try #require(entry.primitive(in: .contended)).prepare(
          Trials.context(name, [("threads", 2)]))
        try await Trials.expectCaught(of: program, begins: "lost ")
      }
    }

    @Test(arguments: unprotected)
    func `an unprotected counter is a control with more than one thread`(name: String) throws {
      for entry in entries(name) {
        let expectation = try #require(entry.primitive(in: .contended)).expectation
        #expect(expectation(try CaseID(parsing: "s/w/\(name)/threads=1")) == .valid)
        #expect(expectation(try CaseID(parsing: "s/w/\(name)/threads=2")) != .valid)
        let alone = try #require(entry.primitive(in: .uncontended))
        #expect(alone.expectation(try CaseID(parsing: "s/w/\(name)")) == .valid)
      }
    }

    @Test func `the lists have three unprotected counters and at least 15 protected ones`() {
      #expect(Self.unprotected == ["atomic-wrapper-get-set", "no-lock", "queue-property-get-set"])
      #expect(Self.protecting.count >= 15)
    }
  }
}
