import BenchmarkAnalysis
import BenchmarkModel
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
  private func run(naming primitive: String, _ name: String) -> Run {
    var run = ReportFixture.run
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

  @Test func `it says how the run went, what is broken, what is fastest, and where the rest is`() {
    let page = screen()
    let titles = ["\nbroken\n", "\nfastest\n", "\nevery table  syncbench show run\n"]
    let places = titles.compactMap { page.firstRange(of: $0)?.lowerBound }
    #expect(places.count == titles.count && places == places.sorted())
    #expect(page.hasPrefix("host-1: "))
    #expect(page.hasSuffix("CSV          run\n"))
    #expect(words(page).contains("broken FAILED in locks/contended/broken/threads=2"))
    #expect(words(page).contains("ticket is the fastest of 2"))
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
