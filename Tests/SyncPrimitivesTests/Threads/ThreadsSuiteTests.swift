import BenchmarkModel
import Glibc
import SyncPrimitives
import Testing

@testable import BenchmarkRunner
@testable import SyncSuites

/// A broken signal whose waits return immediately.
private struct OpenSignal: ThreadSignal {
  func post() -> Int32 { 0 }
  func wait() -> Int32 { 0 }
}

/// A signal that the kernel refuses.
private struct RefusedSignal: ThreadSignal {
  func post() -> Int32 { -EBADF }
  func wait() -> Int32 { -EBADF }
}

/// A broken thread-local word that is another word each time.
private struct StrayWord: LocalWord {
  private let words = Words()

  func word() -> UnsafeMutablePointer<UInt64> { words.next() }

  private final class Words: @unchecked Sendable {
    private let first = CacheAligned<UInt64>(0)
    private let second = CacheAligned<UInt64>(0)
    private var isSecond = false

    func next() -> UnsafeMutablePointer<UInt64> {
      isSecond.toggle()
      return isSecond ? first.pointer : second.pointer
    }
  }
}

extension PrimitiveTests {
  @Suite struct ThreadsSuiteTests {

    @Test func `a machine with one CPU has no case on two CPUs`() throws {
      let catalog = CaseCatalog(suites: [ThreadsSuite.suite()])
      for tier in [Tier.headline, .standard, .thorough] {
        let alone = try catalog.cases(tier: tier, cpus: 1).map(\.id.description)
        #expect(!alone.contains { $0.contains("cpus=2") })
        #expect(alone.contains("threads/switch/futex/cpus=1"))
        let beside = try catalog.cases(tier: tier, cpus: 2).map(\.id.description)
        #expect(beside.contains("threads/switch/futex/cpus=2"))
      }
    }

    // MARK: Switches

    @Test func `a signal that does not wait is caught`() async throws {
      try await Trials.expectCaught(
        of: passProgram(OpenSignal.self), pace: .operations)
    }

    @Test func `a thread that runs out of turn is counted`() {
      let turn = CacheAligned<UInt64>(0)
      let tally = passLoop(
        waitingFor: OpenSignal(), waking: OpenSignal(), turn: turn.pointer, thread: 1, rounds: 3)
      #expect(tally.passes == 3)
      #expect(tally.faults == 3)
    }

    @Test func `a signal that the kernel refuses ends both threads and is reported`() async throws {
      await #expect(throws: WorkerError.refused("the kernel refused: Bad file descriptor")) {
        try await Trials.violation(of: passProgram(RefusedSignal.self), pace: .operations)
      }
    }

