import BenchmarkModel
import SyncPrimitives
import Testing

@testable import BenchmarkRunner
@testable import SyncSuites

extension PrimitiveTests {
  @Suite struct QoSTests {
    static let places = ServicePlace.queues + ServicePlace.tasks

    // MARK: Readings

    @Test(arguments: places.map(\.name))
    func `an item of each class and priority reads its nice value`(name: String) async throws {
      let place = try #require(Self.places.first { $0.name == name })
      try await Trials.expectVerified(niceProgram(place), pace: .once, isPinned: false)
    }

    private func request(named name: String) throws -> QoSOverride {
      try #require(QoSOverride.all.first { $0.name == name })
    }

    @Test(arguments: QoSOverride.all.map(\.name))
    func `each request to run at another class is observed once`(name: String) async throws {
      let asked = try request(named: name)
      try await Trials.expectVerified(overrideProgram(asked), pace: .once, isPinned: false)
    }

    @Test func `an item that reads nothing is reported`() {
      let program = lookProgram { _ in
      } observe: { _ in
        []
      }
      #expect(program.conclude([1]).violation == "0 of 1 items ran")
    }

    @Test func `an item that reads twice is reported`() async throws {
      let twice = lookProgram { notes in
        notes.look(at: ServicePlace(.default))
        notes.look(at: ServicePlace(.default))
      } observe: { _ in
        []
      }
      try await Trials.expectReason(of: twice, pace: .once, is: "2 of 1 items ran")
    }

    @Test func `an item on the submitter's own thread is reported`() async throws {
      let own = lookProgram {
        $0.look()
      } observe: { _ in
        []
      }
      try await Trials.expectReason(
        of: own, pace: .once, is: "an item ran on the submitter's thread")
    }

    @Test func `the nice values of two items after a background item are both in the row`()
      async throws
    {
      let program = contaminationProgram(ServicePlace(.default))
      let conclusion = try await Trials.trial(program).conclusion
      #expect(conclusion.violation == nil)
      #expect(
        conclusion.observations.map(\.name)
          == ["nice_seen", "nice_later", "nice_alone", "can_raise_priority"])
    }

    @Test func `a request for which the guides name no class has no expected nice value`()
      async throws
    {
      let program = try overrideProgram(request(named: "relative-priority"))
      let conclusion = try await Trials.trial(program).conclusion
      #expect(conclusion.observations.map(\.name) == ["nice_seen", "can_raise_priority"])
    }

    // MARK: Nice values

    @Test
    func `a process that may not raise priorities keeps its own nice value in higher classes`() {
      let high = ServiceClass.userInitiated
      #expect(high.expectedNice(mayRaisePriority: true, ownNice: 0) == -2)
      #expect(high.expectedNice(mayRaisePriority: false, ownNice: 0) == 0)
      #expect(ServiceClass.utility.expectedNice(mayRaisePriority: false, ownNice: 5) == 5)
      #expect(ServiceClass.background.expectedNice(mayRaisePriority: false, ownNice: 5) == 10)
    }

    @Test func `asking whether priorities may be raised does not change the thread`() {
      let before = WorkerScheduling.ofThisThread()
      _ = mayRaisePriority()
      let after = WorkerScheduling.ofThisThread()
      #expect(after.nice == before.nice && after.policy == before.policy)
    }

    @Test
    func `queues and tasks have unique names, and a task's priority determines its class`() {
      #expect(Set(Self.places.map(\.name)).count == 11)
      #expect(ServicePlace.taskHigh.serviceClass == .userInitiated)
      #expect(ServicePlace.taskMedium.serviceClass == .default)
    }

    // MARK: Latencies

    @Test func `items that do not run, or run twice, are reported`() async throws {
      for (ran, words) in [(UInt64(4), "4 of 5 items ran"), (6, "6 of 5 items ran")] {
        let program = submissionProgram { _, _ in (submitted: 5, ran: ran) }
        #expect(try await Trials.violation(of: program) == words)
      }
    }

    @Test(arguments: ["task-high", "task-background"])
    func `all submitted tasks run, and latencies are recorded`(name: String) async throws {
      let place = try #require(Self.places.first { $0.name == name })
      let program = taskLatencyProgram(Trials.context("p", [("load", 0)]), place)
      try await Trials.expectVerified(program, isPinned: false)
      #expect(!program.latencies().isEmpty)
    }

    @Test(arguments: ["user-initiated", "task-medium"])
    func `items are woken while lower classes keep the CPUs busy`(name: String) async throws {
      let place = try #require(Self.places.first { $0.name == name })
      let program = wakeUpProgram(Trials.context(), place)
      try await Trials.expectVerified(program, isPinned: false)
      #expect(!program.latencies().isEmpty)
    }

    // MARK: Shares

    @Test func `a trial of shares has a result for each of its threads`() async throws {
      let window = try await Trials.onThreadOfItsOwn {
        qosShares(of: ServiceClass.competing, width: 1, windowNanoseconds: 2_000_000)
      }
      #expect(window.workers.count == 4)
      #expect(window.nanoseconds >= 2_000_000)
      let facts = ShareFacts(window)
      #expect(!facts.usedTooMuch)
      #expect(facts.nice(of: .background) != nil)
      let total = ServiceClass.competing.reduce(0.0) { $0 + facts.share(of: $1) }
      #expect(facts.cpuNanoseconds == 0 || abs(total - 1) < 1e-9)
    }

    @Test func `a load with fewer busy threads than requested is refused`() {
      #expect(refusal(busyThreads: 2, of: 2) == nil)
      #expect(
        refusal(busyThreads: 1, of: 2)
          == "the system gave 1 of 2 busy threads; raise `ulimit -u`")
    }

    // MARK: Inversion

    @Test(arguments: [0, 100])
    func `the updates of an inversion's holder and waiter are both counted`(load: Int) async throws
    {
      for primitive in QoSSuite.invertedLocks {
        let program = primitive.prepare(Trials.context(primitive.name, [("load", load)]))
        for row in try await Trials.rows(program, pace: .once, trials: 1, isPinned: false) {
          #expect(row.isVerified, "\(primitive.name): \(row.reason)")
        }
        #expect(program.latencies().map(\.count).reduce(0, +) == 1)
      }
    }

    @Test func `a lock that lets the waiter in beside the holder is caught`() async throws {
      let program = classInversionProgram(Trials.context("p", [("load", 0)]), NoLock.self)
      try await Trials.expectReason(of: program, pace: .once, is: "lost 1 of 2 updates")
    }

    @Test func `an inversion that was not played is reported`() {
      let program = classInversionProgram(Trials.context("p", [("load", 0)]), PthreadMutex.self)
      #expect(program.conclude([1]).violation == "lost 2 of 2 updates")
    }

    // MARK: Columns

    @Test
    func `columns have unique names, and those of the workload overrides are its observations`()
      async throws
    {
      let suite = QoSSuite.suite()
      #expect(Set(suite.columns.map(\.name)).count == suite.columns.count)
      let program = try overrideProgram(request(named: "item-enforced"))
      let looks = try await Trials.trial(program).conclusion.observations.map(\.name)
      let told = Set(
        suite.columns.filter { $0.workloads.isEmpty || $0.workloads.contains("overrides") }
          .map(\.name))
      #expect(Set(looks) == told)
    }

  }
}
