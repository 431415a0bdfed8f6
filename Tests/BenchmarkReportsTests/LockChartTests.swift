import Foundation
import TestSupport
import Testing

@testable import BenchmarkReports

/// Tests of the charts of locks, run with gnuplot, in addition to the tests of all charts.
@Suite(.enabled(if: Gnuplot.isInstalled, Comment(rawValue: Gnuplot.whySkipped)))
struct LockChartTests {
  private func strings(_ chart: String, _ table: String) throws -> [String] {
    try DrawnSVG.of(chart, table).strings
  }

  private static let manyLocks = [
    "ticket", "mcs", "clh", "ttas", "ttas-pause", "test-and-set", "mutex", "futex-mutex",
    "pi-futex", "pthread-mutex", "ns-lock", "nio-lock", "pthread-mutex-pi", "sem", "actor",
    "serial-queue-sync", "atomic-add", "my-own",
  ]

  /// The styles of the named primitives in a chart of several series, and their usual styles.
  private func styles(_ names: [String], isMonochrome: Bool) -> (
    distinct: [SeriesStyle], usual: [SeriesStyle]
  ) {
    var styles = SeriesStyles(isMonochrome: isMonochrome)
    for name in names { styles.note(name, family: "") }
    return (names.map { styles.distinctStyle($0) }, names.map { styles.style($0) })
  }

  @Test func `each series of a chart has its own marker, and its own dash if there is no colour`() {
    let names = [
      "mutex", "pthread-mutex", "spin-park-futex", "ticket", "mcs", "actor", "my-own", "no-lock",
    ]
    let coloured = styles(names, isMonochrome: false)
    #expect(Set(coloured.distinct.map(\.marker)).count == names.count)
    #expect(Set(coloured.distinct.map { [$0.colour.rawValue, $0.dash] }).count == names.count)
    // The first series keeps its usual marker.
    #expect(coloured.distinct[0].marker == coloured.usual[0].marker)
    let plain = styles(names, isMonochrome: true).distinct
    #expect(Set(plain.map(\.marker)).count == names.count)
    #expect(Set(plain.map(\.dash)).count == names.count)
  }

  @Test func `a second series of a family has a colour that no other primitive has`() {
    var styles = SeriesStyles(isMonochrome: false)
    let families = [("mutex", "futex"), ("futex-mutex", "futex"), ("ticket", "spinlock")]
    for (name, family) in families { styles.note(name, family: family) }
    let distinct = families.map { styles.distinctStyle($0.0) }
    #expect(Set(distinct.map(\.colour)).count == 3)
    #expect(distinct[0].colour == styles.style("mutex").colour)
    #expect(distinct[2].colour == styles.style("ticket").colour)
    #expect(distinct.allSatisfy { $0.dash == 1 })
    // In a later run, a series has the same colour and marker as in the first run.
    let later = styles.distinctStyle("futex-mutex", run: 1, runs: 2)
    #expect(later.colour == distinct[1].colour && later.marker == distinct[1].marker)
  }

