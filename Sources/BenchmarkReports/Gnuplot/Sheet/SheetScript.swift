import BenchmarkDocument
import BenchmarkModel

/// gnuplot assignments, line by line.
final class SheetScript {
  private(set) var text = "text_of(line) = line[2:*]\n"

  static func number(_ value: Double) -> String {
    value.isFinite ? FigureText.significant(value) : "NaN"
  }

  /// The text of a number in a form that gnuplot does not read as an integer, because gnuplot
  /// truncates quotients of integers.
  private static func real(_ value: Double) -> String {
    let text = number(value)
    return text.contains { !($0.isNumber || $0 == "-") } ? text : text + ".0"
  }

  /// Writes texts as lines of a data block, which gnuplot takes literally.
  private func block(ofTexts values: [String]) {
    text += "$texts << END_OF_BLOCK\n"
    for value in values {
      // XML forbids ]]> in text, and gnuplot's SVG does not escape ]]>, so a zero-width space parts
      // it.
      text += ":\(Printable.text(value).replacing("]]>", with: "]]\u{200B}>"))\n"
    }
    text += "END_OF_BLOCK\n"
  }

  func set(_ name: String, _ value: String) {
    block(ofTexts: [value])
    text += "\(name) = text_of($texts[1])\n"
  }
  func set(_ name: String, _ value: Int) { text += "\(name) = \(value)\n" }
  func set(_ name: String, _ value: Double) { text += "\(name) = \(Self.real(value))\n" }
  func count(_ name: String, _ count: Int) { set(name + "_count", count) }

  func array(_ name: String, _ values: [String]) {
    block(ofTexts: values)
    text += "array \(name)[\(max(1, values.count))]\n"
    text += "dummy = sum [i=1:\(values.count)] (\(name)[i] = text_of($texts[i]), 0)\n"
  }
  func array(_ name: String, _ values: [Int]) { array(name, written: values.map(String.init)) }
  func array(_ name: String, _ values: [Double]) { array(name, written: values.map(Self.real)) }

  /// Writes an array; an empty array gets an element, because gnuplot has no empty arrays.
  private func array(_ name: String, written values: [String]) {
    let elements = values.isEmpty ? ["0"] : values
    text += "array \(name)[\(elements.count)] = [\(elements.joined(separator: ", "))]\n"
  }

  /// Writes the number of elements in a list that all panels share, and for each panel the numbers
  /// of its first and its last element, counted from 1.
  func ranges(_ name: String, _ counts: [Int]) {
    var end = 0
    let ends = counts.map { count in
      end += count
      return end
    }
    array(name + "_from", zip(counts, ends).map { $1 - $0 + 1 })
    array(name + "_to", ends)
    count(name, end)
  }

  /// Writes a block of data, in which each part has a gnuplot index.
  func block(_ name: String, _ parts: [[String]]) {
    text += "$\(name) << END_OF_BLOCK\n"
    text += parts.map { $0.joined(separator: "\n") }.joined(separator: "\n\n\n")
    text += "\nEND_OF_BLOCK\n"
  }
}
