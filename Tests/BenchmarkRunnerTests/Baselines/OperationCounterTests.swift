import BenchmarkModel
import BenchmarkRunner
import Testing

@Suite struct OperationCounterTests {
  private let subjects = ["a", "b", "c"].map {
    CountSubject(
      id: CaseID(suite: "locks", workload: "uncontended", primitive: $0, parameters: []),
      kernel: "loop")
  }

  /// The answer of a worker with `allocations` calls of the allocator per operation.
  private static func allocating(
    _ allocations: Double, in request: WorkerRequest, closing: CounterStatus = .counted,
    reason: String = ""
  ) -> WorkerOutcome {
    let pass = request.counting?.pass ?? .allocations
    let operations = request.operations * UInt64(request.sampling.trials)
    func row(_ event: String, _ thread: Int?, _ value: Double) -> CounterRow {
      CounterRow(
        pass: pass, thread: thread, event: event, status: .counted,
        value: value * Double(operations), operations: operations)
    }
    let rows = [
      row("allocations", nil, allocations), row("allocated-bytes", nil, allocations * 8),
      row("allocations", 0, 77), row("instructions:u", nil, 1000), row("instructions:u", 0, 9),
      RunFixture.closing(pass, operations, status: closing, reason: reason),
    ]
    return FakeLauncher.answer(CountedRecord(rows: rows))
  }

  private static func instructions(_ value: Double, _ request: WorkerRequest) -> CountedRecord {
    CountedRecord(rows: [
      CounterRow(
        pass: .instructions, event: CountedRecord.callgrindInstructions, status: .counted,
        value: value * 100, operations: 100),
      RunFixture.closing(.instructions, 100),
    ])
  }

  private func counter(
    _ launcher: FakeLauncher, _ instructions: InstructionSource = .none(reason: "no counter"),
    tries: Int = 2
  ) -> OperationCounter {
    OperationCounter(
      launcher: launcher, instructions: instructions, limits: .usual, instructionTries: tries
    ) { plan in
      var document = RunFixture.document([], blocks: 0)
      document.startNanoseconds = 0
      document.plan = plan
      return document
    }
  }

  /// The counts of the first subject alone.
  private func first(
    _ launcher: FakeLauncher, _ instructions: InstructionSource = .none(reason: "no counter")
  ) async throws -> CountedCase? {
    try await counter(launcher, instructions)
      .count([subjects[0]], observer: FakeObserver())[subjects[0].id]
  }

  // MARK: Counted values