  @Test
  func `a family has one colour in every table, and a name without a family has its own colour`() {
    func colours(_ families: [(name: String, family: String)]) -> [ChartColour] {
      var styles = SeriesStyles(isMonochrome: false)
      for (name, family) in families { styles.note(name, family: family) }
      return families.map { styles.style($0.name).colour }
    }
    let locks = [("ticket", "spinlock"), ("mine", ""), ("mcs", "spinlock"), ("mutex", "futex")]
    let drawn = colours(locks)
    #expect(drawn[0] == drawn[2] && Set(drawn).count == 3)
    #expect(
      colours([("x", ""), ("futex-mutex", "futex"), ("clh", "spinlock")]).dropFirst() == [
        drawn[3], drawn[0],
      ])
    let own = colours([("a", "my-family"), ("b", ""), ("c", "my-family")])
    #expect(own[0] == own[2] && own[0] != own[1])
  }

  @Test func `the figure at a curve's end says at which value of the axis it was measured`() throws
  {
    let drawn = try strings(
      "locks-threads", ChartTables.table("locks-threads", ["mutex", "ticket"]))
    let named = drawn.filter { $0.hasPrefix("mutex  ") }
    #expect(!named.isEmpty)
    #expect(named.allSatisfy { $0.contains(" at ") }, "\(named)")
  }

  @Test
  func `an empty section has its own tick on the axis, and a line shows the section's own cost`()
    throws
  {
    let drawn = try strings("locks-section", ChartTables.section(["mutex", "ticket"], .init()))
    for text in ["0", "200 ns", "1 µs", "One thread", "2 threads"] { #expect(drawn.contains(text)) }
    #expect(drawn.count { $0.hasPrefix("the section alone") } == 2)
    #expect(drawn.joined(separator: " ").contains("Left of the break"))
    let without = try strings(
      "locks-section", ChartTables.section(["mutex"], .init(), inside: [50, 200]))
    #expect(!without.contains("0"))
    #expect(!without.joined(separator: " ").contains("Left of the break"))
  }

  @Test func `the chart of one section length says that two are needed`() throws {
    let drawn = try strings("locks-section", ChartTables.section(["mutex"], .init(), inside: [200]))
    #expect(drawn.joined(separator: " ").contains("no lock was measured with two lengths"))
  }

  @Test func `contended cases with one thread are not drawn beside uncontended cases`() throws {
    for chart in ["locks-section", "locks-cost"] {
      let drawn = try strings(chart, ChartTables.section(["mutex"], .init()))
      #expect(!drawn.contains { $0.hasPrefix("Contended, 1 thread") }, "\(chart)")
      #expect(drawn.contains { $0.contains("mutex") }, "\(chart)")
    }
    let drawn = try strings("locks-cost", ChartTables.section(["mutex"], .init()))
    #expect(drawn.joined(separator: " ").contains("not drawn if uncontended, which"))
  }

  @Test func `waits are drawn from a table of percentiles or from the suite's columns`() throws {
    let long = try strings(
      "locks-waits", ChartTables.waitPercentiles(["mutex", "ticket"], samples: 1_000_000))
    for tick in ["50 %", "90 %", "99 %", "99.9 %", "99.99 %"] { #expect(long.contains(tick)) }
    #expect(long.contains { $0.hasPrefix("mutex") && $0.contains("2.60 µs") })
    #expect(long.joined(separator: " ").contains("at one in n if n waits were timed"))
    let wide = try strings("locks-waits", ChartTables.table("locks-waits", ["mutex", "ticket"]))
    for tick in ["50 %", "99.9 %", "longest"] { #expect(wide.contains(tick)) }
    #expect(!wide.contains("99.99 %"))
    #expect(wide.joined(separator: " ").contains("no place on this axis"))
  }

  @Test func `no percentile is drawn past the rank of the longest wait`() throws {
    let few = try strings("locks-waits", ChartTables.waitPercentiles(["mutex"], samples: 500))
    #expect(few.contains("99 %") && !few.contains("99.9 %") && !few.contains("99.99 %"))
    #expect(few.contains { $0.hasPrefix("mutex") && $0.contains("2.60 µs") })
  }

  @Test func `a lock that starved a thread is drawn with a share of 0 %`() throws {
    let table = ChartTables.contention(["mutex", "ticket"], .init())
      .replacingOccurrences(of: ",0.5,0.45,0.6", with: ",0.0,0.0,0.1")
    let drawn = try strings("locks-fairness", table)
    #expect(drawn.contains { $0.hasPrefix("ticket  0 %, ") })
    #expect(drawn.contains { $0.hasPrefix("mutex  100 %, ") })
  }

  @Test func `a scatter plot of two runs says that the second run's marks are ringed`() throws {
    let table = ChartTables.contention(["mutex"], .init())
    let lines = table.split(separator: "\n")
    let both =
      (["run," + lines[0]]
      + ["before,", "after,"].flatMap { run in
        lines.dropFirst().map { run + $0 }
      }).joined(separator: "\n") + "\n"
    let drawn = try strings("locks-fairness", both)
    #expect(drawn.joined(separator: " ").contains("Ringed: after."))
    #expect(!(try strings("locks-fairness", table)).joined().contains("Ringed"))
  }

  @Test
  func `many locks have panels by family and situation, and few locks have panels by situation`()
    throws
  {
    let drawn = try strings(
      "locks-many", ChartTables.manyLocks(Self.manyLocks, .init(), threads: [2, 4, 8]))
    for title in ["2 threads: Spinlocks", "4 threads: Spinlocks", "2 threads: Others"] {
      #expect(drawn.contains(title))
    }
    #expect(!drawn.contains { $0.hasPrefix("8 threads") })
    #expect(drawn.joined(separator: " ").contains("1 situation not drawn, for lack of room"))
    let few = try strings(
      "locks-many", ChartTables.manyLocks(["mutex", "ticket"], .init(), threads: [2, 4, 8]))
    for title in ["2 threads", "4 threads", "8 threads"] { #expect(few.contains(title)) }
    #expect(few.count { $0.hasPrefix("ticket") } == 3)
  }
}
