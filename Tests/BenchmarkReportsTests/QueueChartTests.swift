import BenchmarkReports
import Foundation
import TestSupport
import Testing

/// Tests of the charts of queues, barriers, quality-of-service classes and pools.
@Suite(.enabled(if: Gnuplot.isInstalled, Comment(rawValue: Gnuplot.whySkipped)))
struct QueueChartTests {
  private func drawn(
    _ chart: String, _ table: String, crossings: String? = nil
  ) throws -> DrawnSVG {
    try DrawnSVG.of(chart, table, beside: crossings.map { ["table-crossovers.csv": $0] } ?? [:])
  }

  // MARK: Readers and writers

  @Test func `reads and writes have separate panels`() throws {
    let strings = try drawn("barrier", ChartTables.readMix(["mutex"], .init())).strings
    #expect(strings.contains("2 threads: reads") && strings.contains("2 threads: writes"))
    #expect(
      strings.contains { $0.hasPrefix("mutex  100 M/s at ") }
        && strings.contains { $0.hasPrefix("mutex  100 k/s at ") })
  }

  @Test
  func `a crossing is marked midway between two shares of reads, and explained in a key`() throws {
    let svg = try drawn(
      "barrier", ChartTables.readMix(["pthread-rwlock", "mutex"], .init()),
      crossings: ChartTables.crossings([(2, "pthread-rwlock", "mutex", "50 90")]))
    #expect(svg.strings.contains("1  mutex | pthread-rwlock: 50 to 90 % "))
    let number = try #require(svg.texts.first { $0.text == "1" })
    let fifty = try #require(svg.texts.first { $0.text == "50" && $0.x < svg.width / 2 })
    let ninety = try #require(svg.texts.first { $0.text == "90" && $0.x < svg.width / 2 })
    #expect(abs(number.x - (fifty.x + ninety.x) / 2) < 1)
    #expect(number.y < fifty.y)
  }

  @Test
  func `a crossing that is uncertain, or between primitives other than mutex, is only counted`()
    throws
  {
    let primitives = ["mutex", "seqlock", "left-right", "snapshot", "phase-fair-ticket"]
    let svg = try drawn(
      "barrier", ChartTables.readMix(primitives, .init()),
      crossings: ChartTables.crossings([
        (2, "seqlock", "mutex", "50 "), (2, "seqlock", "left-right", "50 90"),
        (8, "seqlock", "mutex", "50 90"), (2, "snapshot", "mutex", "90 99"),
      ]))
    #expect(svg.strings.count { $0 == "1" } == 2 && !svg.strings.contains("2"))
    #expect(svg.strings.contains { $0.hasPrefix("1  mutex | snapshot: 90 to 99 %") })
    #expect(svg.strings.joined().contains("2 crossings are only in barrier-crossovers.csv"))
  }

  @Test func `many marks of crossings do not overlap`() throws {
    let others = ["seqlock", "left-right", "snapshot", "phase-fair-ticket", "pthread-rwlock"]
    let svg = try drawn(
      "barrier", ChartTables.readMix(["mutex"] + others, .init()),
      crossings: ChartTables.crossings(
        zip(others, ["0 50", "0 90", "50 90", "50 99", "90 99"]).map { (2, $0, "mutex", $1) }))
    let positions = (1...5).compactMap { number in
      svg.texts.first { $0.text == "\(number)" && $0.x < svg.width / 2 }?.x
    }
    #expect(positions.count == 5)
    for (one, next) in zip(positions, positions.dropFirst()) { #expect(next - one >= 8) }
  }

  @Test
  func `a situation without a share between 0 and 100 % is left out if another situation has one`()
    throws
  {
    let swept = ChartTables.readMix(["mutex"], .init())
    let ends = ChartTables.readMix(["mutex"], .init(), threads: [1], shares: [0, 1000])
    let both = try drawn("barrier", swept + ends.drop { $0 != "\n" }.dropFirst()).strings
    #expect(!both.contains("1 thread: reads") && both.contains("2 threads: reads"))
    #expect(both.joined().contains("between 0 and 100 % was measured: 1 thread"))
    #expect(try drawn("barrier", ends).strings.contains("1 thread: reads"))
  }

  @Test func `shares in percent and in thousandths are drawn in percent`() throws {
    let now = ChartTables.table("barrier", ["mutex"])
    let before = now.split(separator: "\n").filter { !$0.contains(",999,") }.joined(separator: "\n")
      .replacing("read_permille", with: "read_percent").replacing(",1000,", with: ",100,")
      .replacing(",500,", with: ",50,").replacing(",900,", with: ",90,")
      .replacing(",990,", with: ",99,")
    for (table, share) in [(now, "99.9"), (now, "100"), (before, "99")] {
      let strings = try drawn("barrier", table).strings
      #expect(strings.contains(share), "\(share)")
      #expect(!strings.contains("9.9") && !strings.contains("990"))
    }
  }

  @Test func `a table without shares of reads is refused`() throws {
    let table = ChartTables.table("barrier", ["mutex"]).replacing("read_permille", with: "other")
    let outcome = try DrawingTable("barrier").draw(table)
    #expect(outcome.status != 0)
    #expect(outcome.complaint.contains("has no column read_permille"))
  }

  // MARK: Meetings

  @Test func `meetings are drawn as dots for two numbers of threads, and as lines for three`()
    throws
  {
    let few = try drawn("rendezvous", ChartTables.meetings(["one"], .init())).strings
    #expect(few.contains("Rendezvous, 2 threads") && few.contains("Rendezvous, 4 threads"))
    let many = try drawn("rendezvous", ChartTables.meetings(["one"], .init(), threads: [2, 4, 8]))
    #expect(
      many.strings.contains("threads, log scale") && many.strings.contains("one  1.60 µs at 8"))
  }

  // MARK: Queues

  private static let syncHeader =
    "case,workload,primitive,threads,inside_ns,status,reason,ns_per_op\n"

  private func syncRows(_ workload: String, _ primitive: String, _ inside: [Int]) -> String {
    inside.flatMap { length in
      [1, 2].map { "c,\(workload),\(primitive),\($0),\(length),valid,,\(100 * $0 + length)\n" }
    }.joined()
  }

  @Test
  func `a panel has the rows of one section length, and of either bound or free threads`() throws {
    let table =
      Self.syncHeader + syncRows("shared", "serial-queue-sync", [0, 200])
      + syncRows("shared-unpinned", "serial-queue-sync", [200])
      + syncRows("shared", "serial-queue-async-drain", [0])
    let strings = try drawn("sync", table).strings
    for title in [
      "Nothing inside, threads bound", "200 ns inside, threads bound",
      "200 ns inside, threads free",
    ] {
      #expect(strings.contains(title), "\(title)")
    }
    #expect(!strings.contains("Nothing inside, threads free"))
    #expect(!strings.contains { $0.contains("async-drain") || $0.contains("section's length") })
  }

  @Test
  func `with three section lengths, each number of threads has a panel of costs by length`() throws
  {
    let table = Self.syncHeader + syncRows("shared", "serial-queue-sync", [0, 200, 1000])
    let strings = try drawn("sync", table).strings
    #expect(strings.contains("1 thread, bound, over the section's length"))
    #expect(strings.contains("2 threads, bound, over the section's length"))
  }

  @Test func `a lock of the workload 'waits' is drawn only if the workload 'shared' has no lock`()
    throws
  {
    let table =
      Self.syncHeader + syncRows("shared", "serial-queue-sync", [0])
      + syncRows("waits", "pthread-mutex", [0]) + syncRows("waits", "serial-queue-sync", [0])
    let reference = try drawn("sync", table).strings
    #expect(reference.count { $0.hasPrefix("serial-queue-sync  ") } == 1)
    #expect(reference.contains { $0.hasPrefix("pthread-mutex  ") })
    #expect(reference.joined().contains("pthread-mutex: from waits"))
    let own = try drawn("sync", table + syncRows("shared", "mutex", [0])).strings
    #expect(own.contains { $0.hasPrefix("mutex  ") })
    #expect(!own.contains { $0.hasPrefix("pthread-mutex") })
  }

  // MARK: Classes

  @Test func `the panels are in the order of the loads, and the panel of lower classes is last`()
    throws
  {
    let titles = try drawn(
      "qos-latency", ChartTables.wideLatencies(["default"], loads: [100, 0, 50])
    ).strings.filter { $0.hasPrefix("With") || $0.hasPrefix("While") }
    #expect(
      titles == [
        "Without load of ours", "With 50 % of the CPUs busy", "With 100 % of the CPUs busy",
        "While lower classes fill the CPUs",
      ])
  }

  @Test func `the percentiles 90, 99 and 99.9 are equally spaced, and the longest latency is last`()
    throws
  {
    let svg = try drawn("qos-latency", ChartTables.latencies(["default"], .init(), loads: [0]))
    let positions = try ["90 %", "99 %", "99.9 %", "longest"].map { name in
      try #require(svg.texts.first { $0.text == name }).x
    }
    #expect(abs((positions[1] - positions[0]) - (positions[2] - positions[1])) < 1)
    #expect(positions[3] > positions[2])
    #expect(svg.strings.contains("default  32.0 µs longest"))
  }

  @Test
  func `a share is shown with its prediction, and its error in percent of the prediction`() throws {
    let strings = try drawn("qos-shares", ChartTables.shares(["four-classes"], .init())).strings
    #expect(strings.contains("40.0 %, predicted 47.0 %: −15 %"))
    #expect(strings.contains("default (nice −2)") && strings.contains("background (nice 10)"))
    // If the table has no prediction for a share, only the share is shown.
    #expect(strings.contains("10.0 %"))
  }

  // MARK: Pools

  @Test
  func `a line's label has the last count of threads with its time, and the largest count`()
    throws
  {
    let strings = try drawn("pool-growth", ChartTables.growth(["long", "short"], .init())).strings
    #expect(strings.contains("long  4 at 1 s, most 9"))
    #expect(strings.contains("short  4 at 10 ms, most 18"))
    #expect(strings.contains("64 items at once") && strings.contains("2 of 64"))
  }

  @Test
  func `of a pool's two rows, only the row that covers the longer time is drawn as a line`() throws
  {
    let table =
      "case,workload,primitive,items,status,reason,threads_1ms,threads_1s,threads_max,started\n"
      + "c,explosion,global-queue,64,valid,,5,,5,3\nc,growth,global-queue,64,valid,,2,7,7,6\n"
    let strings = try drawn("pool-growth", table).strings
    #expect(strings.count { $0.hasPrefix("global-queue  ") } == 1)
    #expect(strings.contains("global-queue  7 at 1 s"))
    #expect(strings.contains("3 of 64") && strings.contains("6 of 64"))
    #expect(strings.contains("global-queue, growth"))
  }

  // MARK: Costs

  @Test(arguments: [
    "dispatch-cost", "operations-cost", "tasks-cost", "threads-cost", "structures-cost",
  ])
  func `the label of a row has only the parameters that vary`(chart: String) throws {
    let table = ChartTables.operations(["task", "thread"], .init()) + "c,wait,x,,,,,valid,,,,\n"
    let strings = try drawn(chart, table).strings
    #expect(strings.contains("task, rest=0 ns") && strings.contains("thread, rest=2 µs"))
    #expect(strings.contains("task") && strings.contains("create") && strings.contains("switch"))
    #expect(!strings.contains { $0.contains("width=") || $0.contains("items=") })
    #expect(strings.joined().contains("without a cost of one operation, in the table: wait"))
  }
}
