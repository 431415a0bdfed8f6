/// A drawing of gnuplot's made fit to stand in a page: known elements and attributes only, each value
/// written anew, names of its own, and a text beside it for those who don't see it.
struct SVGDrawing {
  /// The element, as markup.
  private(set) var markup = ""
  /// The colours that it is drawn in.
  private(set) var colours: Set<String> = []
  /// The texts in it, in their order.
  private(set) var texts: [String] = []

  private let prefix: String
  private var markers: [String: SVGElement] = [:]
  private var usedMarkers: [String] = []
  private var lines: [String] = []
  /// The attributes of the group that is open; nil where none is.
  private var group: String?

  /// Shapes and what places them; the rest of their attributes is their style.
  private static let shapes: [String: [String]] = [
    "path": ["d"], "line": ["x1", "y1", "x2", "y2"], "rect": ["x", "y", "width", "height", "rx"],
    "circle": ["cx", "cy", "r"], "ellipse": ["cx", "cy", "rx", "ry"], "polygon": ["points"],
    "polyline": ["points"],
  ]

  /// Takes a drawing in.
  ///
  /// - Parameters:
  ///   - id: What its names begin with, which nothing else in the page does.
  ///   - title: What it is called, and ...
  ///   - text: ... what it shows, in words.
  init(_ source: String, id: String, title: String, text: String) throws(SVGError) {
    prefix = id
    var reader = SVGReader(source)
    let root = try reader.read()
    guard root.name == "svg",
      let box = root.attributes["viewBox"].flatMap({ SVGValues.numbers($0) }),
      let size = Self.size(box)
    else { throw .notADrawing }
    collectMarkers(in: root)
    for child in root.children { draw(child, SVGStyle(), transform: "", size: size) }
    closeGroup()
    let place =
      "viewBox=\"\(box)\" role=\"img\" aria-labelledby=\"\(id)-t \(id)-d\" fill=\"none\""
      + " style=\"width:\(Int(size.width))px\""
    markup =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" \(place)><title id=\"\(id)-t\">"
      + HTMLText.escaped(title) + "</title><desc id=\"\(id)-d\">" + HTMLText.escaped(text)
      + "</desc>\n" + definitions() + lines.joined(separator: "\n") + "\n</svg>"
  }

  private struct Size {
    let width, height: Double
  }

  private static func size(_ box: String) -> Size? {
    let numbers = box.split(separator: " ").compactMap { Double($0) }
    guard numbers.count == 4, numbers[2] > 0, numbers[3] > 0 else { return nil }
    return Size(width: numbers[2], height: numbers[3])
  }

  // MARK: What is drawn

  private mutating func draw(
    _ node: SVGNode, _ style: SVGStyle, transform: String, size: Size
  ) {
    guard case .element(let element) = node else { return }
    let own = style.inherited(by: element.attributes)
    let moved = transform + (element.attributes["transform"].flatMap(SVGValues.transform) ?? "")
    switch element.name {
    case "g", "svg":
      for child in element.children { draw(child, own, transform: moved, size: size) }
    case "text": drawText(element, own, transform: moved)
    case "use": drawMarker(element, own, transform: moved)
    default: drawShape(element, own, transform: moved, size: size)
    }
  }

  private mutating func drawShape(
    _ element: SVGElement, _ style: SVGStyle, transform: String, size: Size
  ) {
    guard let names = Self.shapes[element.name], !isPaper(element, size) else { return }
    var found: Set<String> = []
    let look = style.attributes(of: element.name, colours: &found)
    guard !found.isEmpty, let place = Self.place(of: element, names, places: 1) else { return }
    colours.formUnion(found)
    add("<\(element.name)\(place)\(Self.attribute("transform", transform))/>", look)
  }

  /// Whether it is the paper: the page has its own.
  private func isPaper(_ element: SVGElement, _ size: Size) -> Bool {
    element.name == "rect" && Double(element.attributes["width"] ?? "") == size.width
      && Double(element.attributes["height"] ?? "") == size.height
  }

  private static func place(of element: SVGElement, _ names: [String], places: Int) -> String? {
    var text = ""
    for name in names {
      guard let value = element.attributes[name] else { continue }
      let written =
        switch name {
        case "d": SVGValues.path(value, places: places)
        case "points": SVGValues.numbers(value, places: places)
        default: SVGValues.number(value, places: places)
        }
      guard let written else { return nil }
      text += attribute(name, written)
    }
    return text.isEmpty ? nil : text
  }

  private mutating func drawText(_ element: SVGElement, _ style: SVGStyle, transform: String) {
    let plain = Self.plainText(element)
    guard plain.contains(where: { !$0.isWhitespace }) else { return }
    texts.append(plain)
    let look = style.attributes(of: "text", colours: &colours)
    let isKept = element.attributes["xml:space"] == "preserve" ? " xml:space=\"preserve\"" : ""
    let place = Self.place(of: element, ["x", "y"], places: 1) ?? ""
    add(
      "<text\(place)\(Self.attribute("transform", transform))\(isKept)>"
        + spans(element, style) + "</text>", look)
  }

