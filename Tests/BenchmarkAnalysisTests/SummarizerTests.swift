import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkStatistics
import TestSupport
import Testing

@Suite struct SummarizerTests {
  private var run = MadeRun()

  // MARK: Status

  @Test mutating func `a case whose checks all held is valid, with its metrics`() throws {
    run.add("contended/ticket/2", [costs(10, 11, 12), costs(13, 12, 14)])
    let summary = try #require(run.summary("contended/ticket/2"))
    #expect(summary.status == .valid)
    #expect(summary.reason == "")
    #expect(summary.launches == 2)
    #expect(summary.metrics.keys.sorted() == ["ns_per_op"])
    #expect(run.summary.unexpected.isEmpty)
  }

  @Test mutating func `a case without a check says nothing about failures`() throws {
    let id = CaseID(suite: "locks", workload: "contended", primitive: "ticket", parameters: [])
    func planned(isChecked: Bool) -> PlannedCase {
      PlannedCase(
        id: id, pace: .window, summaryLevel: 0, expectation: .valid,
        placement: .pinned(cpus: [0, 1]),
        sampling: Sampling(warmups: 0, trials: 3, trialNanoseconds: 1), isChecked: isChecked)
    }
    for isChecked in [true, false] {
      var run = MadeRun()
      run.add(planned(isChecked: isChecked), [costs(10, 11, 12)])
      let summary = try #require(run.summary.suites.first?.cases.first)
      #expect(summary.status == .valid)
      #expect((summary.checkedOperations > 0) == isChecked)
      #expect((summary.excludedFailureRate != nil) == isChecked)
    }
  }

  @Test mutating func `one trial that failed its check makes the case invalid, without metrics`()
    throws
  {
    let broken = costs(10, 11, 12).broken("lost 3 of 1000 updates", trial: 1)
    run.add("contended/ticket/2", [costs(10, 11, 12), broken, costs(10, 11, 12)])
    let summary = try #require(run.summary("contended/ticket/2"))
    #expect(summary.status == .invalid)
    #expect(summary.reason == "lost 3 of 1000 updates; 1 of 9 trials failed their check")
    #expect(summary.metrics.isEmpty)
    #expect(run.summary.unexpected.map(\.id) == [summary.id])
  }

  @Test mutating func `failed launches make the case failed, without metrics`() throws {
    run.add("contended/ticket/2", [10, failure("killed by SIGSEGV"), failure("skipped")])
    let summary = try #require(run.summary("contended/ticket/2"))
    #expect(summary.status == .failed)
    #expect(summary.reason == "2 of 3 launches: killed by SIGSEGV")
    #expect(summary.metrics.isEmpty)
    #expect(summary.launches == 1)
    #expect(run.summary.unexpected.count == 1)
  }

  @Test mutating func `a wrong result makes a case invalid, even if another launch failed`() {
    run.add("contended/ticket/2", [failure("killed"), costs(10).broken])
    #expect(run.summary("contended/ticket/2")?.status == .invalid)
  }

  @Test mutating func `a case that was never launched is not measured, and is no fault`() throws {
    run.add("contended/ticket/2", [10])
    run.add("contended/mutex/2", [nil])
    let summary = try #require(run.summary("contended/mutex/2"))
    #expect(summary.status == .notMeasured)
    #expect(run.summary.unexpected.isEmpty)
  }

  @Test mutating func `a caught control is as expected, and a missed control is reported`() throws {
    let control = Expectation.invalid(reason: "it excludes nobody")
    run.add("contended/no-lock/2", expectation: control, [costs(10).broken])
    run.add("contended/no-lock/4", expectation: control, [10])
    let caught = try #require(run.summary("contended/no-lock/2"))
    let missed = try #require(run.summary("contended/no-lock/4"))
    #expect(caught.isCaughtControl && !caught.isMissedControl)
    #expect(missed.isMissedControl && !missed.isCaughtControl)
    #expect(run.summary.unexpected.isEmpty)
    #expect(run.summary.missed.map(\.id) == [missed.id])
  }

  @Test mutating func `a control has no figures and no rank, whether caught or missed`() throws {
    run.add("contended/ticket/2", [20])
    run.add("contended/no-lock/2", expectation: .invalid(reason: "it excludes nobody"), [10])
    run.add("contended/stuck/2", expectation: .hangs(reason: "it waits"), [10])
    run.add("contended/weak/2", expectation: .unsound(reason: "nobody sees it"), [10])
    for name in ["no-lock", "stuck", "weak"] {
      #expect(try #require(run.summary("contended/\(name)/2")).metrics.isEmpty)
    }
    let ranked = run.suiteSummary.rankings().flatMap(\.ranked).map(\.summary.id.primitive)
    #expect(ranked == ["ticket"])
  }

