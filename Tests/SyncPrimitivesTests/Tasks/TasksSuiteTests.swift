import BenchmarkModel
import CSyncShims
import SyncPrimitives
import Testing

@testable import BenchmarkRunner
@testable import SyncSuites

/// A broken blocker at which no task waits.
private final class OpenBlocker: TaskBlocker {
  init(tasks: Int) {}
  func wait() async {}
  func release() {}
}

extension PrimitiveTests {
  @Suite struct TasksSuiteTests {
    // MARK: Checks

    @Test func `an answer that is not the next number is a fault`() {
      var tally = TaskTally()
      for answer: UInt64? in [0, 1, 1, nil, 4] { tally.note(answer) }
      #expect(tally == TaskTally(operations: 5, faults: 2))
    }

    @Test func `wrong answers are reported`() async throws {
      let program = taskProgram { TaskTally(operations: $0, faults: 1) }
      try await Trials.expectReason(
        of: program, pace: .operations, is: "1 of 1 answers were not those asked for")
    }

    @Test func `a task that does less than requested is reported`() async throws {
      let program = taskProgram(batch: 8) { TaskTally(operations: $0 - 1) }
      try await Trials.expectReason(
        of: program, pace: .operations, is: "7 of 8 operations were done")
    }

    @Test func `a task that claims to have run and did not is reported`() async throws {
      let program = countedTaskProgram { TaskTally(operations: $1) }
      try await Trials.expectReason(of: program, pace: .operations, is: "lost 1 of 1 updates")
    }

    @Test func `a call that reaches another counter is reported`() async throws {
      let counter = ActorCounter()
      let program = sharedOutProgram(tasks: 2, total: { counter.total() }) { task, operations in
        _ = await hopLoop(
          from: ActorCounter(), to: task == 0 ? counter : ActorCounter(), operations: operations)
      }
      let (_, conclusion) = try await Trials.trial(program, operations: 5)
      #expect(conclusion.violation == "lost 2 of 5 updates")
    }

    @Test(arguments: [1, 3])
    func `actors of a ring whose calls run at the same time do not deadlock`(actors: Int)
      async throws
    {
      let program = pingProgram(Trials.context("p", [("pingers", actors)]), isRing: true) {
        ($0 + 1) % $1
      }
      try await Trials.expectVerified(program, pace: .operations, operations: 10, isPinned: false)
    }

    @Test func `a child task that runs twice in place of another is reported`() async throws {
      let program = taskFanOutProgram(Trials.context("p", [("tasks", 4)])) { tasks, operations, _ in
        for _ in 0..<tasks { sync_tally_index(0) }
        return TaskTally(operations: operations)
      }
      try await Trials.expectReason(
        of: program, pace: .operations, is: "some tasks ran twice and others not at all")
    }

    @Test func `a child task that did not run is reported`() async throws {
      let program = taskFanOutProgram(Trials.context("p", [("tasks", 4)])) { _, operations, _ in
        sync_tally_index(0)
        return TaskTally(operations: operations)
      }
      try await Trials.expectReason(of: program, pace: .operations, is: "1 tasks ran, not 4")
    }

    @Test func `a resumption without a suspension is reported`() async throws {
      let program = resumeProgram(
        of: CheckedContinuation<UInt64, Never>.self,
        suspend: { await checkedSuspendLoop($0, operations: $1) },
        resume: { resumeCheckedLoop($0, operations: $1) + 1 })
      try await Trials.expectReason(
        of: program, pace: .operations, is: "2 resumptions for 1 suspensions"
      )
    }

    @Test func `a trial whose task has not run has a time of 1 ns`() {
      let trial = TaskTrial()
      let conclusion = trial.conclude(TrialConclusion(operations: 0))
      #expect(conclusion.violation == nil)
      #expect(conclusion.elapsedNanoseconds == 1)
    }

    @Test func `a child task that ends too late, in the next round, is reported`() async {
      let round = expectedTally(loops: 1, iterations: 4)
      let owed = MutexProtected(0)
      _ = sync_collect_tallies()
      let tally = await tallyRounds(tasks: 4, operations: 12, expected: round.mixSum) {
        // This runs the late child of the previous round, and all children of this round except the
        // last.
        let late = owed.withLock { owed in
          defer { owed = 1 }
          return owed
        }
        for index in 0..<3 { sync_tally_index(UInt64(index)) }
        for _ in 0..<late { sync_tally_index(3) }
      }
      #expect(tally == TaskTally(operations: 12, faults: 1))
      let behind = await tallyRounds(tasks: 4, operations: 8, expected: round.mixSum) {}
      #expect(behind == TaskTally(operations: 8, faults: 2))
      _ = sync_collect_tallies()
    }

