import Testing

@testable import BenchmarkReports

@Suite struct SVGDrawingTests {
  private func drawing(_ source: String) throws -> SVGDrawing {
    try SVGDrawing(source, id: "c7", title: "A <chart>", text: "says \"more\"")
  }

  private func drawing(inside: String) throws -> String {
    try drawing("<svg viewBox=\"0 0 10 10\">\(inside)</svg>").markup
  }

  @Test func `an entity ends where it ends, whatever combines with its semicolon`() throws {
    let text = "a &amp;\u{059E} b &lt;\u{0301}"
    #expect(
      try drawing("<svg viewBox=\"0 0 9 9\"><text>\(text)</text></svg>").texts == [
        "a &\u{059E} b <\u{0301}"
      ])
  }

  @Test func `a chart keeps its lines, texts and markers`() throws {
    let drawn = try drawing(HTMLFixture.svg)
    let page = try ParsedPage(drawn.markup)
    #expect(page.texts("text") == ["a <b> & , c"])
    #expect(drawn.texts == ["a <b> & , c"])
    #expect(page.all("path").map(\.attributes) == [["d": "M343 345.9L343 349.5"]])
    #expect(page.all("use").count == 2)
    let groups = page.all("g").map(\.attributes)
    #expect(groups.contains(["stroke": "#0072b2"]))
    #expect(
      groups.contains(["fill": "#1a1a1a", "font-size": "16.2", "text-anchor": "middle"]))
    #expect(groups.contains(["color": "#d55e00"]))
    #expect(drawn.colours == ["#0072b2", "#1a1a1a", "#d55e00"])
  }

  @Test func `the page's paper is under it, and its names are its own`() throws {
    let page = try ParsedPage(drawing(HTMLFixture.svg).markup)
    #expect(page.all("rect").isEmpty)
    let ids = page.elements.compactMap { $0.attributes["id"] }
    #expect(ids.allSatisfy { $0.hasPrefix("c7-") })
    #expect(Set(ids).count == ids.count)
    for use in page.all("use") {
      let target = try #require(use.attributes["href"])
      #expect(ids.contains(String(target.dropFirst())))
    }
  }

  @Test func `it has a title and a text alternative`() throws {
    let page = try ParsedPage(drawing(HTMLFixture.svg).markup)
    let svg = page.elements[0]
    #expect(svg.attributes["role"] == "img")
    #expect(svg.attributes["aria-labelledby"] == "c7-t c7-d")
    #expect(page.texts("title") == ["A <chart>"])
    #expect(page.texts("desc") == ["says \"more\""])
  }

  @Test(arguments: [
    "<script>alert(1)</script>", "<a href=\"https://example.org\"><text>x</text></a>",
    "<image href=\"https://example.org/x.png\" width=\"1\" height=\"1\"/>",
    "<foreignObject><b>x</b></foreignObject>", "<style>*{fill:url(x)}</style>",
    "<use href=\"https://example.org/x.svg#a\"/>", "<use xlink:href=\"#nowhere\"/>",
    "<animate attributeName=\"x\"/>", "<path fill=\"#000\" d=\"M0,0 url(x)\"/>",
    "<path fill=\"url(#a)\" d=\"M0,0L1,1\"/>", "<iframe src=\"x\"/>",
    "<rect fill=\"expression(1)\" x=\"0\" y=\"0\" width=\"1\" height=\"1\"/>",
  ])
  func `nothing that could act or reach out passes`(inside: String) throws {
    let bare = try ParsedPage(try drawing(inside: inside))
    #expect(
      bare.elements.map(\.name).allSatisfy { ["svg", "title", "desc"].contains($0) },
      "\(bare.elements.map(\.name))")
  }

  @Test func `attributes that are not known are dropped`() throws {
    let markup = try drawing(
      inside: "<path fill=\"#000\" onclick=\"x\" style=\"y\" class=\"z\" d=\"M0,0L1,1\"/>")
    let page = try ParsedPage(markup)
    #expect(page.all("path").map(\.attributes) == [["d": "M0 0L1 1"]])
  }

  @Test func `markers that are each other are not drawn for ever`() throws {
    let markup = try drawing(
      inside: "<defs><use id=\"a\" href=\"#b\"/><use id=\"b\" href=\"#a\"/></defs>"
        + "<use href=\"#a\"/>")
    #expect(!markup.contains("<use"))
  }

  @Test(arguments: [
    "", "no markup", "<svg", "<svg viewBox=\"0 0 1 1\">", "<svg viewBox=\"0 0 1 1\"></g></svg>",
    "<svg viewBox=\"0 0 1 1\">&unknown;</svg>", "<html/>", "<svg/>", "<svg viewBox=\"0 0 0 0\"/>",
    "<svg viewBox=\"0 0 1 1\" x></svg>",
    "<svg viewBox=\"0 0 1 1\">" + String(repeating: "<g>", count: 5000),
  ])
  func `what is no drawing is refused with a reason`(source: String) {
    #expect(throws: SVGError.self) { _ = try drawing(source) }
  }

  @Test(arguments: [
    ("M1.04,2 L3.96,-0.02", "M1 2L4 0"), ("m.5-.25l1e1 2", "m.5-.3l10 2"), ("M0,0z", "M0 0z"),
  ])
  func `paths are written anew, a tenth of a pixel exact`(path: String, written: String) {
    #expect(SVGValues.path(path) == written)
  }

  @Test(arguments: ["M0,0 <", "url(x)", "M0,0;", "M1..2,3"])
  func `what is no path is none`(path: String) { #expect(SVGValues.path(path) == nil) }
}

@Suite struct ChartColoursTests {
  static let palette = [
    "#000000", "#e69f00", "#56b4e9", "#009e73", "#0072b2", "#d55e00", "#cc79a7", "#1a1a1a",
    "#5f5f5f",
  ]

  @Test(arguments: palette)
  func `every colour stands out on dark paper`(colour: String) throws {
    let dark = ChartColours.onDarkPaper(try #require(HexColour(colour)))
    #expect(dark.contrast(with: ChartColours.darkPaper) >= 4.4, "\(colour) as \(dark.text)")
  }

  @Test func `colours that differ on white differ on dark paper`() throws {
    let dark = try Self.palette.map { ChartColours.onDarkPaper(try #require(HexColour($0))) }
    #expect(Set(dark).count == dark.count)
  }

  @Test func `each colour has a rule for what it fills, strokes and colours`() {
    var colours = ChartColours()
    colours.use(["#0072b2"])
    for property in ["fill", "stroke", "color"] {
      #expect(
        colours.rules.contains("[\(property)=\"#0072b2\"]{\(property):var(--x0072b2)}"))
    }
    #expect(ChartColours().rules.isEmpty)
  }
}
