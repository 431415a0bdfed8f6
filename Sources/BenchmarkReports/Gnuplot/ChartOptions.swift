/// The background that a chart is drawn for.
package enum ChartTheme: String, CaseIterable, Sendable {
  /// Black on white, for paper.
  case print
  /// Dark grey on white, for a light screen.
  case screen
  /// Light on a dark ground.
  case dark
}

/// The appearance of a chart, as an author chose it.
package struct ChartOptions: Equatable, Sendable {
  package var theme = ChartTheme.screen
  /// The width in mm; nil for the width that the chart needs.
  package var widthMillimetres: Double?
  /// The size of the text in points; nil for 9.
  package var fontPoints: Double?
  /// Whether the title and the subtitle are drawn.
  package var hasTitle = true
  /// Whether the notes and the caption below the chart are drawn.
  package var hasCaption = true
  /// Whether the chart does without colour.
  package var isMonochrome = false
  /// Whether axes begin at 0 instead of being logarithmic.
  package var isLinear = false
  /// Whether rows stay in the table's order, instead of being sorted by value.
  package var keepsOrder = false

  package init() {}

  /// The settings that gnuplot gets with `-e`: only numbers and fixed words; the other settings are
  /// in the chart's sheet (`ChartSheet`: the content that the template draws).
  package var script: String {
    var parts: [String] = []
    if theme != .screen { parts.append("theme = \"\(theme.rawValue)\"") }
    if let widthMillimetres { parts.append("width_mm = \(widthMillimetres)") }
    // The templates count in pixels of 1/96 inch, and a point is 1/72 inch.
    if let fontPoints { parts.append("font_px = \(fontPoints * 96 / 72)") }
    if !hasTitle { parts.append("has_title = 0") }
    if !hasCaption { parts.append("has_caption = 0") }
    return parts.joined(separator: "; ")
  }
}