    // MARK: Tasks that wait

    @Test func `a blocking item that runs twice is counted as missed, and so is the item left out`()
    {
      let items = BlockingItems(count: 2)
      items.willSubmit(0)
      items.willSubmit(1)
      for _ in 0..<2 {
        items.start(0)
        items.end()
      }
      #expect(items.missedCount == 2)
      #expect(items.startDelays().count == 1)
    }

    @Test func `suspended tasks all start, even if the pool is narrow`() async throws {
      let report = try await Trials.onThreadOfItsOwn {
        blockTasks(
          ContinuationTaskBlocker(tasks: 40), tasks: 40, enough: 40,
          holdNanoseconds: 600_000_000_000)
      }
      #expect(report.started == 40)
      #expect(report.startDelays.count == 40)
      #expect(report.missed == 0 && report.escaped == 0)
    }

    @Test func `blocking tasks are all released, also those that had not started`() async throws {
      for blocker: any TaskBlocker in [
        FutexTaskBlocker(tasks: 40), SemaphoreTaskBlocker(tasks: 40),
      ] {
        let report = try await Trials.onThreadOfItsOwn {
          blockTasks(blocker, tasks: 40, holdNanoseconds: 1_000_000)
        }
        #expect(report.missed == 0 && report.escaped == 0)
        #expect(report.startDelays.count == 40)
        #expect(report.started <= 40)
      }
    }

    @Test func `tasks that do not wait are reported`() async throws {
      let program = blockedTasksProgram(
        Trials.context("p", [("width", 1), ("tasks", 2)]), OpenBlocker.self, waitsForNext: false)
      try await Trials.expectReason(
        of: program, pace: .once, ends: " of 2 tasks ended before they were let go")
    }

    @Test
    func `the starts of the last task within the pool's width and of the next task are observed`() {
      var report = BlockedTasksReport()
      report.startDelays = [10, 20, 3000, 4000]
      report.started = 2
      report.drainNanoseconds = 70
      let conclusion = concludeBlockedTasks(report, tasks: 4, width: 2)
      #expect(conclusion.violation == nil)
      let seen = Dictionary(
        uniqueKeysWithValues: conclusion.observations.map { ($0.name, $0.value) })
      #expect(
        seen == [
          "running_at_once": 2, "stalled": 1, "drain_ns": 70, "width_start_ns": 20,
          "next_start_ns": 3000,
        ])
      report.started = 3
      let grown = concludeBlockedTasks(report, tasks: 4, width: 2).observations
      #expect(grown.first { $0.name == "stalled" }?.value == 0)
    }

    @Test func `without a task beyond the width, there is no start of a next task`() {
      var report = BlockedTasksReport()
      report.startDelays = [10, 20]
      report.started = 2
      let conclusion = concludeBlockedTasks(report, tasks: 2, width: 2)
      #expect(conclusion.violation == nil)
      #expect(!conclusion.observations.contains { $0.name == "next_start_ns" })
      #expect(conclusion.observations.first { $0.name == "stalled" }?.value == 0)
    }

    @Test func `a waiting task that runs twice or never is reported`() {
      var report = BlockedTasksReport()
      report.startDelays = [10, 20]
      report.missed = 1
      let violation = concludeBlockedTasks(report, tasks: 2, width: 1).violation
      #expect(violation == "1 of 2 tasks did not run exactly once")
    }

    // MARK: The main actor

    @Test func `only the process's first thread runs the main queue`() {
      // A thread of a test is not the first thread, so the call returns immediately.
      let counter = MainActorCounter()
      LockTrials.onAnotherThread { counter.runMainQueue() }
      #expect(counter.total() == 0 && counter.takeStrays() == 0)
    }

    @Test func `a leader's work runs once in each trial and each warm-up`() async throws {
      let led = MutexProtected(0)
      let program = TrialProgram(threadCount: 1) { _ in
        1
      } conclude: {
        TrialConclusion(operations: $0.reduce(0, &+))
      }.led { led.withLock { $0 += 1 } }
      let rows = try await Trials.rows(program, pace: .once, trials: 2)
      #expect(rows.count == 2)
      #expect(led.withLock { $0 } == 3)
    }
  }
}
