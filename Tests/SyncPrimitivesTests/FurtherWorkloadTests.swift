import BenchmarkModel
import SyncPrimitives
import Testing

@testable import BenchmarkRunner
@testable import SyncSuites

/// A broken lock that excludes no thread, and whose tries succeed.
private struct OpenDoor: TryLock, ~Copyable {
  borrowing func acquire() {}
  borrowing func release() {}
  borrowing func tryAcquire() -> Bool { true }
}

/// A broken lock whose tries always fail.
private struct ShutDoor: TryLock, ~Copyable {
  borrowing func acquire() {}
  borrowing func release() {}
  borrowing func tryAcquire() -> Bool { false }
}

extension PrimitiveTests {
  /// Tests of `LocksSuite.furtherWorkloads`, each of which must catch a broken lock.
  @Suite struct FurtherWorkloadTests {
    private static let workloads = LocksSuite.furtherWorkloads(LocksSuite.entries)

    /// The workloads in which threads meet, with the parameters of a small case.
    static let meeting: [(LockWorkload, [(String, Int)])] = [
      (.handoff, [("threads", 2)]),
      (.contendedExponential, [("threads", 2), ("inside", 200), ("outside", 0)]),
      (.manyLocks, [("threads", 2), ("locks", 1)]),
      (.tryLock, [("threads", 2), ("inside", 200), ("outside", 0)]),
      (.nested, [("threads", 2), ("depth", 2)]),
      (.oversubscribed, [("threads", 4)]),
      (.fixedCount, [("tasks", 2), ("count", 200_000)]),
      (.fixedCountThreads, [("threads", 2), ("count", 200_000)]),
    ]

    private func program<Exclusion: TryExclusion & ~Copyable>(
      _ workload: LockWorkload, _ type: Exclusion.Type, _ parameters: [(String, Int)]
    ) throws -> TrialProgram {
      let programs = exclusionPrograms(type).merging(tryPrograms(type)) { $1 }
      let prepare = try #require(programs[workload])
      return prepare(Trials.context("p", parameters))
    }

    private func workload(_ workload: LockWorkload) throws -> Workload {
      try #require(Self.workloads.first { $0.name == workload.rawValue })
    }

    // MARK: Broken locks

    @Test(arguments: meeting)
    func `a lock that loses updates is caught by each workload`(
      workload: LockWorkload, parameters: [(String, Int)]
    ) async throws {
      let program = try program(workload, OpenDoor.self, parameters)
      let pace = try self.workload(workload).pace
      try await Trials.expectCaught(of: program, pace: pace, begins: "lost ")
    }

    // The holder, inside, waits until the waiter comes, so one CPU is enough.
    @Test func `a lock that lets the waiter in beside the holder is caught`() async throws {
      let program = try program(.inversion, OpenDoor.self, [])
      try await Trials.expectReason(of: program, pace: .once, is: "lost 1 of 2 updates")
    }

    @Test(arguments: [1, 2])
    func `a lock whose tries always fail is caught`(threads: Int) async throws {
      let program = try program(.tryLock, ShutDoor.self, [("threads", threads)])
      try await Trials.expectReason(
        of: program, begins: threads == 1 ? "refused " : "let nobody in at ")
    }

    // MARK: Checks

    @Test(arguments: meeting)
    func `operations that were not done are reported`(
      workload: LockWorkload, parameters: [(String, Int)]
    ) throws {
      let program = try program(workload, TestAndSetLock.self, parameters)
      #expect(program.conclude([0, 0]).violation == nil)
      #expect(program.conclude([7, 7]).violation != nil)
    }

    @Test func `an inversion that was not played is reported`() throws {
      let prepare = try #require(exclusionPrograms(PthreadMutex.self)[.inversion])
      let program = prepare(Trials.context())
      #expect(program.conclude([1, 1, 1]).violation == "lost 2 of 2 updates")
    }