  @Test mutating func `a control that must hang is caught by its deadline and nothing else`() throws
  {
    let stuck = BenchmarkModel.Expectation.hangs(reason: "it waits")
    let late = failure(.timedOut)
    run.add("control/stuck/1", expectation: stuck, [late])
    run.add("control/stuck/2", expectation: stuck, [late, late, failure(.skipped)])
    run.add("control/stuck/3", expectation: stuck, [failure(.crashed)])
    run.add("control/stuck/4", expectation: stuck, [late, failure(.crashed)])
    run.add("control/stuck/5", expectation: stuck, [10])
    run.add("control/stuck/6", expectation: stuck, [costs(10).broken])
    let summaries = try (1...6).map { try #require(run.summary("control/stuck/\($0)")) }
    #expect(summaries.map(\.isCaughtControl) == [true, true, false, false, false, false])
    #expect(summaries.map(\.isMissedControl) == [false, false, false, false, true, false])
    #expect(run.summary.unexpected.map(\.id) == [2, 3, 5].map { summaries[$0].id })
    #expect(summaries[0].status == .failed)
  }

  @Test mutating func `a timeout of a control that must fail its check is a failure`() throws {
    run.add(
      "contended/no-lock/2", expectation: .invalid(reason: "it excludes nobody"),
      [failure(.timedOut)])
    #expect(run.summary.unexpected.count == 1)
  }

  @Test mutating func `an unsound control is invalid, whatever its check says`() throws {
    let weak = BenchmarkModel.Expectation.unsound(reason: "nobody sees it")
    run.add("control/weak/1", expectation: weak, [10])
    run.add("control/weak/2", expectation: weak, [failure(.crashed)])
    run.add("control/weak/3", expectation: weak, [nil])
    let caught = try #require(run.summary("control/weak/1"))
    #expect(caught.status == .invalid && caught.isCaughtControl)
    #expect(caught.reason == "nobody sees it")
    #expect(run.summary("control/weak/3")?.status == .notMeasured)
    #expect(run.summary.unexpected.map(\.status) == [.failed])
  }

  @Test
  mutating func `a control must be caught if its width is 1 or if it is bound to several CPUs`() {
    let control = BenchmarkModel.Expectation.invalid(reason: "it excludes nobody")
    run.add("contended/a/2", expectation: control, cpus: [0], width: 2, [10])
    run.add("contended/b/2", expectation: control, cpus: [], width: 2, [10])
    run.add("contended/c/1", expectation: control, cpus: [0], width: 1, [10])
    run.add("contended/d/2", expectation: control, cpus: [0, 1], width: 2, [10])
    #expect(run.summary.missed.map(\.id.primitive) == ["c", "d"])
  }

  // MARK: Intervals

  @Test(arguments: 1...8)
  mutating func `intervals need five launches, and exact intervals six`(count: Int) throws {
    run.add("uncontended/ticket", (0..<count).map { costs(10 + Double($0)) })
    let metric = try #require(run.metric("uncontended/ticket"))
    #expect((metric.estimate.interval != nil) == (count >= 5))
    #expect((metric.orderInterval != nil) == (count >= 6))
    if let interval = metric.estimate.interval {
      #expect(interval.contains(metric.estimate.value))
      #expect(interval.low >= 10 && interval.high <= 9 + Double(count))
    }
  }

  @Test mutating func `the same run gives the same summary to the last bit`() {
    run.add("contended/ticket/2", (0..<8).map { costs(10 + Double($0 * 7 % 5), 11, 12) })
    run.add("contended/mutex/2", (0..<8).map { costs(20 + Double($0 * 3 % 5), 21, 22) })
    #expect(run.summary == run.summary)
    #expect(Summarizer(run.run).summary() == Summarizer(run.run).summary())
  }

  @Test mutating func `a case's interval does not depend on the other cases`() {
    let records = (0..<8).map { costs(10 + Double($0 * 7 % 5), 11 + Double($0), 12) }
    run.add("contended/ticket/2", records)
    let alone = run.metric("contended/ticket/2")
    var more = MadeRun()
    more.add("contended/mutex/2", records)
    more.add("contended/ticket/2", records)
    #expect(more.metric("contended/ticket/2") == alone)
    #expect(alone != nil)
  }

  // MARK: Notes

  @Test mutating func `two regimes of launches have a note`() throws {
    run.add("contended/ticket/2", [20, 21, 50, 20, 51, 50, 21, 50, 20, 51].map { costs($0) })
    #expect(run.metric("contended/ticket/2")?.modes == 2)
    let notes = try #require(run.summary("contended/ticket/2")?.notes)
    #expect(notes.count == 1)
    #expect(notes[0].hasPrefix("launches fall into two regimes"))
    run.add("contended/mutex/2", [20, 21, 20, 22, 21, 20, 21, 20].map { costs($0) })
    #expect(run.summary("contended/mutex/2")?.notes == [])
  }

  @Test mutating func `stolen time has a note if it is more than a twentieth of the CPUs' time`() {
    // A trial takes 100 ms and a tick 10 ms; fewer than three ticks prove nothing.
    func stolen(_ ticks: UInt64?) -> LaunchRecord {
      costs(100_000).with { $0.trials[0].stealNanoseconds = ticks.map { $0 * 10_000_000 } }
    }
    // A trial without reported steal adds neither stolen time nor elapsed time.
    run.add("contended/ticket/2", [stolen(1), stolen(nil), stolen(2)])
    run.add("contended/mutex/2", [stolen(3)] + (0..<5).map { _ in stolen(0) })
    run.add("contended/clh/2", [stolen(nil)])
    run.add("contended/mcs/2", [stolen(2)])
    #expect(run.summary("contended/ticket/2")?.notes == ["the hypervisor took 15 % of the time"])
    for name in ["mutex", "clh", "mcs"] {
      #expect(run.summary("contended/\(name)/2")?.notes == [])
    }
    run.onlineCPUs = 4
    #expect(run.summary("contended/ticket/2")?.notes == [])
  }
}
