import BenchmarkModel
import CSyncShims
import Dispatch
import Glibc
import Testing

@testable import BenchmarkRunner
@testable import SyncSuites

extension PrimitiveTests {
  /// Tests of the pool suite: every way to submit, the faults that the checks find, and the
  /// observations of items that block.
  @Suite struct PoolTests {
    private func context(items: Int) -> CaseContext { Trials.context("p", [("items", items)]) }

    private func observed(_ program: TrialProgram) async throws -> [String: Double] {
      let conclusion = try await Trials.trial(program).conclusion
      #expect(conclusion.violation == nil)
      return Dictionary(
        uniqueKeysWithValues: conclusion.observations.map { ($0.name, $0.value) })
    }

    @Test(arguments: BlockingSubmitter.all, [1, 7])
    func `every item runs once with each way to submit`(
      submitter: BlockingSubmitter, items: Int
    ) async throws {
      let program = blockingProgram(context(items: items), submit: submitter.submit)
      for row in try await Trials.rows(program, pace: .once, isPinned: false) {
        #expect(row.isVerified, "\(row.reason)")
        #expect(row.operations == items)
      }
    }

    @Test func `a pool that runs one item in place of another is reported`() async throws {
      let program = blockingProgram(context(items: 2)) { items, _ in
        let queue = DispatchQueue(label: "one")
        for item in 0..<2 {
          items.willSubmit(item)
          queue.async { items.run(0) }
        }
        items.waitUntilAllEnded()
      }
      try await Trials.expectReason(of: program, pace: .once, is: "item 0 ran 2 times")
    }

    @Test func `an item that starts before its submission is reported`() async throws {
      let program = blockingProgram(context(items: 1)) { items, _ in
        DispatchQueue(label: "early").async { items.run(0) }
        while items.startedCount == 0 { sync_yield() }
        items.willSubmit(0)
        items.waitUntilAllEnded()
      }
      try await Trials.expectReason(
        of: program, pace: .once, is: "item 0 started before it was submitted")
    }

    @Test func `an item that was not submitted is reported`() async throws {
      let program = blockingProgram(context(items: 1)) { items, _ in
        DispatchQueue(label: "stray").async { items.run(0) }
        items.waitUntilAllEnded()
      }
      try await Trials.expectReason(of: program, pace: .once, is: "item 0 was not submitted")
    }

    @Test(arguments: [BlockingSubmitter.semaphoreLimited, .limitedOperationQueue])
    func `no more items than the limit start before the release`(
      submitter: BlockingSubmitter
    ) async throws {
      let context = context(items: 9)
      let seen = try await observed(blockingProgram(context, submit: submitter.submit))
      let started = try #require(seen["started"])
      #expect(started <= Double(context.width))
      #expect(seen["start_last_ns"] == nil)
    }

    @Test func `the delay of an item that starts only after the release is not observed`()
      async throws
    {
      let program = blockingProgram(context(items: 2)) { items, _ in
        // In the serial queue, the second item waits for the first, which waits for the release.
        let queue = DispatchQueue(label: "behind")
        for item in 0..<2 {
          items.willSubmit(item)
          queue.async { items.run(item) }
        }
        items.waitUntilAllEnded()
      }
      let seen = try await observed(program)
      #expect(try #require(seen["started"]) <= 1)
      #expect(seen["start_last_ns"] == nil)
    }

    @Test func `a moment after the end of the observation has no count`() async throws {
      let seen = try await observed(
        blockingProgram(context(items: 1), submit: BlockingSubmitter.globalQueue.submit))
      #expect(seen["threads_1ms"] != nil)
      // The program observes for 2 ms. On a busy machine this may take a few dozen milliseconds,
      // but not 4 s.
      #expect(seen["threads_4s"] == nil)
    }

    @Test func `every observation of blocking items has a column`() async throws {
      let columns = Set(
        PoolSuite.suite().columns.filter { $0.workloads.contains("growth") }.map(\.name))
      let seen = try await observed(
        blockingProgram(context(items: 3), submit: BlockingSubmitter.serialQueues.submit))
      #expect(columns.isSuperset(of: seen.keys))
    }

    @Test func `idle threads that outlast the observation have no time of leaving`() async throws {
      let seen = try await observed(
        idleProgram(Trials.context(), submit: BlockingSubmitter.globalQueue.submit))
      #expect(try #require(seen["workers"]) >= 1)
      #expect(seen["last_left_ns"] == nil)
    }

    // MARK: The kernel's counts

    @Test func `the kernel reports this process's threads and memory`() {
      #expect(sync_thread_count() >= 1)
      #expect(sync_resident_bytes() > 100_000)
      #expect(sync_thread_exists(sync_thread_id()) == 1)
      let delay = sync_thread_run_delay_ns()
      #expect(delay >= 0 || delay == -Int64(ENOENT))
      #expect(sync_running_cpu() >= 0)
    }

    @Test func `a thread that has ended does not exist`() throws {
      let ended = DispatchSemaphore(value: 0)
      nonisolated(unsafe) var id: Int32 = 0
      let thread = startThread {
        id = sync_thread_id()
        ended.signal()
      }
      let handle = try #require(thread)
      ended.wait()
      pthread_join(handle, nil)
      // The kernel wakes the joining thread shortly before it removes the ended one.
      let isGone = Bounded.wait { sync_thread_exists(id) == 0 }
      #expect(isGone)
    }

    @Test(arguments: [
      ("12 34 56\n", 0, Int64(12)), ("12 34 56\n", 2, 56), ("12 34", 2, -Int64(EINVAL)),
      ("a b", 1, -Int64(EINVAL)), (") S 7", 2, 7),
    ])
    func `the result is the number after the skipped words, or -EINVAL if there is none`(
      text: String, skipped: Int, number: Int64
    ) {
      #expect(sync_number_after(text, Int32(skipped)) == number)
    }
  }
}