    @Test func `a turn that did not go round is reported`() {
      let check = HandoffCheck(threads: 3)
      var turn = HandoffTurn()
      turn.sections = 5
      check.misses.note(1, thread: 2)
      let even = check.conclude([2, 1, 1], turn)
      #expect(even.violation == nil)
      #expect(even.operations == 4)
      #expect(even.observations.map(\.name) == ["misses_per_op"])
      #expect(even.observations.map(\.value) == [0.25])
      turn.sections = 9
      #expect(
        check.conclude([3, 1, 0], turn).violation == "one thread had the turn 3 times, another 0")
    }

    @Test func `a trial without a hand-over has no figure of misses`() {
      let conclusion = HandoffCheck(threads: 2).conclude([0, 0], HandoffTurn())
      #expect(conclusion.violation == nil)
      #expect(conclusion.observations.isEmpty)
    }

    // MARK: Hand-overs

    @Test(arguments: [1, 2, 3, 4])
    func `the turn is handed over as often as requested`(threads: Int) async throws {
      let lock = TicketLock()
      let shared = CacheAligned(HandoffTurn())
      let tallies = try await Trials.onThreadOfItsOwn {
        let numbers = ThreadNumbers(threads: threads)
        let program = TrialProgram(threadCount: threads) { thread in
          let tally = handOver(
            lock, passing: shared.pointer, thread: thread.index, of: threads,
            times: 1001, yieldAfter: 2)
          numbers.note(tally.misses, thread: thread.index)
          return tally.handOvers
        } conclude: {
          TrialConclusion(operations: $0.reduce(0, &+))
        }
        let team = try ThreadTeam(program: program, cpus: Trials.cpus)
        let reports = team.runTrial(operations: 1, windowNanoseconds: nil, isMeasured: true)
        team.end()
        return (reports.map(\.operations), numbers.take())
      }
      let (handOvers, misses) = tallies
      #expect(handOvers.reduce(0, +) == 1001)
      #expect((handOvers.max() ?? 0) - (handOvers.min() ?? 0) <= 1)
      let turn = shared.pointer.pointee
      #expect(turn.handOvers == 1001)
      #expect(turn.thread == UInt64(1001 % threads))
      #expect(turn.sections == 1001 + misses.reduce(0, +))
    }

    // MARK: Drawn work

    @Test(arguments: [UInt64(1), 2, 77])
    func `drawn work has the mean and the spread of an exponential distribution`(seed: UInt64) {
      let table = WorkDraws(insideMean: 10_000, outsideMean: 500, seed: seed)
      let inside = (0..<WorkDraws.count).map { Double(table.draws[$0].inside) }
      let outside = (0..<WorkDraws.count).map { Double(table.draws[$0].outside) }
      let count = Double(WorkDraws.count)
      let mean = inside.reduce(0, +) / count
      #expect(abs(mean - 10_000) < 10)
      #expect(abs(outside.reduce(0, +) / count - 500) < 1)
      // The standard deviation of an exponential distribution equals its mean, and a share of
      // 1 - 1/e of the values is below the mean.
      let variance = inside.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count
      #expect(abs(variance.squareRoot() - mean) < 0.01 * mean)
      #expect(inside.filter { $0 < 10_000 }.count == 647)
      // The two draws are independent; draws in the same order would have a correlation of 1.
      let pairs = zip(inside, outside).reduce(0) { $0 + ($1.0 - mean) * ($1.1 - 500) }
      #expect(abs(pairs / count / (mean * 500)) < 0.15)
    }

    @Test func `different seeds draw in different orders, and one seed always in the same order`() {
      func order(_ seed: UInt64) -> [UInt32] {
        let table = WorkDraws(insideMean: 10_000, outsideMean: 0, seed: seed)
        return (0..<WorkDraws.count).map { table.draws[$0].inside }
      }
      #expect(order(1) == order(1))
      #expect(order(1) != order(2))
      #expect(order(1).sorted() == order(2).sorted())
    }

