/// The output of a command, in parts that each backend lays out in its own way.
package struct Document: Sendable, ExpressibleByArrayLiteral {
  /// The parts, from the first to the last.
  package private(set) var blocks: [Block]

  package init(_ blocks: [Block]) { self.blocks = blocks }

  package init(arrayLiteral blocks: Block...) { self.blocks = blocks }

  /// Whether the document has no part.
  package var isEmpty: Bool { blocks.isEmpty }

  /// The first document followed by the second.
  package static func + (first: Document, second: Document) -> Document {
    Document(first.blocks + second.blocks)
  }

  /// Appends another document's parts.
  package static func += (document: inout Document, other: Document) {
    document.blocks += other.blocks
  }

  /// The documents that are not empty, one after the other, with a space between every two.
  package static func spaced(_ parts: [Document]) -> Document {
    Document(Array(parts.filter { !$0.isEmpty }.map(\.blocks).joined(separator: [.space])))
  }
}

/// A part of a document.
package enum Block: Sendable {
  /// A title with an explanation; a title of level 2 is subordinate to a title of level 1.
  case heading(StyledText, level: Int, beside: String)
  /// Sentences.
  case paragraph(Paragraph)
  /// Rows and columns.
  case table(Table)
  /// A blank line on a terminal; the other backends have a spacing of their own.
  case space

  /// A title of level 1.
  package static func heading(_ text: StyledText, beside: String = "") -> Block {
    .heading(text, level: 1, beside: beside)
  }

  /// A title that needs no explanation.
  package static func heading(_ text: StyledText, level: Int) -> Block {
    .heading(text, level: level, beside: "")
  }

  /// A sentence without line breaks, so that scripts can find the whole sentence.
  package static func line(_ text: StyledText, label: StyledText = "") -> Block {
    .text(text, label: label, width: .max)
  }

  /// Sentences, after a label if there is one.
  ///
  /// - Parameters:
  ///   - text: The sentences.
  ///   - label: The text before the first line, with its indent and the blanks after it.
  ///   - width: The maximum length of a line on a terminal.
  package static func text(
    _ text: StyledText, label: StyledText = "", width: Int = Paragraph.width
  ) -> Block {
    .paragraph(Paragraph(text: text, label: label, width: width))
  }
}

/// Sentences that a terminal breaks into lines between words.
package struct Paragraph: Equatable, Sendable {
  /// The maximum length of a line on a terminal, unless a paragraph has its own.
  package static let width = 120

  let text: StyledText
  let label: StyledText
  let width: Int

  /// The label without the blanks and the colon around it.
  var name: String {
    String(label.plain.dropLast { $0 == " " || $0 == ":" }.drop { $0 == " " })
  }
}
