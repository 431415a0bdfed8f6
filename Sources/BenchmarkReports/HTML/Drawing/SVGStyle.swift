/// How a shape or a text of a drawing looks: what its groups hand down to it.
struct SVGStyle: Equatable {
  private var values: [String: String] = [:]

  /// What is inherited, and how each value is checked.
  private static let checks: [(name: String, check: @Sendable (String) -> String?)] = [
    ("fill", SVGValues.colour), ("stroke", SVGValues.colour), ("color", SVGValues.colour),
    ("stroke-width", { SVGValues.number($0, places: 2) }),
    ("stroke-dasharray", { SVGValues.numbers($0) }),
    ("stroke-linecap", { ["round", "square"].contains($0) ? $0 : nil }),
    ("stroke-linejoin", { ["round", "bevel"].contains($0) ? $0 : nil }),
    ("opacity", { SVGValues.number($0, places: 2) }),
    ("fill-opacity", { SVGValues.number($0, places: 2) }),
    ("stroke-opacity", { SVGValues.number($0, places: 2) }),
    ("font-size", { SVGValues.number($0) }),
    ("font-weight", { ["bold", "600", "700"].contains($0) ? $0 : nil }),
    ("font-style", { ["italic", "oblique"].contains($0) ? $0 : nil }),
    ("text-anchor", { ["middle", "end"].contains($0) ? $0 : nil }),
  ]

  private static let ofShapes: Set = [
    "fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin",
    "opacity", "fill-opacity", "stroke-opacity",
  ]
  private static let ofTexts: Set = [
    "fill", "font-size", "font-weight", "font-style", "text-anchor", "opacity", "fill-opacity",
  ]
  private static let ofMarkers: Set = ["color", "opacity"]

  /// The style of what stands in an element of these attributes.
  func inherited(by attributes: [String: String]) -> SVGStyle {
    var style = self
    for (name, check) in Self.checks {
      // What is refused is not inherited either: the element asked for something else.
      if let value = attributes[name] { style.values[name] = check(value) }
    }
    return style
  }

  /// The attributes that matter to an element, each with its value, in a fixed order.
  func attributes(of element: String, colours: inout Set<String>) -> [(String, String)] {
    let names: Set<String> =
      switch element {
      case "text": Self.ofTexts
      case "use": Self.ofMarkers
      default: Self.ofShapes
      }
    return Self.checks.compactMap { name, _ in
      guard names.contains(name), let value = resolved(name) else { return nil }
      // The drawing's outermost element says that nothing is filled; a width of 1 goes without saying.
      if value == "none" || (name == "stroke-width" && value == "1") { return nil }
      if value.hasPrefix("#") { colours.insert(value) }
      return (name, value)
    }
  }

  private func resolved(_ name: String) -> String? {
    let value = values[name]
    guard value == "currentColor", name != "color" else { return value }
    return values["color"] ?? "#000000"
  }
}
