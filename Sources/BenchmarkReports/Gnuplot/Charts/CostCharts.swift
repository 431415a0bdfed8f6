import BenchmarkDocument
import BenchmarkModel

/// Dot plots of the cost of one operation, the rows sorted by cost: a panel for each situation, or
/// for each workload if `shared` is nil.
struct CostChart: Sendable {
  /// A row of the table, with its figure and its name in the chart.
  private struct Item {
    let row: ChartRow
    let figure: PlottedFigure
    /// The name without the run, by which the rows of a case from several runs stay together.
    let name: String
    let tail: String
  }

  let title: String
  let subtitle: String
  let axisTitle: String
  /// The workload of one thread without contention, and the title of its panels.
  var alone: (workload: String, title: String)?
  /// The workload of several threads, and the start of its panels' titles; nil if each workload has
  /// a panel.
  var shared: (workload: String, title: String)?

  func sheet(_ rows: ChartRows) -> ChartSheet {
    var sheet = rows.sheet(title, subtitle)
    sheet.axisEms = 0
    let priced = rows.valid.filter { $0.figure("ns_per_op") != nil }
    if shared == nil {
      drawByWorkload(priced, rows, &sheet)
    } else {
      drawBySituation(priced, rows, &sheet)
    }
    if sheet.panels.contains(where: { $0.rows.contains { $0.regimes != nil } }) {
      sheet.explanation += PlottedRegimes.explanation
    }
    return sheet
  }

  // MARK: A panel for each situation

  /// Draws, for each amount of work, a line of panels on one scale: a panel for one thread alone,
  /// and a panel for each combination of a number of threads with a placement.
  private func drawBySituation(_ priced: [ChartRow], _ rows: ChartRows, _ sheet: inout ChartSheet) {
    let isAlone = { (row: ChartRow) in row.workload == alone?.workload }
    let drawn = priced.filter { isAlone($0) || $0.workload == shared?.workload }
    // A `shared` case of one thread is left out if its primitive was measured as `alone` with the
    // same work and placement.
    let own = drawn.filter { row in
      isAlone(row) || row.threads != 1
        || !drawn.contains {
          isAlone($0) && $0.primitive == row.primitive && $0.work == row.work
            && $0.setting == row.setting
            && $0.runIndex == row.runIndex
        }
    }
    if own.count < drawn.count, let alone, let shared {
      sheet.notes.append(
        "\(shared.workload) with one thread: not drawn if \(alone.workload), which measures the same, is drawn"
      )
    }
    let group = { (row: ChartRow) in (isAlone(row) ? "" : row.text("threads")) + row.setting }
    let groups = unique(own.map(group))
    let lines = unique(own.map(\.work)).map { work in
      groups.compactMap { here -> ChartPanel? in
        let items = own.filter { $0.work == work && group($0) == here }
        return items.first.map {
          panel(situationTitle($0), items.map { item($0, rows) }, rows, scale: work)
        }
      }
    }
    let widest = lines.map(\.count).max() ?? 1
    let kept = fitting(lines, rows.options)
    sheet.columns = widest == 3 || widest > 4 ? 3 : min(2, max(1, lines.joined().count))
    sheet.plotEms = [38, 27, 22][sheet.columns - 1]
    sheet.panels = kept.flatMap { line in
      line.enumerated().map { index, panel in
        var panel = panel
        panel.startsLine = index == 0
        return panel
      }
    }
    if kept.count < lines.count {
      sheet.notes.append(
        "\(counted(lines.count - kept.count, "combination")) of work inside and outside not drawn, for lack of room: "
          + "they are in the table")
    }
  }

  /// The lines of panels that fit on a page; the first line is kept even if it does not fit.
  private func fitting(_ lines: [[ChartPanel]], _ options: ChartOptions) -> [[ChartPanel]] {
    let mostRows = options.widthMillimetres == nil ? 240 : options.isNarrow ? 60 : 120
    var (rows, panels) = (0, 0)
    return lines.enumerated().filter { number, line in
      let more = line.reduce(0) { $0 + $1.rows.count }
      guard number == 0 || (rows + more <= mostRows && panels + line.count <= 24) else {
        return false
      }
      rows += more
      panels += line.count
      return true
    }.map(\.element)
  }

