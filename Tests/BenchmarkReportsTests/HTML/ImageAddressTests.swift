import BenchmarkDocument
import Foundation
import Testing

@testable import BenchmarkReports

@Suite struct ImageAddressTests {
  private static let start = "data:image/svg+xml,"

  @Test(arguments: [
    HTMLFixture.svg, "<svg title='a' b=\"c\">100 % # &amp; µ·×…</svg>", "\u{0}\u{1B}\t\u{7F}", "",
    "'/><script>alert(1)</script>", "\u{FFFF}\u{0301}",
  ])
  func `an image's address contains the whole drawing`(drawing: String) throws {
    let address = ImageAddress.svg(drawing).source
    #expect(address.hasPrefix(Self.start))
    let held = String(address.dropFirst(Self.start.count))
    #expect(held.removingPercentEncoding == drawing.replacing("\n", with: " "), "\(held)")
    #expect(!held.utf8.contains { UInt8(ascii: "\n") == $0 || $0 > 0x7E || $0 < 0x20 })
    for end in ["'", "<", "&", "#"] { #expect(!held.contains(end), "\(end)") }
    #expect(!held.contains("%") || held.contains(/%[0-9A-F]{2}/))
  }

  @Test func `most of a drawing's bytes are not escaped`() {
    let drawing = String(repeating: "<path d=\"M1,2 L3,4\"/>", count: 100)
    #expect(ImageAddress.svg(drawing).source.utf8.count < drawing.utf8.count * 9 / 8)
  }
}

/// Tests of the charts' colours after the dark theme's filter, which is computed as CSS Filter
/// Effects defines it.
@Suite struct DarkDrawingTests {
  private struct Colour {
    var red, green, blue: Double

    init(_ hex: String) throws {
      let value = try #require(UInt32(hex.dropFirst(), radix: 16))
      (red, green, blue) = (
        Double(value >> 16) / 255, Double(value >> 8 & 255) / 255, Double(value & 255) / 255
      )
    }

    /// WCAG 2.1's relative luminance.
    var luminance: Double {
      func linear(_ part: Double) -> Double {
        part <= 0.03928 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    func contrast(with other: Colour) -> Double {
      (max(luminance, other.luminance) + 0.05) / (min(luminance, other.luminance) + 0.05)
    }

    func filtered(_ filter: Filter) -> Colour {
      var colour = self
      func inverted(_ part: Double) -> Double { filter.invert + (1 - 2 * filter.invert) * part }
      (colour.red, colour.green, colour.blue) = (inverted(red), inverted(green), inverted(blue))
      // Turning a hue by half a circle gives twice the colour's grey minus the colour.
      let grey = 0.213 * colour.red + 0.715 * colour.green + 0.072 * colour.blue
      func turned(_ part: Double) -> Double {
        min(1, max(0, (2 * grey - part)) * filter.brightness)
      }
      (colour.red, colour.green, colour.blue) = (
        turned(colour.red), turned(colour.green), turned(colour.blue)
      )
      return colour
    }
  }

  private struct Filter {
    let invert, brightness: Double
  }

  private static func filter() throws -> Filter {
    let style = PageTemplate.styles
    let found = style.matches(
      of: /--drawing:invert\(([0-9.]+)\) hue-rotate\(180deg\) brightness\(([0-9.]+)\)/)
    // The filter must be the same whether the system or a button chooses the dark theme.
    #expect(found.count == 2 && found.first?.0 == found.last?.0)
    let parts = try #require(found.first)
    return Filter(invert: try #require(Double(parts.1)), brightness: try #require(Double(parts.2)))
  }

  /// The hues of texts and lines, as listed in plots/look.gp.
  private static let hues = [
    "#000000", "#e69f00", "#56b4e9", "#009e73", "#0072b2", "#d55e00", "#cc79a7",
  ]

  @Test(arguments: hues)
  func `each hue has enough contrast for graphics on dark paper`(hue: String) throws {
    let filter = try Self.filter()
    let paper = try Colour("#ffffff").filtered(filter)
    #expect(try Colour(hue).filtered(filter).contrast(with: paper) >= 4)
  }

  @Test(arguments: ["#1a1a1a", "#5f5f5f"])
  func `each grey of texts has enough contrast on dark paper`(ink: String) throws {
    let filter = try Self.filter()
    let paper = try Colour("#ffffff").filtered(filter)
    #expect(try Colour(ink).filtered(filter).contrast(with: paper) >= 7)
  }

  @Test func `the paper of a dark chart is nearly as bright as the page`() throws {
    let paper = try Colour("#ffffff").filtered(Self.filter())
    #expect(paper.contrast(with: try Colour("#14171b")) < 1.05)
  }
}
