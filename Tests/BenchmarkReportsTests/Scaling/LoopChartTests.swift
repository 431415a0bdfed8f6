import BenchmarkModel
import BenchmarkReports
import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: Gnuplot.isInstalled, Comment(rawValue: Gnuplot.whySkipped)))
struct LoopChartTests {
  private static let speedUp = "concurrent-perform-speed-up"
  private static let efficiency = "concurrent-perform-efficiency"

  private static let header =
    "case,workload,primitive,width,grain_ns,elements,stride,outer,status,reason,"
    + "speedup,speedup_low,speedup_high\n"
  private static let fitHeader =
    "workload,primitive,grain_ns,elements,stride,scale_speedup,alpha,beta,peak_width,"
    + "peak_width_low,peak_width_high,reason\n"
  private static let evenHeader =
    "workload,primitive,width,break_even_grain_ns,break_even_grain_ns_low,"
    + "break_even_grain_ns_high,reason\n"

  /// A row of a loop's table; `sizes` has the fields `grain_ns,elements,stride,outer`.
  private func row(_ workload: String, _ width: Int, _ sizes: String, _ speedup: Double) -> String {
    "c,\(workload),engine,\(width),\(sizes),valid,,\(speedup),,\n"
  }

  /// A table of speed-ups at four widths and four grains.
  private var compute: String {
    var table = Self.header
    for width in [1, 2, 4, 8] {
      for grain in [10, 100, 1000, 10_000] {
        table += row("compute", width, "\(grain),,,", 0.8 * Double(width))
      }
    }
    return table
  }

  private func strings(
    _ chart: String, _ table: String, beside: (ending: String, text: String)? = nil
  ) throws -> [String] {
    try DrawnSVG.of(
      chart, table, beside: beside.map { ["table\($0.ending).csv": $0.text] } ?? [:]
    ).strings
  }

  // MARK: Speed-up

  @Test func `a workload's speed-up is drawn at its finest, a middle and its coarsest grain`()
    throws
  {
    let strings = try strings(Self.speedUp, compute)
    for grain in ["10 ns", "1 µs", "10 µs"] {
      #expect(strings.contains("compute, grain of \(grain)"))
    }
    #expect(!strings.contains("compute, grain of 100 ns"))
    #expect(strings.contains("engine  6.40× at 8") && strings.contains("ideal  8.00× at 8"))
    #expect(strings.joined().contains("whose name ends in -usl.csv, is not beside"))
  }

  @Test func `a curve's peak is named only if it lies within the measured widths`() throws {
    let fits =
      Self.fitHeader + "compute,engine,10,,,0.9,0.05,0.02,6.9,6.0,,\n"
      + "compute,engine,1000,,,0.9,0.05,1e-05,308,,,\n"
      + "compute,engine,10000,,,,,,,,,\"not fitted: 2 widths, 4 needed\"\n"
    let strings = try strings(Self.speedUp, compute, beside: ("-usl", fits))
    #expect(strings.contains("engine  6.40× at 8, peak at 6.90"))
    #expect(!strings.contains { $0.contains("peak at 308") })
    let notes = strings.joined()
    #expect(notes.contains("no fitted curve: engine: 2 widths, 4 needed"))
    #expect(notes.contains("1 curve has its peak beyond the widths measured"))
    #expect(notes.contains("universal scalability law"))
  }

  @Test
  func `a workload with only one width is named and not drawn, even if it is the only workload`()
    throws
  {
    let one = row("memory", 4, ",512,,", 1.5)
    #expect(
      try strings(Self.speedUp, compute + one).joined().contains("one width, not drawn: memory"))
    #expect(
      try strings(Self.speedUp, Self.header + one).joined().contains("Nothing to draw: all of it"))
  }

  // MARK: Efficiency

  @Test func `each workload has its own panel`() throws {
    var table = Self.header
    table += row("compute", 2, "100,,,", 1) + row("compute", 2, "1000,,,", 1.5)
    table += row("memory", 2, ",512,,", 1) + row("memory", 2, ",4096,,", 1.2)
    for stride in [1, 8, 64] {
      table += row("stride", 2, "100,,\(stride),", 1.1)
      table += row("stride", 2, "1000,,\(stride),", 1.9)
    }
    table += row("compute", 2, "1000,,,4", 1.3)
    let strings = try strings(Self.efficiency, table)
    for title in [
      "compute, 2 CPUs wide", "memory, 2 CPUs wide", "stride, 2 CPUs wide, grain of 100 ns",
    ] {
      #expect(strings.contains(title), "\(title)")
    }
    // Strides are drawn only at the finest grain, and nested loops are not drawn.
    #expect(strings.contains("engine  55 % at 64") && !strings.joined().contains("engine  95 %"))
    #expect(strings.contains("engine  75 % at 1 µs") && !strings.joined().contains("engine  65 %"))
    #expect(strings.contains("break-even  50 %"))
  }

  @Test func `a width of one CPU has an efficiency, but no break-even`() throws {
    let table = Self.header + row("compute", 1, "10,,,", 0.5) + row("compute", 1, "100,,,", 1)
    let strings = try strings(Self.efficiency, table)
    #expect(strings.contains("compute, 1 CPU wide"))
    #expect(!strings.contains { $0.hasPrefix("break-even") })
  }

  @Test(arguments: [
    ("compute,engine,8,44.2,30,60,", "engine  44.2 ns"),
    ("compute,engine,8,44.2,,60,the interval reaches below", "engine  44.2 ns"),
    ("compute,engine,8,,,,\"below the smallest grain measured, 10 ns\"", "engine  below 10 ns"),
    ("compute,engine,8,,,,\"above the largest grain measured, 10000 ns\"", "engine  above 10 µs"),
  ])
  func `a break-even is shown even if it lies beyond the measured grains`(
    line: String, text: String
  ) throws {
    let strings = try strings(
      Self.efficiency, compute, beside: ("-break-even", Self.evenHeader + line + "\n"))
    #expect(strings.contains("break-even, with its interval"))
    #expect(strings.contains(text))
  }

  @Test func `a break-even at a width other than the panel's is not drawn`() throws {
    let strings = try strings(
      Self.efficiency, compute,
      beside: ("-break-even", Self.evenHeader + "compute,engine,4,44.2,30,60,\n"))
    #expect(!strings.contains("break-even, with its interval"))
  }
}
