package import BenchmarkAnalysis
import BenchmarkDocument

/// A flame graph as one self-contained SVG file, with zoom and search in a browser.
package struct FlameGraph {
  private let stacks: FoldedStacks
  private let title: String
  private let subtitle: [String]
  private let layout: FlameLayout

  private static let width = 1200.0
  private static let margin = 12.0
  private static let rowHeight = 18.0
  private static let boxHeight = 17.0
  /// The width of a character of the boxes' text, in pixels: in all common fixed-width fonts 0.6 of
  /// the text's size, which is 11 pixels.
  private static let characterWidth = 6.6
  /// The least share of the whole for which a box is drawn, about half a pixel: narrower boxes
  /// can't be seen, and towers of narrower boxes would make the picture high.
  private static let leastShare = 0.0005

  /// Makes a picture of stacks.
  ///
  /// - Parameters:
  ///   - stacks: The stacks to draw.
  ///   - title: One line.
  ///   - subtitle: A few lines: the case, the event that was sampled, the machine.
  package init(_ stacks: FoldedStacks, title: String, subtitle: [String]) {
    self.stacks = stacks
    self.title = title
    self.subtitle = subtitle
    layout = FlameLayout(
      stacks, root: StackFrame("all threads", .state), least: Self.leastShare)
  }

  /// The file's text; the same for the same stacks.
  package var svg: String {
    let height = Self.number(top + graphHeight + Self.margin)
    let width = Self.number(Self.width)
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" role="img" aria-label="\(Self.escaped(title))">
      <style>\(Self.style)</style>
      <rect class="page" width="100%" height="100%"/>
      \(heading)\(legend)\(controls)\(graph)<script><![CDATA[
      \(Self.script)]]></script>
      </svg>

      """
  }

  // MARK: Parts

  private var top: Double { 44 + Double(subtitle.count) * 16 + 26 }
  private var graphHeight: Double { max(Double(layout.levels), 1) * Self.rowHeight }
  private var scale: Double {
    layout.total == 0 ? 0 : (Self.width - 2 * Self.margin) / Double(layout.total)
  }

  private var heading: String {
    // A line that is too long for the picture is cut, and its tooltip has the whole line.
    let room = Int((Self.width - 2 * Self.margin) / 6.4)
    let notes = subtitle.enumerated().map { index, line in
      Self.text(
        "\(Self.escaped(Self.cut(line, to: room)))<title>\(Self.escaped(line))</title>",
        x: Self.margin, y: Double(48 + index * 16))
    }
    return Self.text(Self.escaped(title), class: "title", x: Self.margin, y: 28) + notes.joined()
  }

  /// A text element on a line of its own; the text is already markup.
  private static func text(
    _ text: String, class style: String = "note", x: Double, y: Double
  ) -> String {
    "<text class=\"\(style)\" x=\"\(number(x))\" y=\"\(number(y))\">\(text)</text>\n"
  }

  private var legend: String {
    let used = Set(layout.boxes.dropFirst().map(\.frame.origin))
    var x = Self.margin
    let y = top - 22
    let swatches = FlameColours.legend.filter { used.contains($0.sample.origin) }.map {
      text, sample in
      let start = x
      x += 15 + Double(text.count) * 6.6 + 14
      return """
        <rect x="\(Self.number(start))" y="\(Self.number(y))" width="11" height="11" rx="2" \
        fill="\(FlameColours.fill(sample))"/>\(Self.text(text, x: start + 15, y: y + 10))
        """
    }.joined()
    guard layout.narrow > 0 else { return swatches }
    let what = Words.count(layout.narrow, "box", "boxes")
    return swatches + Self.text("\(what) below 0.05 % not drawn", x: x, y: y + 10)
  }

  private var controls: String {
    let y = Self.number(top - 12)
    let right = Self.width - Self.margin
    return """
      <g id="controls">
      <text id="matched" class="note" x="\(Self.number(right - 170))" y="\(y)" \
      text-anchor="end"></text>
      <text id="search" class="button" x="\(Self.number(right - 82))" y="\(y)" text-anchor="end" \
      tabindex="0" role="button">Search (/)</text>
      <text id="reset" class="button" x="\(Self.number(right))" y="\(y)" text-anchor="end" \
      tabindex="0" role="button">Reset (Esc)</text>
      </g>

      """
  }

  private var graph: String {
    guard layout.total > 0 else {
      return Self.text("no samples", x: Self.margin, y: top + 12)
    }
    let boxes = layout.boxes.map(box).joined()
    return """
      <g id="graph" data-total="\(layout.total)" data-left="\(Self.number(Self.margin))" \
      data-width="\(Self.number(Self.width - 2 * Self.margin))" \
      data-character="\(Self.number(Self.characterWidth))">
      \(boxes)</g>

      """
  }

  private func box(_ box: FlameLayout.Box) -> String {
    let x = Self.margin + Double(box.start) * scale
    let y = top + graphHeight - Double(box.depth + 1) * Self.rowHeight
    let width = Double(box.weight) * scale
    let room = Int((width - 6) / Self.characterWidth)
    let label = room < 3 ? "" : Self.cut(box.frame.name, to: room)
    let name = Self.escaped(box.frame.name)
    // A gap of 0.6 pixels parts a box from the next; a box of at most 2 pixels has no room for it.
    let drawn = max(width - (width > 2 ? 0.6 : 0), 0.2)
    return """
      <g class="box" data-name="\(name)" data-start="\(box.start)" data-weight="\(box.weight)" \
      data-depth="\(box.depth)"\(box.depth == 0 ? " tabindex=\"0\"" : "")>\
      <title>\(name)\(Self.escaped(detail(box)))</title>\
      <rect x="\(Self.number(x))" y="\(Self.number(y))" width="\(Self.number(drawn))" \
      height="\(Self.number(Self.boxHeight))" rx="1.5" fill="\(FlameColours.fill(box.frame))"/>\
      <text x="\(Self.number(x + 3))" y="\(Self.number(y + 12.5))">\(Self.escaped(label))</text></g>

      """
  }

  private func detail(_ box: FlameLayout.Box) -> String {
    let own = box.selfWeight == 0 ? "" : "; \(percent(box.selfWeight)) in itself"
    return "\n\(percent(box.weight)), \(amount(box.weight))\(own)"
  }

  private func percent(_ weight: UInt64) -> String {
    let hundredths = Int((Double(weight) / Double(max(layout.total, 1)) * 10_000).rounded())
    return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100) %"
  }

  private func amount(_ weight: UInt64) -> String {
    switch stacks.unit {
    case .samples: Words.count(Int(clamping: weight), "sample")
    case .nanoseconds: "\(Self.number(Double(weight) / 1e6)) ms"
    }
  }

  // MARK: Text

  /// The number with two decimals at most and no trailing zeros, the same in every locale.
  private static func number(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
    if rest == 0 { return "\(whole)" }
    let digits = rest % 10 == 0 ? "\(rest / 10)" : rest < 10 ? "0\(rest)" : "\(rest)"
    return "\(whole).\(digits)"
  }

  private static func cut(_ text: String, to room: Int) -> String {
    text.count <= room ? text : text.prefix(max(room - 1, 0)) + "…"
  }

  /// Text for XML, in which `?` replaces control characters, because XML forbids them even as
  /// escapes.
  private static func escaped(_ text: String) -> String { XML.escaped(Printable.lines(text)) }

  // The sources of both files are in Templates/ beside this file.
  private static let style = TemplateFile.text(named: "flamegraph.css")
  private static let script = TemplateFile.text(named: "flamegraph.js")
}