    @Test func `a turn that was passed on but did not arrive is reported`() {
      let check = PassCheck()
      #expect(check.conclude([2, 2], turn: 4).violation == nil)
      #expect(
        check.conclude([2, 2], turn: 3).violation == "the turn is 3 after it was passed on 4 times")
      var tally = PassTally()
      tally.passes = 2
      tally.faults = 1
      #expect(check.add(tally) == 2)
      #expect(check.conclude([2, 2], turn: 4).violation == "1 of 4 times a thread ran out of turn")
      #expect(check.conclude([2, 2], turn: 4).violation == nil)
    }

    // MARK: Making threads

    @Test func `a thread that never ran is reported`() async throws {
      try await Trials.expectReason(
        of: threadCreateProgram { _ in 0 }, pace: .operations,
        is: "1 of 1 threads had not run exactly once when waited for")
    }

    @Test func `a thread that can't be started is reported`() async throws {
      let words = "no thread after 0: Resource temporarily unavailable"
      await #expect(throws: WorkerError.refused(words)) {
        try await Trials.violation(of: threadCreateProgram { _ in EAGAIN }, pace: .operations)
      }
    }

    @Test func `the wait for a thread that never runs gives up`() {
      let runs = ThreadRuns()
      #expect(!runs.wait(past: 0, patienceNanoseconds: 1000))
      runs.note()
      #expect(runs.wait(past: 0, patienceNanoseconds: 1000))
    }

    @Test func `a thread-local word that can't be allocated is reported`() {
      let conclusion = concludeLocal(LocalTally(status: EAGAIN), [1])
      #expect(conclusion.refusal == "there is no word: Resource temporarily unavailable")
      #expect(conclusion.violation == nil)
    }

    // MARK: Crowds

    @Test func `work that a crowd of threads left undone is reported`() {
      #expect(concludeCrowd([80], asked: 80).violation == nil)
      #expect(
        concludeCrowd([79], asked: 80).violation == "79 of 80 microseconds of work were done")
    }

    @Test func `each round of a crowd of threads does the work of all of them`() {
      let crowd = ThreadCrowd(
        threads: 5, microseconds: 3, stepsPerMicrosecond: 10, pieceMicroseconds: 2)
      #expect(crowd.count == 5)
      #expect((0..<3).map { _ in crowd.round() } == [15, 15, 15])
    }

    // MARK: Wake-ups

    @Test func `calls that were not answered, or came out of turn, are reported`() {
      var tally = WakeTally()
      tally.calls = 4
      tally.slept = 3
      let good = concludeWakes(tally, [4, 4])
      #expect(good.violation == nil)
      #expect(good.observations.map(\.value) == [75])
      #expect(concludeWakes(tally, [5, 4]).violation == "4 of 5 calls were answered")
      tally.faults = 1
      #expect(concludeWakes(tally, [4, 4]).violation == "1 of 4 calls came out of turn")
    }

    @Test func `the recorded wake-ups are no more than the measured calls`() async throws {
      let program = threadWakeProgram(Trials.context("p", [("cpus", 2), ("rest", 50_000)]))
      let rows = try await Trials.rows(program)
      let recorded = program.latencies().reduce(0) { $0 + $1.count }
      #expect(recorded <= rows.reduce(0) { $0 + $1.operations })
      for row in rows { #expect(row.isVerified, "\(row.reason)") }
    }

    @Test func `a sleeper is called at least once, even in a window of 0 ns`()
      async throws
    {
      let calls = try await Trials.trial(
        threadWakeProgram(Trials.context("p", [("cpus", 1), ("rest", 1000)])),
        windowNanoseconds: 0, cpus: Trials.cpus
      ).operations
      #expect(calls.count == 2 && calls.allSatisfy { $0 >= 1 && $0 == calls[0] })
    }

    // MARK: Yields

    @Test func `a single thread that sees another thread is reported`() {
      var tally = YieldTally()
      tally.yields = 4
      #expect(concludeYields([tally], [4]).violation == nil)
      tally.passedOn = 1
      #expect(
        concludeYields([tally], [4]).violation == "the only thread saw another thread run 1 times")
    }

    @Test func `threads of one CPU must not see more switches than the kernel made`() {
      var tally = YieldTally()
      tally.yields = 4
      tally.passedOn = 3
      tally.switches = 2
      // On several CPUs, the threads see each other without a switch.
      #expect(concludeYields([tally, tally], [4, 4]).violation == nil)
      tally.cpu = 1
      #expect(
        concludeYields([tally, tally], [4, 4]).violation
          == "a thread saw another thread run 3 times and lost its CPU only 2 times")
      tally.switches = 3
      let good = concludeYields([tally, tally], [4, 4])
      #expect(good.violation == nil)
      #expect(good.observations.map(\.value) == [75])
    }

    @Test func `a yield that the kernel refuses is reported`() {
      var tally = YieldTally()
      tally.yields = 4
      tally.refusals = 4
      #expect(concludeYields([tally], [4]).violation == "the kernel refused 4 of 4 times")
    }

    // MARK: Words of one's own

    @Test func `a thread-local word that changes is reported`() async throws {
      let program = threadLocalProgram(StrayWord.self)
      // There are at least two additions, so they go to different words.
      let rows = try await Trials.rows(program, pace: .operations, operations: 8)
      for row in rows { #expect(row.reason.hasPrefix("the word has grown by ")) }
    }

    @Test func `each thread has its own thread-local word, and all threads share a static word`()
      throws
    {
      let own = ThreadLocalWord()
      let plain = PlainWord()
      let here = UInt(bitPattern: own.word())
      let there = try #require(LockTrials.onAnotherThread { UInt(bitPattern: own.word()) })
      #expect(here == UInt(bitPattern: own.word()))
      #expect(here != there)
      let shared = LockTrials.onAnotherThread { UInt(bitPattern: plain.word()) }
      #expect(shared == UInt(bitPattern: plain.word()))
    }

    @Test func `a task-local word is the bound word for the duration of the binding`() {
      let first = CountedWord()
      let second = CountedWord()
      let word = TaskLocalWord()
      let unbound = word.word()
      TaskLocalWord.binding(first.reference) {
        #expect(word.word() == first.reference.pointer)
        TaskLocalWord.binding(second.reference) {
          #expect(word.word() == second.reference.pointer)
        }
        #expect(word.word() == first.reference.pointer)
      }
      #expect(word.word() == unbound)
    }
  }
}
