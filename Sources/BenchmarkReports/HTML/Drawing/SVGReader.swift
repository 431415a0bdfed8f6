/// Why a drawing can't be taken into the report.
enum SVGError: Error, Equatable, CustomStringConvertible {
  /// It is no XML, or none that a drawing is made of.
  case malformed(String)
  /// Its outermost element is no `svg` with a size.
  case notADrawing

  var description: String {
    switch self {
    case .malformed(let what): "the drawing can't be read: \(what)"
    case .notADrawing: "the drawing has no svg element with a size"
    }
  }
}

/// An element of a drawing.
struct SVGElement {
  var name: String
  var attributes: [String: String] = [:]
  var children: [SVGNode] = []
}

/// What an element holds.
enum SVGNode {
  case element(SVGElement)
  case text(String)
}

/// Reads the little XML that gnuplot writes: elements, attributes, text and the five entities.
///
/// Declarations, comments and processing instructions are skipped; anything else is refused.
struct SVGReader {
  private let bytes: [UInt8]
  private var place = 0
  private var open: [SVGElement] = []

  /// Deeper than any drawing, and far less than a stack holds.
  private static let deepest = 100

  init(_ text: String) { bytes = Array(text.utf8) }

  /// The outermost element with all that is in it.
  mutating func read() throws(SVGError) -> SVGElement {
    while place < bytes.count {
      if bytes[place] != UInt8(ascii: "<") {
        let text = try text(upTo: UInt8(ascii: "<"))
        if !open.isEmpty { open[open.count - 1].children.append(.text(text)) }
      } else if starts(with: "<!--") {
        try skip(past: "-->")
      } else if starts(with: "<?") {
        try skip(past: "?>")
      } else if starts(with: "<!") {
        try skip(past: ">")
      } else if starts(with: "</") {
        if let whole = try close() { return whole }
      } else if let whole = try begin() {
        return whole
      }
    }
    throw .malformed("it ends too early")
  }

  private func starts(with text: StaticString) -> Bool {
    text.withUTF8Buffer { bytes[place...].starts(with: $0) }
  }

  private mutating func skip(past end: StaticString) throws(SVGError) {
    while place < bytes.count, !starts(with: end) { place += 1 }
    guard place < bytes.count else { throw .malformed("it ends too early") }
    place += end.utf8CodeUnitCount
  }

  private mutating func begin() throws(SVGError) -> SVGElement? {
    place += 1
    var element = SVGElement(name: try name())
    while true {
      skipBlanks()
      guard place < bytes.count else { throw .malformed("it ends too early") }
      if starts(with: "/>") {
        place += 2
        return add(element)
      }
      if bytes[place] == UInt8(ascii: ">") {
        place += 1
        guard open.count < Self.deepest else { throw .malformed("it is nested too deeply") }
        open.append(element)
        return nil
      }
      let attribute = try name()
      element.attributes[attribute] = try value(of: attribute)
    }
  }

  private mutating func close() throws(SVGError) -> SVGElement? {
    place += 2
    let closed = try name()
    skipBlanks()
    guard place < bytes.count, bytes[place] == UInt8(ascii: ">"), let last = open.popLast(),
      last.name == closed
    else { throw .malformed("</\(closed)> closes nothing") }
    place += 1
    return add(last)
  }

  /// Puts an element into the one that is open; it itself where none is.
  private mutating func add(_ element: SVGElement) -> SVGElement? {
    if open.isEmpty { return element }
    open[open.count - 1].children.append(.element(element))
    return nil
  }

  private mutating func name() throws(SVGError) -> String {
    let start = place
    while place < bytes.count, Self.isOfName(bytes[place]) { place += 1 }
    guard place > start else { throw .malformed("a name is missing at byte \(start)") }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: ":"), UInt8(ascii: "-"),
      UInt8(ascii: "_"), UInt8(ascii: "."):
      true
    default: false
    }
  }

  private mutating func value(of attribute: String) throws(SVGError) -> String {
    skipBlanks()
    guard place < bytes.count, bytes[place] == UInt8(ascii: "=") else {
      throw .malformed("the attribute \(attribute) has no value")
    }
    place += 1
    skipBlanks()
    guard place < bytes.count,
      bytes[place] == UInt8(ascii: "\"") || bytes[place] == UInt8(ascii: "'")
    else { throw .malformed("the attribute \(attribute) has no value") }
    let quote = bytes[place]
    place += 1
    let value = try text(upTo: quote)
    place += 1
    return value
  }

  private mutating func text(upTo end: UInt8) throws(SVGError) -> String {
    let start = place
    while place < bytes.count, bytes[place] != end { place += 1 }
    guard place < bytes.count || open.isEmpty else { throw .malformed("it ends too early") }
    let raw = bytes[start..<place]
    guard raw.contains(UInt8(ascii: "&")) else { return String(decoding: raw, as: UTF8.self) }
    return try SVGEntities.resolved(String(decoding: raw, as: UTF8.self))
  }

  private mutating func skipBlanks() {
    while place < bytes.count, [0x20, 0x09, 0x0a, 0x0d].contains(bytes[place]) { place += 1 }
  }
}

/// The entities that every XML has, and characters by their number.
private enum SVGEntities {
  /// By bytes: a semicolon with a combining mark behind it is another character, and ends an entity all the same.
  static func resolved(_ text: String) throws(SVGError) -> String {
    let parts = text.utf8.split(
      separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
    var resolved = String(Substring(parts[0]))
    for part in parts.dropFirst() {
      guard let end = part.firstIndex(of: UInt8(ascii: ";")),
        let character = character(Substring(part[..<end]))
      else { throw .malformed("an entity is unknown") }
      resolved.unicodeScalars.append(character)
      resolved += Substring(part[part.index(after: end)...])
    }
    return resolved
  }

  private static func character(_ name: Substring) -> Unicode.Scalar? {
    switch name {
    case "lt": "<"
    case "gt": ">"
    case "amp": "&"
    case "quot": "\""
    case "apos": "'"
    case _ where name.hasPrefix("#x"):
      UInt32(name.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
    case _ where name.hasPrefix("#"): UInt32(name.dropFirst()).flatMap(Unicode.Scalar.init)
    default: nil
    }
  }
}
