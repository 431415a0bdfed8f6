import BenchmarkDocument
import BenchmarkModel

/// Curves of percentiles on HdrHistogram's axis, from a table with a row for each percentile or
/// from the columns of the suite's table.
struct PercentilesChart: Sendable {
  var title: String
  var subtitle: String
  var yTitle: String
  var plural: String
  /// The word that the columns' names begin with, such as `wait` of `wait_p50_ns`.
  var prefix: String
  var noun: String
  var skein = Int.max
  /// The reason that the chart gives if it has valid rows but nothing to draw; if nil, the chart
  /// gives the reason that all charts give.
  var reasonIfAlone: String?
  var sharesLegend = false
  let situation: @Sendable (ChartRow) -> CurvesChart.Situation?

  func sheet(_ rows: ChartRows) throws(ChartTableError) -> ChartSheet {
    let isLong = rows.has("percentile")
    guard isLong || rows.has("\(prefix)_p50_ns") else {
      throw ChartTableError(
        description:
          "the table has no column percentile nor \(prefix)_p50_ns: it is not the table of this chart"
      )
    }
    let columns = [(50.0, "p50"), (90, "p90"), (99, "p99"), (99.9, "p999"), (100, "max")]
    return CurvesChart(
      title: title, subtitle: subtitle, yTitle: yTitle,
      views: [
        .init(
          situation: situation,
          readings: { row in
            isLong
              ? reading(row, row.number("percentile") ?? -1, "value_ns").map { [$0] } ?? []
              : columns.compactMap { reading(row, $0.0, "\(prefix)_\($0.1)_ns") }
          }, axis: { CurveAxis.percentiles($0, $1) })
      ], noun: noun, skein: skein, rowsAreCases: !isLong, plotEms: 27,
      finish: { sheet, rows, axes in
        sheet.sharesLegend = sharesLegend
        let isUnranked = axes.contains { $0.breakAt != nil }
        sheet.explanation +=
          " Ring and figure: the longest \(yTitle), "
          + (isUnranked
            ? "which has no place on this axis." : "drawn at one in n if n \(plural) were timed.")
        if let reasonIfAlone, !rows.valid.isEmpty, sheet.panels.isEmpty {
          sheet.reasonIfEmpty = reasonIfAlone
        }
      }
    ).sheet(rows)
  }

  private func reading(_ row: ChartRow, _ percentile: Double, _ column: String) -> CurvesChart
    .Reading?
  {
    guard (50...100).contains(percentile),
      let figure = row.figure(column, least: 1, mayBeZero: true)
    else { return nil }
    let samples = row.number("samples")
    if percentile >= 100 {
      return .init(
        x: samples.map { max(2, $0) } ?? CurveAxis.unranked, figure: figure, kind: .longest,
        text: "\(Quantity.duration.text(figure.value)) longest")
    }
    let oneIn = 100 / (100 - percentile)
    // A percentile beyond the rank of the longest value would only repeat the longest value.
    if let samples, oneIn >= samples { return nil }
    // Only points at the ticks of the axis have markers, because the markers of all points would
    // hide the line.
    let isTick = [50, 90, 99, 99.9, 99.99, 99.999, 99.9999, 99.99999].contains(percentile)
    return .init(
      x: oneIn, figure: figure, kind: isTick ? .marked : .unmarked,
      text:
        "\(Quantity.duration.text(figure.value)) at \(row.text("percentile").isEmpty ? FigureText.significant(percentile) : row.text("percentile")) %"
    )
  }
}
