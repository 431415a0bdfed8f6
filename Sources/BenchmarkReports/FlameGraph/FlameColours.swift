import BenchmarkAnalysis

/// The colours of boxes: the hue shows the kind of code, and the shade only sets neighbours apart.
///
/// All colours are so light that a box's black text can be read, whether the page is white or dark.
enum FlameColours {
  /// The colour of a frame as `#rrggbb`; the same name has the same colour in every picture.
  static func fill(_ frame: StackFrame) -> String {
    let shade = Double(hash(frame.name) % 1000) / 999
    switch frame.origin {
    case .measuredLoop: return hex(mix((118, 200, 120), (150, 222, 140), shade))
    case .user: return hex(mix((246, 168, 84), (252, 212, 122), shade))
    case .kernel: return hex(mix((126, 176, 232), (166, 206, 246), shade))
    case .state: return hex(mix((188, 188, 196), (208, 208, 214), shade))
    }
  }

  /// The meanings of the hues, for the legend.
  static let legend: [(text: String, sample: StackFrame)] = [
    ("measured loop", StackFrame("a", .measuredLoop)), ("user code", StackFrame("a", .user)),
    ("kernel", StackFrame("a", .kernel)), ("thread state", StackFrame("a", .state)),
  ]

  /// FNV-1a (Fowler, Noll, Vo, 1991): hashes of `Hashable` differ from process to process.
  private static func hash(_ text: String) -> UInt32 {
    text.utf8.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 }
  }

  private typealias Colour = (Double, Double, Double)

  private static func mix(_ a: Colour, _ b: Colour, _ share: Double) -> Colour {
    (a.0 + (b.0 - a.0) * share, a.1 + (b.1 - a.1) * share, a.2 + (b.2 - a.2) * share)
  }

  private static func hex(_ colour: Colour) -> String {
    "#"
      + [colour.0, colour.1, colour.2].map { part in
        let text = String(Int(part), radix: 16)
        return text.count < 2 ? "0" + text : text
      }.joined()
  }
}
