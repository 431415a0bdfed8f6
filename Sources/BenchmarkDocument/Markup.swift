/// Markup of a page: HTML that is well-formed XML too.
///
/// Interpolated text is escaped, and interpolated markup stays as it is.
package struct Markup: Sendable, ExpressibleByStringInterpolation {
  /// The markup as text.
  package private(set) var source: String

  /// Makes unescaped markup of a string, which must hold no text from outside the program, such as
  /// a name or a path.
  package init(verbatim source: String) { self.source = source }

  package init(stringLiteral source: String) { self.source = source }

  package init(stringInterpolation parts: StringInterpolation) { source = parts.source }

  /// The collector of an interpolated markup's parts, which escapes the parts that are text.
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var source = ""

    package init(literalCapacity: Int, interpolationCount: Int) {
      source.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    package mutating func appendLiteral(_ literal: String) { source += literal }
    package mutating func appendInterpolation(_ text: String) { source += HTML.escaped(text) }
    package mutating func appendInterpolation(_ count: Int) { source += String(count) }
    package mutating func appendInterpolation(_ markup: Markup) { source += markup.source }
    package mutating func appendInterpolation(_ parts: [Markup]) {
      for part in parts { source += part.source }
    }
  }

  package static func += (markup: inout Markup, other: Markup) { markup.source += other.source }
}
