import BenchmarkModel
import BenchmarkStatistics
import Foundation
import Testing

@Suite struct FigureTextTests {
  @Test(
    arguments: [
      (0, "0"), (-0.0, "0"), (1, "1"), (0.1, "0.1"), (1.2, "1.2"), (12.3456789, "12.3457"),
      (999_999, "999999"), (999_999.5, "1000000"), (1_234_567, "1234570"),
      (123_456_789_012, "123457000000"), (0.000123456789, "0.000123457"), (1.0 / 3, "0.333333"),
      (2.0 / 3, "0.666667"), (99.99995, "100"), (0.25, "0.25"), (1e14, "100000000000000"),
    ] as [(Double, String)])
  func `a figure is rounded to six significant digits, without needless zeros`(
    value: Double, text: String
  ) {
    #expect(FigureText.significant(value) == text)
    #expect(FigureText.significant(-value) == (text == "0" ? "0" : "-" + text))
  }

  @Test func `an absent or infinite value, or one that is not a number, is an empty text`() {
    #expect(FigureText.significant(nil) == "")
    #expect(FigureText.significant(.nan) == "")
    #expect(FigureText.significant(.infinity) == "")
    #expect(FigureText.significant(-.infinity) == "")
  }

  @Test(arguments: [
    Double.greatestFiniteMagnitude, 1e300, 1e22, 1.5e16, 1e-7, 1e-300, .leastNormalMagnitude,
    .leastNonzeroMagnitude,
  ])
  func `an extreme figure is read back with an accuracy of six digits`(value: Double) throws {
    for signed in [value, -value] {
      let text = FigureText.significant(signed)
      let back = try #require(Double(text))
      #expect(abs(back - signed) <= abs(signed) * 1e-5)
      #expect(text.count <= 17, "\(text) has more than 17 characters")
    }
  }

  @Test func `random figures have the digits that C's printf would write`() throws {
    var random = SplitMix64(seed: 4)
    for _ in 0..<3000 {
      let mantissa = Double(random.next() >> 11) / Double(1 << 53) + 1e-9
      let value = mantissa * pow(10, Double(random.next(below: 31)) - 12)
      let expected = try #require(Double(String(format: "%.6g", value)))
      #expect(Double(FigureText.significant(value)) == expected, "\(value)")
    }
  }

  @Test func `random figures have only digits, points, signs and exponents`() {
    let allowed = Set("0123456789.-e+")
    var random = SplitMix64(seed: 5)
    for _ in 0..<3000 {
      let text = FigureText.significant(Double(bitPattern: random.next()))
      #expect(text.allSatisfy(allowed.contains))
    }
  }
}
