/// How a part of a text is meant; a backend that has no colours leaves it out.
package enum Tone: Sendable {
  /// As the rest.
  case plain
  /// A title, or a word to find.
  case strong
  /// An explanation beside what matters.
  case faint
  /// Something that got better.
  case good
  /// Something to know before the figures are used.
  case caution
  /// Something that is wrong.
  case alarm
}

/// A text whose parts have tones.
///
/// It may quote what others wrote: each backend makes it harmless in its own way.
package struct StyledText: Equatable, Sendable, ExpressibleByStringInterpolation {
  struct Span: Equatable, Sendable {
    let text: String
    let tone: Tone
  }

  private(set) var spans: [Span]

  /// A text of one tone.
  package init(_ text: String, _ tone: Tone = .plain) {
    spans = text.isEmpty ? [] : [Span(text: text, tone: tone)]
  }

  /// A plain text.
  package init(stringLiteral text: String) { self.init(text) }

  /// The text without its tones.
  package var plain: String { spans.map(\.text).joined() }

  /// Whether it has no letter.
  package var isEmpty: Bool { spans.isEmpty }

  /// One text after the other.
  package static func + (first: StyledText, second: StyledText) -> StyledText {
    var both = first
    both.spans += second.spans
    return both
  }

  /// The same with another tone in place of the plain one.
  func emphasized(_ tone: Tone) -> StyledText {
    var text = self
    text.spans = spans.map { Span(text: $0.text, tone: $0.tone == .plain ? tone : $0.tone) }
    return text
  }
}