  @Test func `two launches of each case count the allocations of the whole process`() async throws {
    let launcher = FakeLauncher { request, _ in Self.allocating(2, in: request) }
    let counted = try await counter(launcher).count(subjects, observer: FakeObserver())
    #expect(counted.count == 3)
    for subject in subjects {
      #expect(
        counted[subject.id]
          == CountedCase(
            instructions: .unavailable(reason: "no counter"), allocations: .counted(2),
            allocatedBytes: 16))
    }
    #expect(launcher.requests.count == 6)
    #expect(launcher.requests.allSatisfy { $0.counting?.pass == .allocations })
  }

  @Test func `a request does not depend on the machine's speed`() async throws {
    let launcher = FakeLauncher { request, _ in Self.allocating(2, in: request) }
    _ = try await first(launcher)
    let requests = launcher.requests
    #expect(requests[0] == requests[1])
    #expect(requests[0].task == .measure)
    #expect(requests[0].pace == .operations)
    #expect(requests[0].operations == 4096)
    #expect(requests[0].workStepsPerMicrosecond == 1000)
    #expect(requests[0].originNanoseconds == 0)
  }

  @Test func `with three tries, callgrind counts each case's loop three times`() async throws {
    let launcher = FakeLauncher { request, _ in Self.allocating(0, in: request) }
    let callgrind = FakeInstructions { Self.instructions(14, $0) }
    let counted = try await counter(launcher, .callgrind(callgrind), tries: 3)
      .count(subjects, observer: FakeObserver())
    #expect(callgrind.asked.count == 9)
    #expect(
      callgrind.asked.allSatisfy {
        $0.kernel == "loop" && $0.request.counting?.pass == .instructions
      })
    #expect(counted.values.allSatisfy { $0.instructions == .counted(14) })
  }

  @Test func `the processor's counter is read on the case's own thread`() async throws {
    let launcher = FakeLauncher { request, _ in Self.allocating(1, in: request) }
    let event = PlannedEvent(name: "instructions:u", column: "instructions_per_op", encoding: nil)
    let counted = try await first(launcher, .hardware(event))
    #expect(counted?.instructions == .counted(9))
    #expect(counted?.allocations == .counted(1))
    #expect(
      launcher.requests.map { $0.counting?.pass } == [
        .allocations, .allocations, .counters, .counters,
      ])
    #expect(launcher.requests[2].counting?.events == [event])
  }

  // MARK: Unstable counts

  @Test func `allocations that differ between two tries are unstable`() async throws {
    let launcher = FakeLauncher { request, number in
      Self.allocating(number == 0 ? 3 : 2, in: request)
    }
    let counted = try await first(launcher)
    #expect(counted?.allocations == .unstable(least: 2, most: 3))
  }

  @Test func `instructions that differ between two tries are unstable`() async throws {
    let launcher = FakeLauncher { request, _ in Self.allocating(0, in: request) }
    let tries = Counter()
    let callgrind = FakeInstructions { Self.instructions(tries.next() == 0 ? 20 : 25, $0) }
    let counted = try await first(launcher, .callgrind(callgrind))
    #expect(counted?.instructions == .unstable(least: 20, most: 25))
  }

  // MARK: Failures

  @Test func `a case that crashes or fails its check is not counted further`() async throws {
    let launcher = FakeLauncher { request, _ in
      switch request.caseID?.primitive {
      case "a": .signalled(signal: 11, error: "")
      case "b": Self.allocating(0, in: request, closing: .invalid, reason: "lost 3 of 10")
      default: Self.allocating(0, in: request)
      }
    }
    let callgrind = FakeInstructions { Self.instructions(14, $0) }
    let counted = try await counter(launcher, .callgrind(callgrind), tries: 1)
      .count(subjects, observer: FakeObserver())
    #expect(counted[subjects[0].id]?.failure?.contains("SIGSEGV") == true)
    #expect(counted[subjects[1].id]?.failure == "lost 3 of 10")
    #expect(counted[subjects[2].id]?.failure == nil)
    #expect(callgrind.asked.map { $0.request.caseID } == [subjects[2].id])
    #expect(launcher.requests.count == 4)
  }

  @Test func `a worker that can't be launched is no failure of the case`() async throws {
    let launcher = FakeLauncher { _, _ in .notLaunched(reason: "no memory") }
    let counted = try await first(launcher)
    #expect(counted?.failure == nil)
    #expect(counted?.allocations == .unavailable(reason: "no memory"))
  }

  @Test func `a missing allocation library is no failure of the case, and its reason is kept`()
    async throws
  {
    let launcher = FakeLauncher { request, _ in
      let rows = [
        CounterRow(
          pass: .allocations, event: "allocations", status: .unavailable, value: nil,
          operations: 10, reason: "not preloaded"),
        RunFixture.closing(.allocations, 10),
      ]
      return FakeLauncher.answer(CountedRecord(rows: rows))
    }
    let counted = try await first(launcher)
    #expect(counted?.allocations == .unavailable(reason: "not preloaded"))
    #expect(counted?.allocatedBytes == nil)
    #expect(counted?.failure == nil)
  }

  @Test func `instructions that callgrind can't count are unavailable with its reason`()
    async throws
  {
    let launcher = FakeLauncher { request, _ in Self.allocating(0, in: request) }
    let callgrind = FakeInstructions { _ in
      CountedRecord(rows: [
        CounterRow(
          pass: .instructions, event: CounterRow.closingEvent, status: .failed, value: nil,
          operations: 0, reason: "callgrind saw no function 'loop'")
      ])
    }
    let counted = try await first(launcher, .callgrind(callgrind))
    #expect(
      counted?.instructions
        == .unavailable(reason: "callgrind saw no function 'loop'"))
    #expect(callgrind.asked.count == 2)
  }

  @Test func `a cancelled task launches no further worker, and its counts are unavailable`()
    async throws
  {
    let launcher = FakeLauncher { request, _ in
      withUnsafeCurrentTask { $0?.cancel() }
      return Self.allocating(0, in: request)
    }
    let counter = counter(launcher)
    let subjects = subjects
    let task = Task { try await counter.count(subjects, observer: FakeObserver()) }
    let counted = try await task.value
    #expect(launcher.requests.count == 1)
    #expect(
      counted.values.allSatisfy { $0.allocations == .unavailable(reason: "it was not counted") })
  }

  @Test func `progress ends with everything done`() async throws {
    let launcher = FakeLauncher { request, _ in Self.allocating(0, in: request) }
    let observer = FakeObserver()
    _ = try await counter(launcher, .callgrind(FakeInstructions { Self.instructions(14, $0) }))
      .count(subjects, observer: observer)
    #expect(observer.progress.map(\.done) == Array(1...12))
    #expect(observer.progress.allSatisfy { $0.total == 12 })
    #expect(observer.progress.last?.remainingNanoseconds == 0)
  }

  // MARK: Countable cases

  private func planned(
    _ primitive: String, pace: Pace = .operations, expectation: BenchmarkModel.Expectation = .valid,
    width: Int = 1, kernel: String? = "loop"
  ) -> PlannedCase {
    PlannedCase(
      id: CaseID(suite: "locks", workload: "uncontended", primitive: primitive, parameters: []),
      pace: pace, summaryLevel: 0, expectation: expectation, placement: .unpinned,
      sampling: Sampling(warmups: 0, trials: 1, trialNanoseconds: 1), width: width, kernel: kernel)
  }

  @Test
  func `only a valid case of one thread, paced by operations, with a known loop can be counted`() {
    #expect(CountSubject(planned("a")) == subjects[0])
    #expect(CountSubject(planned("a", pace: .window)) == nil)
    #expect(CountSubject(planned("a", pace: .once)) == nil)
    #expect(CountSubject(planned("a", expectation: .invalid(reason: "x"))) == nil)
    #expect(CountSubject(planned("a", width: 2)) == nil)
    #expect(CountSubject(planned("a", kernel: nil)) == nil)
  }

  private func description(_ cases: [PlannedCase], known: [CaseID] = []) -> WorkerDescription {
    WorkerDescription(
      tool: ToolVersion(version: "1", commit: nil, executable: "x"),
      plan: Plan(profile: "gate", seed: 0, blocks: 1, cases: cases, tables: []), known: known)
  }

  @Test
  func `a case is found if planned, planned with other parameters, or known in a planned workload`()
  {
    let further = CaseID(
      suite: "locks", workload: "uncontended", primitive: "a",
      parameters: [Parameter("inside", 200)])
    let named = CaseID(suite: "locks", workload: "uncontended", primitive: "z", parameters: [])
    let gone = CaseID(suite: "locks", workload: "uncontended", primitive: "y", parameters: [])
    let elsewhere = CaseID(suite: "sync", workload: "alone", primitive: "a", parameters: [])
    let cases = CountableCases(
      description([planned("a"), planned("b", kernel: nil)], known: [named, elsewhere]))
    #expect(cases.subjects.map(\.id) == [subjects[0].id])
    #expect(
      cases.subjects(of: [subjects[0].id, further, named, gone, elsewhere]) == [
        subjects[0], CountSubject(id: further, kernel: "loop"),
        CountSubject(id: named, kernel: "loop"),
      ])
  }

  @Test func `another executable is asked for its cases`() async throws {
    let answer = description([planned("a")])
    let launcher = FakeLauncher { _, _ in
      FakeLauncher.answer([.described(answer)])
    }
    let request = CatalogFixture.description
    let cases = try await CountableCases.asked(of: launcher, request)
    #expect(cases.subjects == [subjects[0]])
    #expect(launcher.requests.map(\.task) == [.describe])
    #expect(launcher.requests[0].description == request)
  }

  @Test func `an executable that does not list its cases is an error`() async throws {
    let launcher = FakeLauncher { _, _ in .exited(status: 1, output: "", error: "who are you?") }
    let request = CatalogFixture.description
    await #expect(throws: DescriptionFailure.self) {
      try await CountableCases.asked(of: launcher, request)
    }
  }
}