  private func situationTitle(_ row: ChartRow) -> String {
    let work = row.work.isEmpty ? "" : ", " + row.work
    if row.workload == alone?.workload { return (alone?.title ?? "") + row.setting + work }
    return "\(shared?.title ?? ""), \(counted(Int(row.threads), "thread"))" + row.setting + work
  }

  private func item(_ row: ChartRow, _ rows: ChartRows) -> Item {
    Item(
      row: row, figure: row.figure("ns_per_op") ?? PlottedFigure(0), name: row.primitive,
      tail: rows.runs.isEmpty ? "" : ChartRows.runMark + row.text("run"))
  }

  // MARK: A panel for each workload

  /// Draws a panel for each workload; a row is a primitive with the parameters that vary within the
  /// workload.
  private func drawByWorkload(_ priced: [ChartRow], _ rows: ChartRows, _ sheet: inout ChartSheet) {
    // The table also has columns of the primitives' traits, so the parameters are found by the
    // cases' names.
    let keys = Set(priced.flatMap(Self.keys))
    let parameters = rows.columns.filter {
      keys.contains($0) || keys.contains($0.split(separator: "_").dropLast().joined(separator: "_"))
    }
    let workloads = unique(priced.map(\.workload))
    let without = unique(rows.valid.map(\.workload)).filter { !workloads.contains($0) }
    if !without.isEmpty {
      sheet.notes.append(
        "without a cost of one operation, in the table: \(without.joined(separator: ", "))")
    }
    sheet.panels = workloads.map { workload in
      let own = priced.filter { $0.workload == workload }
      let varied = parameters.filter { parameter in
        Set(own.map { $0.text(parameter) }.filter { !$0.isEmpty }).count > 1
      }
      let items = own.map { row in
        let settings = varied.filter { !row.text($0).isEmpty }.map { ", " + Self.setting($0, row) }
          .joined()
        let plain = item(row, rows)
        return Item(
          row: row, figure: plain.figure, name: row.primitive + settings,
          tail: settings + plain.tail)
      }
      return panel(workload, items, rows, scale: workload)
    }
    sheet.columns = workloads.count <= 1 ? 1 : 2
    sheet.plotEms = sheet.columns == 1 ? 38 : 25
  }

  /// The parameters in the name of a row's case, spelled as in the columns' names but without the
  /// unit at the end.
  private static func keys(_ row: ChartRow) -> [String] {
    guard let id = try? CaseID(parsing: row.text("case")) else { return [] }
    return id.parameters.map { $0.key.replacing("-", with: "_") }
  }

  private static func setting(_ parameter: String, _ row: ChartRow) -> String {
    guard parameter.hasSuffix("_ns"), let duration = row.number(parameter) else {
      return "\(parameter)=\(row.text(parameter))"
    }
    return "\(parameter.dropLast(3))=\(asked(duration))"
  }

  // MARK: A panel

  /// Makes a panel with its rows sorted by cost, unless the options keep the table's order; the
  /// sorted rows of a case from several runs stay together, at the position of the cheapest row.
  private func panel(_ title: String, _ items: [Item], _ rows: ChartRows, scale: String)
    -> ChartPanel
  {
    let least = Dictionary(items.map { ($0.name, $0.figure.value) }, uniquingKeysWith: min)
    let order = items.enumerated().sorted {
      let keys = ($0.element, $1.element)
      let costs = (least[keys.0.name] ?? 0, least[keys.1.name] ?? 0)
      return !rows.options.keepsOrder && costs.0 != costs.1
        ? costs.0 < costs.1 : $0.offset < $1.offset
    }.map(\.element)
    return ChartPanel(
      title: title, unit: .duration, xTitle: axisTitle, scale: scale,
      rows: order.map { item in
        PlottedRow(
          name: item.row.primitive, tail: item.tail, figure: item.figure,
          text: Quantity.duration.text(item.figure.value),
          style: rows.styles.style(item.row.primitive), regimes: item.row.regimes)
      })
  }
}
