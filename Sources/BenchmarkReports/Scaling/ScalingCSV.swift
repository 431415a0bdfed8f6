public import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkStatistics

/// A table that is computed from the cases of a suite together.
public struct DerivedTable: Equatable, Sendable {
  /// The file's name, in the run's folder.
  public let fileName: String
  /// The whole file.
  public let text: String

  /// Makes a table of its file's name and text.
  public init(fileName: String, text: String) {
    self.fileName = fileName
    self.text = text
  }
}

/// The tables of what the cases of a suite say only together.
public enum ScalingCSV {
  /// The tables that have a row, in a fixed order.
  public static func tables(_ scaling: SuiteScaling) -> [DerivedTable] {
    let (suite, table) = (scaling.table.suite, scaling.table)
    let widths = scaling.fits.filter { $0.kind == .speedup }
    let threads = scaling.fits.filter { $0.kind == .throughput }
    var tables: [DerivedTable] = []
    func add(_ ending: String, _ hasRows: Bool, _ text: @autoclosure () -> String) {
      guard hasRows else { return }
      tables.append(DerivedTable(fileName: "\(suite)-\(ending).csv", text: text()))
    }
    add("scaling", !scaling.loops.isEmpty, loops(scaling))
    add("usl", !widths.isEmpty, widthFits(widths, table))
    add("threads-usl", !threads.isEmpty, threadFits(threads, table))
    add("break-even", !scaling.breakEvens.isEmpty, breakEvens(scaling))
    add("crossovers", !scaling.crossovers.isEmpty, crossovers(scaling))
    return tables
  }

  // MARK: Tables

  private static func loops(_ scaling: SuiteScaling) -> String {
    let parameters = ParameterFields(scaling.table)
    let header = row(
      ["case", "workload", "primitive"], parameters.names, names("speedup"), names("efficiency"),
      names("serial_fraction"), ["reason"])
    let rows = scaling.loops.map { loop in
      row(
        [loop.id.description, loop.id.workload, loop.id.primitive],
        parameters.values(loop.id.parameters), fields(loop.speedup), fields(loop.efficiency),
        fields(loop.serialFraction), [loop.reason])
    }
    return text(header, rows)
  }

  private static func widthFits(_ found: [ScalabilityFinding], _ table: SuiteTable) -> String {
    fits(
      found, ParameterFields(table, without: ["width"]),
      columns: row(["widths", "widest"], names("scale_speedup")), peak: "peak_width")
  }

  private static func threadFits(_ found: [ScalabilityFinding], _ table: SuiteTable) -> String {
    fits(
      found, ParameterFields(table, without: ["threads"]),
      columns: row(["thread_counts", "most_threads"], names("scale_ops_per_s")),
      peak: "peak_threads")
  }

  private static func fits(
    _ found: [ScalabilityFinding], _ parameters: ParameterFields, columns: [String], peak: String
  ) -> String {
    let header = row(
      ["workload", "primitive"], parameters.names, columns, names("alpha"), names("beta"),
      names(peak), ["largest_miss_percent", "reason"])
    let rows = found.map { curve in
      row(
        [curve.id.workload, curve.id.primitive], parameters.values(curve.id.parameters),
        [String(Set(curve.widths).count), String(curve.widths.max() ?? 0)],
        fields(curve.fit?.scale), fields(curve.fit?.contention), fields(curve.fit?.coherency),
        fields(curve.fit?.peakWidth),
        [FigureText.significant(curve.fit.map { 100 * $0.largestMiss }), curve.reason])
    }
    return text(header, rows)
  }

  private static func breakEvens(_ scaling: SuiteScaling) -> String {
    let parameters = ParameterFields(scaling.table, without: ["grain", "elements"])
    let hasElements = scaling.table.parameters.contains { $0.key == "elements" }
    let header = row(
      ["workload", "primitive"], parameters.names, ["sizes"], names("break_even_grain_ns"),
      hasElements ? names("break_even_elements") : [], ["reason"])
    let rows = scaling.breakEvens.map { found in
      row(
        [found.id.workload, found.id.primitive], parameters.values(found.id.parameters),
        [String(found.sizes.count)], fields(found.measure == .grain ? found.size : nil),
        hasElements ? fields(found.measure == .elements ? found.size : nil) : [],
        [found.reason])
    }
    return text(header, rows)
  }

  private static func crossovers(_ scaling: SuiteScaling) -> String {
    let parameters = ParameterFields(scaling.table, without: ["read-percent", "read-permille"])
    let header = row(
      ["workload"], parameters.names, ["primitive_a", "primitive_b", "crossings"],
      names("read_share_percent"), ["cheaper_below", "cheaper_above", "reason"])
    let rows = scaling.crossovers.map { found in
      row(
        [found.workload], parameters.values(found.parameters), found.primitives,
        [found.crossings.map { String($0) } ?? ""], fields(found.readShare),
        [found.cheaperBelow, found.cheaperAbove, found.reason])
    }
    return text(header, rows)
  }

  private static func text(_ header: [String], _ rows: [[String]]) -> String {
    ([header] + rows).map(CSV.line).joined()
  }

  private static func row(_ parts: [String]...) -> [String] { parts.flatMap { $0 } }

  // MARK: Fields

  private static func names(_ quantity: String) -> [String] {
    [quantity, quantity + "_low", quantity + "_high"]
  }

  /// What is infinite lies beyond what was measured: an empty field, and its row's reason says so.
  private static func fields(_ estimate: Estimate?) -> [String] {
    [estimate?.value, estimate?.interval?.low, estimate?.interval?.high]
      .map(FigureText.significant)
  }
}

/// The parameters of a suite as columns, but for those that a table's rows differ in.
struct ParameterFields {
  private let columns: [ParameterColumn]

  init(_ table: SuiteTable, without keys: Set<String> = []) {
    columns = table.parameters.filter { !keys.contains($0.key) }
  }

  var names: [String] { columns.map(\.name) }

  func values(_ parameters: [Parameter]) -> [String] {
    columns.map { column in
      parameters.first { $0.key == column.key }.map(\.text) ?? ""
    }
  }
}
