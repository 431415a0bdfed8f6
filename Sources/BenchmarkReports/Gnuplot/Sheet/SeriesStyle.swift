/// The colours of charts, in the order of the palette of plots/look.gp.
enum ChartColour: Int, Sendable {
  case black = 1, orange, sky, green, blue, vermillion, purple, ink, soft, behind, paper

  /// The families that have the same colour in every chart.
  static let ofFamilies: [String: ChartColour] = [
    "floor": .black, "spinlock": .vermillion, "pthread": .blue, "futex": .green,
    "composite": .purple,
    "serial-queue": .orange, "concurrent-queue": .sky,
  ]
  static let spare: [ChartColour] = [.vermillion, .orange, .green, .sky, .blue, .purple, .black]
}

/// The colour, the marker and the dash of a row or series; marker 0 is no marker.
struct SeriesStyle {
  var colour: ChartColour
  var marker = 0
  var dash = 1

  static let guide = SeriesStyle(colour: .soft)
}

/// The colours and markers of a table's primitives: a family shares a colour, and markers tell its
/// primitives apart.
struct SeriesStyles: Sendable {
  private struct Known {
    let style: SeriesStyle
    let family: String
    let isListed: Bool
  }

  private static let markers = [7, 5, 13, 9, 11, 6, 4, 8, 12, 10, 2, 3, 15, 14, 1]
  /// The dashes that tell series of one colour apart, solid first.
  private static let plainDashes = [1, 6, 7, 8, 9, 10, 11, 12]

  private let isMonochrome: Bool
  private var known: [String: Known] = [:]
  private var used: [ChartColour] = []
  private var spareTaken = 0
  /// The series drawn so far, by primitive: the marker, the colour, the number of the series
  /// (`number`), and its number among the series of its colour (`alike`).
  private var drawn: [String: (marker: Int, colour: ChartColour, number: Int, alike: Int)] = [:]

  init(isMonochrome: Bool) { self.isMonochrome = isMonochrome }

  /// Gives a primitive a colour and a marker, if it has none yet.
  mutating func note(_ primitive: String, family: String) {
    guard known[primitive] == nil else { return }
    let listed = ChartColour.ofFamilies[family]
    let ofFamily = family.isEmpty ? nil : known.values.first { $0.family == family }?.style.colour
    let colour = listed ?? ofFamily ?? nextColour()
    let index = 2 * colour.rawValue + used.count { $0 == colour }
    known[primitive] = Known(
      style: SeriesStyle(colour: colour, marker: Self.markers[index % Self.markers.count]),
      family: family,
      isListed: listed != nil)
    used.append(colour)
  }

  private mutating func nextColour() -> ChartColour {
    spareTaken += 1
    return ChartColour.spare.first { !used.contains($0) }
      ?? ChartColour.spare[(spareTaken - 1) % ChartColour.spare.count]
  }

  /// The ``SeriesStyle`` that ``note(_:family:)`` gave a primitive.
  ///
  /// Runs after the first are dashed. In a monochrome chart, the first run's dashes depend on the
  /// colours.
  func style(_ primitive: String, run: Int = 0) -> SeriesStyle {
    guard var style = known[primitive]?.style else {
      return SeriesStyle(colour: .vermillion, marker: 7)
    }
    style.dash =
      run > 0 ? 2 + run % 4 : isMonochrome ? 1 + (style.colour.rawValue - 1) % 5 : 1
    return style
  }

  func family(of primitive: String) -> ChartColour? {
    known[primitive].flatMap { $0.isListed ? $0.style.colour : nil }
  }

  /// The ``SeriesStyle`` of a series in a chart of several series: with a marker that no other
  /// primitive of the chart has, while there are enough markers.
  ///
  /// If the series of another primitive was drawn before in the same colour, this series gets a
  /// colour that no primitive of the table has. If no such colour is left, the series gets a dash
  /// of its own, but only in a chart of a single run.
  mutating func distinctStyle(_ primitive: String, run: Int = 0, runs: Int = 1) -> SeriesStyle {
    var style = self.style(primitive, run: run)
    if drawn[primitive] == nil {
      let taken = drawn.values.map(\.marker)
      let free = Self.markers.first { !taken.contains($0) } ?? style.marker
      let colours = drawn.values.map(\.colour)
      let other = ChartColour.spare.first { !used.contains($0) && !colours.contains($0) }
      let colour = colours.contains(style.colour) ? other ?? style.colour : style.colour
      drawn[primitive] = (
        taken.contains(style.marker) ? free : style.marker, colour, drawn.count,
        colours.count { $0 == colour }
      )
    }
    if let own = drawn[primitive] {
      (style.marker, style.colour) = (own.marker, own.colour)
      if runs < 2 { style.dash = Self.plainDash(isMonochrome ? own.number : own.alike) }
    }
    return style
  }

  /// The dash that tells a series from other series of its colour, chosen by the number of the
  /// series.
  static func plainDash(_ number: Int) -> Int { plainDashes[number % plainDashes.count] }
}
