/// The meaning of a part of a text; a backend without colours ignores the tone.
package enum Tone: Sendable {
  /// No tone.
  case plain
  /// A title, or a word to find.
  case strong
  /// An explanation of lesser importance.
  case faint
  /// Something that got better.
  case good
  /// A caution before the figures are used.
  case caution
  /// Something that is wrong.
  case alarm
}

/// A text whose parts have tones.
///
/// Each backend escapes the text, because the text may quote a file that others made.
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

  /// Whether the text has no character.
  package var isEmpty: Bool { spans.isEmpty }

  /// The first text followed by the second.
  package static func + (first: StyledText, second: StyledText) -> StyledText {
    var both = first
    both.spans += second.spans
    return both
  }

  /// The text with another tone in place of the plain tone.
  func emphasized(_ tone: Tone) -> StyledText {
    var text = self
    text.spans = spans.map { Span(text: $0.text, tone: $0.tone == .plain ? tone : $0.tone) }
    return text
  }
}
