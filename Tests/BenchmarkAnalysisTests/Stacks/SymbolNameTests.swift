import Testing

@testable import BenchmarkAnalysis

@Suite struct SymbolNameTests {
  @Test(arguments: [
    (
      "generic specialization <SyncPrimitives.GuardedCounter<SyncPrimitives.TicketLock>> of "
        + "SyncSuites.contendedLoop<A where A: SyncPrimitives.SharedCounter, A: ~Swift.Copyable>"
        + "(_: A, until: Swift.UnsafePointer<Swift.UInt32>) -> Swift.UInt64",
      "contendedLoop<GuardedCounter<TicketLock>>"
    ),
    (
      "generic specialization <SyncPrimitives.StandardMutex> of protocol witness for "
        + "SyncPrimitives.SharedCounter.increment(_: inout A.ThreadState, workSteps: Swift.UInt64) "
        + "-> () in conformance < where A: ~Swift.Copyable> SyncPrimitives.GuardedCounter<A> : "
        + "SyncPrimitives.SharedCounter in SyncPrimitives",
      "GuardedCounter<StandardMutex>.increment"
    ),
    (
      "protocol witness for SyncPrimitives.MutualExclusion.exclusively(inout A.ThreadState, "
        + "() -> ()) -> () in conformance SyncPrimitives.StandardMutex : "
        + "SyncPrimitives.MutualExclusion in SyncPrimitives",
      "StandardMutex.exclusively"
    ),
    (
      "BenchmarkRunner.ThreadTeam.(serve in _8D5ECBD14A31323F45C1369E4121E68C)"
        + "(_: Swift.Int, cpu: Swift.Int32?) -> ()",
      "ThreadTeam.serve"
    ),
    (
      "@objc closure #1 (Swift.UnsafeMutableRawPointer?) -> Swift.UnsafeMutableRawPointer? in "
        + "BenchmarkRunner.startThread(@Sendable () -> ()) -> Swift.UInt?",
      "closure #1 in startThread"
    ),
    (
      "closure #1 () -> () in (extension in SyncPrimitives):SyncPrimitives.GuardedCounter"
        + "< where A: ~Swift.Copyable>.increment(_: inout A.ThreadState) -> ()",
      "closure #1 in GuardedCounter.increment"
    ),
    (
      "function signature specialization <Arg[1] = Dead> of static SyncSuites.LocksSuite.suite"
        + "(adding: [SyncSuites.CounterEntry]) -> BenchmarkRunner.Suite",
      "LocksSuite.suite"
    ),
    (
      "Synchronization._MutexHandle._lockSlow(Swift.UInt32) -> ()",
      "Synchronization._MutexHandle._lockSlow"
    ),
    ("Dispatch.DispatchQueue.sync(execute: () -> ()) -> ()", "DispatchQueue.sync"),
    (
      "FoundationEssentials.Data.withBytes<A>((Swift.Int) throws -> A) throws -> A",
      "Data.withBytes"
    ),
    (
      "merged partial apply forwarder for reabstraction thunk helper from @callee_guaranteed () "
        + "-> () to @escaping @callee_guaranteed () -> ()",
      "reabstraction thunk"
    ),
    (
      "(1) suspend resume partial function for SyncSuites.actorLoop(_: SyncPrimitives.Actor) "
        + "async -> ()",
      "actorLoop"
    ),
    ("MyBench.SpinLock.state.getter : Swift.Int", "MyBench.SpinLock.state.getter"),
  ])
  func `a demangled name is shortened to the usual name`(long: String, short: String) {
    #expect(ShortSwiftName.of(long) == short)
  }

  @Test(arguments: [
    "", "<", "(", "a<b", "closure #", "closure #1 (", "generic specialization <x",
    " in conformance ", "(extension in X)", "a.(b in _0",
  ])
  func `a malformed name causes no crash`(name: String) {
    _ = ShortSwiftName.of(name)
  }

  @Test func `a Swift symbol is demangled by the runtime`() {
    let name = SymbolName("$s8Dispatch0A5QueueC4sync7executeyyyXE_tF")
    #expect(name.text == "DispatchQueue.sync")
    #expect(!name.isMeasuredLoop)
  }

  @Test func `other symbols stay as perf names them`() {
    #expect(SymbolName("_dispatch_sync_f_slow").text == "_dispatch_sync_f_slow")
    #expect(SymbolName("$snonsense").text == "$snonsense")
    #expect(SymbolName("ns::f<int>(char)").text == "ns::f<int>(char)")
  }

  @Test func `a loop of a suite is the measured loop, and its program is not`() {
    #expect(SymbolName("$s10SyncSuites9roundLoopyyF").isMeasuredLoop)
    #expect(SymbolName("$s10SyncSuites10roundLoopsyyF").isMeasuredLoop)
    #expect(!SymbolName("$s10SyncSuites13roundsProgramyyF").isMeasuredLoop)
  }
}
