import BenchmarkAnalysis
import BenchmarkModel
import TestSupport
import Testing

@testable import BenchmarkReports

@Suite struct RunScreenTests {
  private let rest = [(what: "every table", how: "syncbench show run"), (what: "CSV", how: "run")]

  private func screen(
    _ run: Run = ReportFixture.run, scalings: [SuiteScaling] = []
  ) -> String {
    RunScreen(Summarizer(run).summary(), scalings: scalings).document(
      advice: "syncbench advise run", rest: rest
    ).plain
  }

  /// The screen as one line, because its sentences may be broken between any two words.
  private func words(_ screen: String) -> String {
    screen.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
  }

  /// The small run with a primitive under another name.
  private func made(naming primitive: String, _ name: String) -> MadeRun {
    var made = ReportFixture.made
    made.rename(primitive, to: name)
    return made
  }

  @Test func `the screen begins with findings, and ends with the commands for all other results`() {
    let page = screen()
    let titles = ["broken\n", "\nwhich lock to take\n", "\nevery table  syncbench show run\n"]
    let positions = titles.compactMap { page.firstRange(of: $0)?.lowerBound }
    #expect(positions.count == titles.count && positions == positions.sorted())
    #expect(page.hasPrefix("broken\n"))
    #expect(page.hasSuffix("CSV          run\n"))
    #expect(words(page).contains("broken FAILED in locks/contended/broken/threads=2"))
  }

  @Test func `a lock that sleeps is advised, and the usual choice is compared with it`() {
    var made = ReportFixture.made
    made.traits = ["waiting"]
    made.usualQueue = nil
    made.primitives = [ReportFixture.primitive("ticket", ["order": "fifo", "waiting": "sleeps"])]
    let page = words(screen(made.run))
    #expect(
      page.contains(
        "2 threads: take ticket, 21.0 ns"
      ))
    let sentence = AdviceText.sentence(Advisor(made.summary).advices()[0])
    #expect(sentence.contains("The only other one, mutex, costs 2.43 times as much."))
    #expect(sentence.contains("The usual mutex costs 2.43 times ("))
  }

  @Test func `if a usual choice costs less but is not advised, the reason is beside it`() {
    var made = made(naming: "mutex", "sleeper")
    made.onlineCPUs = 1
    made.rename("ticket", to: "mutex")
    made.primitives = [
      ReportFixture.primitive("mutex", ["waiting": "sleeps", "survives_oversubscription": "no"]),
      ReportFixture.primitive("sleeper", ["waiting": "sleeps"]),
    ]
    let advices = Advisor(made.summary).advices()
    #expect(
      advices.document.printed(false).contains(
        "    mutex costs less, but is declared to collapse with more threads than CPUs\n"))
  }

  @Test func `a run with at most one launch of each case can't tell which lock to take`() {
    var run = ReportFixture.run
    run.records = run.records.filter { $0.key.block == 0 }
    #expect(
      words(screen(run)).contains(
        "2 threads: can't tell, because no case has more than 1 launch"))
  }

  @Test func `the screen has at most twenty lines of eighty columns, however much there is to say`()
  {
    var run = ReportFixture.run
    run.document.warnings = (0..<30).map {
      "\($0) " + Array(repeating: "words", count: 30).joined(separator: " ")
    }
    let lines = screen(run).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.count <= 20)
    #expect(lines.allSatisfy { $0.count <= 80 })
    #expect(words(screen(run)).contains(", and 29 more warnings"))
    #expect(lines.last == "CSV          run")
  }

  @Test func `the sync of a queue is compared with the fastest lock`() {
    var made = made(naming: "mutex", "serial-queue-sync")
    let page = words(screen(made.run))
    #expect(page.contains("The sync of a serial queue costs 51.0 ns"))
    #expect(page.contains("contended, 2.43 times ticket."))
    #expect(!words(screen()).contains("The sync of a serial queue"))
    made.records = made.records.filter { $0.key.block < 4 }
    #expect(!words(screen(made.run)).contains("The sync of a serial queue"))
  }

  @Test
  func `the screen says at which iteration length a parallel loop begins to beat a plain loop`() {
    let page = words(screen(scalings: [ScalingFixture.loops]))
    #expect(
      page.contains(
        "A parallel loop on 2 CPUs is faster than a plain one: engine from 31.6 ns per iteration."))
  }

  @Test func `each quality-of-service class of the workload share has its share of the CPUs`() {
    var made = ReportFixture.made
    made.columns.append(.neutral("share_user_initiated", .elapsedPerOperation))
    #expect(!words(screen(made.run)).contains("they get:"))
    made.add("share/four-classes/2", Array(repeating: 20, count: 8))
    #expect(
      words(screen(made.run)).contains(
        "(locks/share/four-classes/threads=2) they get: user-initiated "))
  }
}