  /// The text with the parts that are raised or look otherwise.
  private mutating func spans(_ element: SVGElement, _ style: SVGStyle) -> String {
    var text = ""
    for child in element.children {
      switch child {
      case .text(let words): text += HTMLText.escaped(words)
      case .element(let span) where span.name == "tspan":
        let own = style.inherited(by: span.attributes)
        let outer = style.attributes(of: "text", colours: &colours).map { "\($0)=\($1)" }
        let look = own.attributes(of: "text", colours: &colours)
          .filter { !outer.contains("\($0)=\($1)") }
        text +=
          "<tspan" + (Self.place(of: span, ["dx", "dy"], places: 1) ?? "")
          + look.map(Self.attribute).joined() + ">" + spans(span, own) + "</tspan>"
      case .element: break
      }
    }
    return text
  }

  private static func plainText(_ element: SVGElement) -> String {
    element.children.map { child in
      switch child {
      case .text(let words): words
      case .element(let span): span.name == "tspan" ? plainText(span) : ""
      }
    }.joined()
  }

  // MARK: Markers

  private mutating func collectMarkers(in element: SVGElement) {
    for case .element(let child) in element.children {
      if let id = child.attributes["id"], child.name == "use" || Self.shapes[child.name] != nil {
        markers[id] = child
      }
      collectMarkers(in: child)
    }
  }

  private mutating func drawMarker(_ element: SVGElement, _ style: SVGStyle, transform: String) {
    // A marker's definition may be one of another, and is drawn where it is used only.
    guard element.attributes["id"] == nil, let name = reference(element) else { return }
    let place = Self.place(of: element, ["x", "y"], places: 1) ?? ""
    add(
      "<use href=\"#\(prefix)-\(name)\"\(place)\(Self.attribute("transform", transform))/>",
      style.attributes(of: "use", colours: &colours))
  }

  /// The marker that an element uses, as its place among those that are used; nil where there is none.
  private mutating func reference(_ element: SVGElement) -> Int? {
    guard let name = Self.target(of: element), isSound(name) else { return nil }
    if let known = usedMarkers.firstIndex(of: name) { return known }
    usedMarkers.append(name)
    return usedMarkers.count - 1
  }

  private static func target(of element: SVGElement) -> String? {
    let address = element.attributes["href"] ?? element.attributes["xlink:href"]
    guard let address, address.hasPrefix("#") else { return nil }
    return String(address.dropFirst())
  }

  /// Whether a marker is there and comes to a shape: one that uses itself would be drawn for ever.
  private func isSound(_ name: String) -> Bool {
    var next = name
    for _ in 0..<4 {
      guard let marker = markers[next] else { return false }
      guard marker.name == "use" else { return true }
      guard let further = Self.target(of: marker) else { return false }
      next = further
    }
    return false
  }

  private mutating func definitions() -> String {
    var text = ""
    var next = 0
    while next < usedMarkers.count {
      if let marker = markers[usedMarkers[next]] { text += definition(marker, next) }
      next += 1
    }
    return text.isEmpty ? "" : "<defs>\(text)</defs>\n"
  }

  private mutating func definition(_ marker: SVGElement, _ place: Int) -> String {
    var text = "<\(marker.name) id=\"\(prefix)-\(place)\""
    if marker.name == "use" {
      guard let target = reference(marker) else { return "" }
      text += " href=\"#\(prefix)-\(target)\""
    } else {
      guard let shape = Self.place(of: marker, Self.shapes[marker.name] ?? [], places: 3) else {
        return ""
      }
      text += shape
    }
    for (name, value) in marker.attributes.sorted(by: { $0.key < $1.key }) {
      switch name {
      case "fill", "stroke":
        if let colour = SVGValues.colour(value) { text += Self.attribute(name, colour) }
      case "stroke-width":
        if let width = SVGValues.number(value, places: 3) { text += Self.attribute(name, width) }
      case "transform":
        if let transform = SVGValues.transform(value) { text += Self.attribute(name, transform) }
      default: break
      }
    }
    return text + "/>"
  }

  // MARK: Markup

  /// Adds an element, in a group with the one before where both look alike.
  private mutating func add(_ element: String, _ look: [(String, String)]) {
    let attributes = look.map(Self.attribute).joined()
    if attributes != group {
      closeGroup()
      lines.append("<g\(attributes)>")
      group = attributes
    }
    lines.append(element)
  }

  private mutating func closeGroup() {
    if group != nil { lines.append("</g>") }
    group = nil
  }

  /// An attribute whose value was written by ``SVGValues``; nothing for an empty one.
  private static func attribute(_ name: String, _ value: String) -> String {
    value.isEmpty ? "" : " \(name)=\"\(value)\""
  }
}
