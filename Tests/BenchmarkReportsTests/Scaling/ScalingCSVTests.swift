import BenchmarkModel
import BenchmarkReports
import Testing

@Suite struct ScalingCSVTests {
  @Test func `loops have three tables, in which an infinite value is an empty field`() {
    #expect(
      ScalingFixture.loops.files == [
        DerivedTable(
          fileName: "loops-scaling.csv",
          text: """
            case,workload,primitive,width,grain_ns,iterations,speedup,speedup_low,speedup_high,\
            efficiency,efficiency_low,efficiency_high,\
            serial_fraction,serial_fraction_low,serial_fraction_high,reason
            loops/compute/engine/width=1/grain=1000,compute,engine,1,1000,,0.9,,,0.9,,,,,,\
            one CPU has no serial fraction
            loops/compute/engine/width=2/grain=1000,compute,engine,2,1000,,1.6,1.5,1.7,\
            0.8,0.75,0.85,0.25,0.2,0.3,

            """),
        DerivedTable(
          fileName: "loops-usl.csv",
          text: """
            workload,primitive,grain_ns,iterations,widths,widest,\
            scale_speedup,scale_speedup_low,scale_speedup_high,alpha,alpha_low,alpha_high,\
            beta,beta_low,beta_high,peak_width,peak_width_low,peak_width_high,\
            largest_miss_percent,reason
            compute,engine,1000,,2,2,,,,,,,,,,,,,,"not fitted: 2 widths, 4 needed"

            """),
        DerivedTable(
          fileName: "loops-break-even.csv",
          text: """
            workload,primitive,width,iterations,sizes,\
            break_even_grain_ns,break_even_grain_ns_low,break_even_grain_ns_high,reason
            compute,engine,2,,2,31.6228,,120,the interval reaches below the smallest grain measured
            compute,other,2,,2,,,,"above the largest grain measured, 1000 ns"

            """),
      ])
  }

  @Test func `a fit's row has its coefficients, its peak and its largest error`() throws {
    let tables = ScalingFixture.fitted.files
    #expect(tables.map(\.fileName) == ["loops-usl.csv"])
    let lines = try #require(tables.first).text.split(separator: "\n")
    #expect(
      lines.dropFirst().map(String.init) == [
        "compute,engine,10,,4,8,0.9,0.8,1,0.05,0.04,0.06,0.00475,0,0.006,,,,2.1,"
          + "no peak: beta is 0",
        "compute,engine,1000,,4,8,0.9,0.8,1,0.05,0.04,0.06,0.00475,0,0.006,14.1421,9,,2.1,",
      ])
  }

  @Test func `pairs of primitives have a row for each crossing, or one row if there is none`() {
    #expect(
      ScalingFixture.crossovers.files == [
        DerivedTable(
          fileName: "barrier-crossovers.csv",
          text: """
            workload,threads,primitive_a,primitive_b,crossings,\
            reads_above_percent,reads_below_percent,\
            cheaper_below,cheaper_above,reason
            read-mix,2,a,b,1,99,99.9,a,b,
            read-mix,2,a,c,1,0,,c,a,the share is unknown
            read-mix,2,b,c,0,,,b,b,b costs less at every share measured
            read-mix,2,a,d,2,0,50,a,d,they cross 2 times
            read-mix,2,a,d,2,50,50,d,a,they cross 2 times
            read-mix,2,b,d,,,,,,too few shares

            """)
      ])
  }
}