    @Test func `draws with a mean of 0 are all 0, and draws with the largest mean do not overflow`()
    {
      let none = WorkDraws(insideMean: 0, outsideMean: 0, seed: 3)
      #expect((0..<WorkDraws.count).allSatisfy { none.draws[$0].inside == 0 })
      let long = WorkDraws(insideMean: .max, outsideMean: 0, seed: 3)
      #expect((0..<WorkDraws.count).contains { long.draws[$0].inside == .max })
    }

    // MARK: Many locks

    @Test(arguments: [1, 2, 64, 1000])
    func `each of many locks is drawn`(count: Int) {
      var random = Xorshift(seed: 5)
      var seen = Set<UInt64>()
      for _ in 0..<count * 20 { seen.insert(random.next(below: UInt64(count))) }
      #expect(seen == Set(0..<UInt64(count)))
    }

    @Test func `a million locks are made, used and freed`() async throws {
      let program = try program(
        .manyLocks, TestAndSetLock.self, [("threads", 2), ("locks", 1_000_000)])
      try await Trials.expectVerified(program)
    }

    // MARK: Oversubscription

    @Test
    func `sections before every thread has had a turn are checked, but neither counted nor timed`()
    {
      let check = SettledCheck(threads: 2, trialNanoseconds: 10)
      check.settling.arrive()
      let isOverAfterOne = check.settling.isOver()
      check.settling.arrive()
      let isOverAfterTwo = check.settling.isOver()
      #expect(!isOverAfterOne && isOverAfterTwo)
      var tally = SettledTally()
      tally.before = 100
      tally.counted = 3
      tally.endNanoseconds = .max
      #expect(check.note(tally, thread: 0) == 3)
      tally.before = 1
      #expect(check.note(tally, thread: 1) == 3)
      let conclusion = check.conclude([3, 3], total: 107)
      #expect(conclusion.violation == nil)
      #expect(conclusion.operations == 6)
      #expect((conclusion.elapsedNanoseconds ?? 0) > 0)
      let isOverAgain = check.settling.isOver()
      #expect(!isOverAgain)
      #expect(check.conclude([3, 3], total: 107).violation == "lost 6 of 6 updates")
    }

    @Test func `a trial whose stop flag is raised too early lasts at least half a window`() throws {
      let program = try program(.oversubscribed, TicketLock.self, [("threads", 1)])
      var stop: UInt32 = 1
      let thread = TrialThread(index: 0, operations: 0, stop: &stop, isMeasured: true)
      let counted = program.run(thread)
      #expect(counted >= 1)
      let conclusion = program.conclude([counted])
      #expect(conclusion.violation == nil)
      #expect((conclusion.elapsedNanoseconds ?? 0) >= Trials.windowNanoseconds / 2)
    }

    // MARK: The locks of each workload

    @Test
    func `the workload nested has only recursive locks, and inversion only sleeping ones`() throws {
      let nested = try workload(.nested).primitives.map(\.name)
      #expect(nested.contains("ns-recursive-lock"))
      #expect(!nested.contains("pthread-mutex"))
      let inverted = try workload(.inversion).primitives.map(\.name)
      #expect(inverted.contains("pthread-mutex") && inverted.contains("mutex"))
      #expect(!inverted.contains("ticket"))
      for workload in Self.workloads {
        #expect(!workload.primitives.contains { $0.name == "no-lock" }, "\(workload.name)")
      }
    }

    @Test(arguments: [1, 2, 16])
    func `the oversubscribed workload has up to four threads for each CPU`(cpus: Int) throws {
      let axis = try #require(try workload(.oversubscribed).axes.first)
      for tier in [Tier.headline, .standard, .thorough] {
        #expect(axis.values(tier, cpus, [:]) == [cpus, 2 * cpus, 4 * cpus])
      }
    }

    @Test(arguments: [(10, 3), (3, 4), (0, 2), (8, 8)])
    func `the parties' shares of a count add up to it, and differ by 1 at most`(
      count: Int, parties: Int
    ) {
      let shares = (0..<parties).map { share(of: UInt64(count), number: $0, of: parties) }
      #expect(shares.reduce(0, +) == UInt64(count))
      #expect((shares.max() ?? 0) - (shares.min() ?? 0) <= 1)
    }
  }
}
