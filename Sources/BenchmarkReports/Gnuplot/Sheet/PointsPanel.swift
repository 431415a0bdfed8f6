/// The names beside the marks of a panel, and the size of the plot for which the names' positions
/// were found.
struct PointsPanel {
  let frame: PlotFrame
  /// The ends of the y axis, as positions on the drawn axis.
  let from, to: Double
  let labels: [LabelPlacement.Label]
}

/// The size of a panel's plot, as plots/layout.gp lays it out.
struct PlotFrame {
  /// The size of a plot, in ems.
  let width, height: Double
  /// The height of a plot with its heading, in ems.
  let outerHeight: Double

  init(_ sheet: ChartSheet, marks: Int, heading: Bool, _ options: ChartOptions) {
    let font = (options.fontPoints ?? 9) * 96 / 72
    let (axis, right) = (sheet.axisEms * font, max(8, 1.6 * font))
    let page = options.widthMillimetres.map { $0 / 25.4 * 96 - 12 }
    width =
      (page.map { $0 - min(axis, 0.5 * $0) - right } ?? sheet.plotEms * font + 8 - right) / font
    // The more marks there are, the more room their names need.
    height = max(14, min(34, 11 + 0.65 * Double(marks), page == nil ? 34 : 0.9 * width))
    outerHeight = height + (heading ? 2.2 : 0.8)
  }
}
