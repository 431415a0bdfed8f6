import BenchmarkModel
import BenchmarkReports
import TestSupport
import Testing

/// What the charts of scaling make of tables of several kinds.
@Suite(.enabled(if: Gnuplot.isInstalled, Comment(rawValue: Gnuplot.whySkipped)))
struct ScalingChartTests {
  private func strings(_ chart: String, _ table: String) throws -> [String] {
    let outcome = try DrawingTable(chart).draw(table)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    return try DrawnSVG(outcome.output).strings
  }

  // MARK: Parallel loops

  private static let loopHeader =
    "case,workload,primitive,width,grain_ns,elements,stride,outer,status,reason,"
    + "speedup,speedup_low,speedup_high\n"

  /// A row of a loop: the width, then the grain, elements, stride and outer indices that it has.
  private func row(_ workload: String, _ width: Int, _ sizes: String, _ speedup: Double) -> String {
    "c,\(workload),engine,\(width),\(sizes),valid,,\(speedup),,\n"
  }

  @Test func `one work has its efficiency over the grain, and its speed-up at three grains`() throws
  {
    var table = Self.loopHeader
    for width in [1, 2, 4] {
      for grain in [10, 100, 1000, 10_000] {
        table += row("compute", width, "\(grain),,,", 0.8 * Double(width))
      }
    }
    let strings = try strings("concurrent-perform", table)
    #expect(strings.contains("compute, 4 CPUs wide"))
    for grain in ["10 ns", "1 µs", "10 µs"] {
      #expect(strings.contains("compute, grain of \(grain)"))
    }
    #expect(strings.contains("engine  80 %") && strings.contains("engine  3.20×"))
    #expect(strings.contains("break-even  25 %") && strings.contains("ideal  4.00×"))
  }

  @Test func `each kind of work has panels of its own`() throws {
    var table = Self.loopHeader
    for width in [1, 2] {
      table += row("compute", width, "100,,,", 1) + row("compute", width, "1000,,,", 1.5)
      table += row("memory", width, ",512,,", 1) + row("memory", width, ",4096,,", 1.2)
      for stride in [1, 8, 64] {
        table += row("stride", width, "100,,\(stride),", 1.1)
        table += row("stride", width, "1000,,\(stride),", 1.9)
      }
      table += row("nested", width, "1000,,,4", 1.3)
    }
    let strings = try strings("concurrent-perform", table)
    for title in [
      "compute, 2 CPUs wide", "compute, grain of 1 µs", "memory, 2 CPUs wide",
      "memory, 4096 elements an iteration", "stride, 2 CPUs wide, grain of 100 ns",
    ] {
      #expect(strings.contains(title), "\(title)")
    }
    #expect(!strings.contains { $0.hasPrefix("nested,") })
    #expect(strings.joined().contains("in the table, not drawn: nested"))
    // Of the strides, the finest grain alone is drawn.
    #expect(strings.contains("engine  55 %") && !strings.contains("engine  95 %"))
  }

  @Test func `one CPU has an efficiency and no speed-up over the width`() throws {
    let table = Self.loopHeader + row("compute", 1, "10,,,", 0.5) + row("compute", 1, "100,,,", 1)
    let strings = try strings("concurrent-perform", table)
    #expect(strings.contains("compute, 1 CPU wide"))
    #expect(!strings.contains { $0.contains("grain of") })
  }
}
