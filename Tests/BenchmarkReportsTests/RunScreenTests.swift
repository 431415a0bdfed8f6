import BenchmarkAnalysis
import BenchmarkModel
import TestSupport
import Testing

@testable import BenchmarkReports

@Suite struct RunScreenTests {
  private let rest = [
    (what: "every table", how: "syncbench show run"), (what: "CSV", how: "run"),
  ]

  private func screen(
    _ run: Run = ReportFixture.run, scalings: [SuiteScaling] = [], isColoured: Bool = false
  ) -> String {
    RunScreen(
      Summarizer(run).summary(), scalings: scalings
    ).document(rest: rest).printed(isColoured)
  }

  /// The screen as one line, for what it says may be broken between any words.
  private func words(_ screen: String) -> String {
    screen.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
  }

  /// The small run with a case under another name.
  private func run(naming primitive: String, _ name: String, in run: Run = ReportFixture.run) -> Run
  {
    var run = run
    let plan = run.document.plan
    let cases = plan.cases.map { planned in
      guard planned.id.primitive == primitive else { return planned }
      return PlannedCase(
        id: CaseID(
          suite: planned.id.suite, workload: planned.id.workload, primitive: name,
          parameters: planned.id.parameters), pace: planned.pace,
        summaryLevel: planned.summaryLevel, expectation: planned.expectation,
        placement: planned.placement, sampling: planned.sampling)
    }
    run.document.plan = Plan(
      profile: plan.profile, seed: plan.seed, blocks: plan.blocks, cases: cases,
      tables: plan.tables)
    return run
  }

  @Test func `it says how the run went, what is broken, which lock to take, and where the rest is`()
  {
    let page = screen()
    let titles = [
      "\nbroken\n", "\nwhich lock to take\n", "\nevery table  syncbench show run\n",
    ]
    let places = titles.compactMap { page.firstRange(of: $0)?.lowerBound }
    #expect(places.count == titles.count && places == places.sorted())
    #expect(page.hasPrefix("host-1: "))
    #expect(page.hasSuffix("CSV          run\n"))
    #expect(words(page).contains("broken FAILED in locks/contended/broken/threads=2"))
    #expect(
      words(page).contains(
        "which lock to take 2 threads: ticket is the fastest at 21.0 ns. None that was measured can be taken"
      ))
  }

  @Test func `a lock that sleeps is advised by its traits, and the usual one is held against it`() {
    var run = ReportFixture.run
    let plan = run.document.plan
    run.document.plan = Plan(
      profile: plan.profile, seed: plan.seed, blocks: plan.blocks, cases: plan.cases,
      tables: [
        SuiteTable(
          suite: "locks", parameters: plan.tables[0].parameters, traits: ["waiting"],
          columns: plan.tables[0].columns,
          primitives: [
            PrimitiveDescription(
              name: "ticket", summary: "fair",
              traits: [Trait("order", "fifo"), Trait("waiting", "sleeps")])
          ], workloads: MadeUpSuite.workloads, usualChoices: MadeUpSuite.usualChoices)
      ])
    let page = words(screen(run))
    #expect(
      page.contains(
        "2 threads: take ticket, 21.0 ns (20.0 ns to 22.0 ns): the only other one, mutex, costs 2.43 times as much."
      ))
    #expect(page.contains("The usual mutex costs 2.43 times ("))
  }

  @Test func `a usual choice that costs less and is not advised has its reason beside it`() {
    var run = run(naming: "ticket", "mutex", in: run(naming: "mutex", "sleeper"))
    let plan = run.document.plan
    let waiting = Trait("waiting", "sleeps")
    run.document.plan = Plan(
      profile: plan.profile, seed: plan.seed, blocks: plan.blocks, cases: plan.cases,
      tables: [
        SuiteTable(
          suite: "locks", parameters: plan.tables[0].parameters, columns: plan.tables[0].columns,
          primitives: [
            PrimitiveDescription(
              name: "mutex", summary: "",
              traits: [waiting, Trait("survives_oversubscription", "no")]),
            PrimitiveDescription(name: "sleeper", summary: "", traits: [waiting]),
          ], workloads: MadeUpSuite.workloads, usualChoices: MadeUpSuite.usualChoices)
      ])
    let advices = Advisor(Summarizer(run).summary()).advices()
    #expect(
      advices.document.printed(false).contains(
        "    mutex costs less, but is known to collapse where there are more threads than CPUs\n"))
  }

  @Test func `a run of one launch can't tell which lock to take`() {
    var run = ReportFixture.run
    run.records = run.records.filter { $0.key.block == 0 }
    #expect(
      words(screen(run)).contains(
        "2 threads: this run can't tell, because no case has more than 1 launch"))
  }

  @Test func `however much there is to say, it is forty lines of eighty columns`() {
    var run = ReportFixture.run
    run.document.warnings = (0..<30).map {
      "\($0) " + Array(repeating: "words", count: 30).joined(separator: " ")
    }
    let lines = screen(run).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.count <= 40)
    #expect(lines.allSatisfy { $0.count <= 80 })
    #expect(lines.contains("and 28 more warnings"))
    #expect(lines.last == "CSV          run")
  }

  @Test func `colours change nothing but the colours`() {
    #expect(screen(isColoured: true).replacing(/\u{1B}\[[0-9;]+m/, with: "") == screen())
  }

  @Test func `the sync of a queue is held against the fastest lock`() {
    let page = words(screen(run(naming: "mutex", "serial-queue-sync")))
    #expect(page.contains("The sync of a serial queue costs 51.0 ns"))
    #expect(page.contains("contended, 2.43 times ticket."))
    #expect(!words(screen()).contains("The sync of a serial queue"))
    var short = run(naming: "mutex", "serial-queue-sync")
    short.records = short.records.filter { $0.key.block < 4 }
    #expect(!words(screen(short)).contains("The sync of a serial queue"))
  }

  @Test func `parallel loops are said to pay from a length on, where that has an interval`() {
    let page = words(screen(scalings: [ScalingFixture.loops]))
    #expect(
      page.contains(
        "A parallel loop on 2 CPUs is faster than a plain one: engine from 31.6 ns an iteration."))
  }

  @Test func `the classes' shares of the CPUs are named by class`() {
    let run = ReportFixture.run.columns {
      $0 + [MetricColumn("share_user_initiated", .neutral, .elapsedPerOperation)]
    }
    #expect(
      words(screen(run)).contains("(locks/contended/ticket/threads=2) they get: user-initiated "))
  }
}
