import BenchmarkStatistics
import Testing

@testable import BenchmarkDocument

@Suite struct DocumentTests {
  private static let spread = Estimate(value: 100, interval: Interval(low: 98, high: 104))

  private static let page: Document = [
    .heading("locks", beside: "lower is better"),
    .text("a caution to read", label: StyledText("warning: ", .caution)),
    .text("an entry", label: "  - "),
    .space, .heading("two threads", level: 2),
    .table(
      Table(
        [
          .init("primitive"), .init("cost", .figure), .init("95 %", .interval),
          .init("of", .figure),
        ],
        [
          .init(["mutex", .figure(100, .duration), .spread(spread, .duration), .count(3)]),
          .init([.verdict("INVALID", .alarm), .empty, .empty, .empty], notes: ["lost | 3"]),
        ], notes: .behind)),
  ]

  @Test func `a terminal aligns columns and puts notes behind their rows`() {
    #expect(
      Terminal(isColoured: false).text(Self.page) == """
        locks  lower is better
        warning: a caution to read
          - an entry

          two threads
          primitive   cost 95 %    of
          mutex     100 ns ±3.00 %  3
          INVALID                      lost | 3

        """)
  }

  @Test func `colour changes no letter, and follows the tones of the texts`() {
    let coloured = Terminal(isColoured: true).text(Self.page)
    #expect(
      coloured.replacing(#/\u{1B}\[[0-9;]*m/#, with: "")
        == Terminal(isColoured: false).text(Self.page))
    #expect(coloured.contains("\u{1B}[33mwarning: \u{1B}[0ma caution"))
    #expect(coloured.contains("\u{1B}[31mINVALID\u{1B}[0m"))
    #expect(coloured.hasPrefix("\u{1B}[1mlocks\u{1B}[0m  \u{1B}[2mlower is better\u{1B}[0m\n"))
  }

  @Test func `Markdown shows the ends of intervals, and puts blank lines between parts`() {
    #expect(
      Markdown.text(Self.page) == """
        # locks

        lower is better

        - **warning** a caution to read
        - an entry

        ## two threads

        | primitive | cost | 95 % | of | notes |
        | --- | ---: | --- | ---: | --- |
        | mutex | 100 ns | 98.0 ns to 104 ns | 3 |  |
        | INVALID |  |  |  | lost \\| 3 |

        """)
  }

  @Test func `a narrow terminal breaks prose, and puts texts without room below their rows`() {
    let words = Array(repeating: "word", count: 30).joined(separator: " ")
    let page: Document = [
      .heading("a title", beside: words), .text("\(words)"), .line("\(words)"),
      .table(
        Table(
          [.init("case", .name), .init("cost", .figure), .init("sure"), .init("why")],
          [.init(["a/bb", .count(1), .text("yes"), .text(words)])])),
    ]
    let narrow = Terminal(isColoured: false, columns: 50).text(page)
      .split(separator: "\n").map(String.init)
    #expect(narrow.count { $0.count > 50 } == 1)
    #expect(narrow.contains(words))
    #expect(narrow.contains("  case cost sure"))
    #expect(narrow.contains { $0.hasPrefix("    why: word word") })
    let pipe = Terminal(isColoured: false).text(page)
    #expect(pipe.contains("  case cost sure why\n  a/bb    1 yes  \(words)\n"))
  }

  @Test func `a row's last text joins the row's notes if the terminal has no room for the text`() {
    let table = Table(
      [.init("lock"), .init("cost", .figure), .init("kind")],
      [
        .init(["mutex", .count(1), .text("priority, sleeps")]),
        .init(["spin", .count(2), .text("spins")]),
      ], notes: .behind)
    let page: Document = [.table(table)]
    #expect(
      Terminal(isColoured: false, columns: 40).text(page)
        == Terminal(isColoured: false).text(page))
    let rows = [
      Table.Row(
        ["mutex", .count(1), .text("priority, spins-then-sleeps, allocates")], notes: ["a note"])
    ]
    let wide: Document = [.table(Table(table.columns, rows + table.rows, notes: .behind))]
    #expect(
      Terminal(isColoured: false, columns: 40).text(wide) == """
          lock  cost kind
          mutex    1
              kind: priority, spins-then-sleeps,
              allocates; a note
          mutex    1 priority, sleeps
          spin     2 spins

        """)
  }

  @Test func `no space is put around empty documents`() {
    let one: Document = [.text("one")]
    #expect(Terminal(isColoured: false).text(.spaced([[], one, [], one])) == "one\n\none\n")
    #expect(Document.spaced([[], []]).isEmpty)
  }

  @Test func `a line is broken at a space, not at a no-break space`() {
    let text = StyledText("aa bb\u{A0}cc ", .alarm) + "dd"
    let paragraph = Document([.text(text, label: "- ", width: 8)])
    #expect(Terminal(isColoured: false).text(paragraph) == "- aa\n  bb cc\n  dd\n")
  }

  @Test func `a name that is too long is broken before a slash, and goes on below`() {
    let name = "locks/contended/" + String(repeating: "x", count: 20) + "/threads=2"
    let table = Table(
      [.init("verdict"), .init("case", .name), .init("pairs", .figure)],
      [.init([.verdict("PASS", .strong), .text(name), .count(17)], notes: ["why"])],
      notes: .below(indent: 4), indent: 0, width: 44)
    #expect(
      Terminal(isColoured: false).text([.table(table)]) == """
        verdict case                  pairs
        PASS    locks/contended          17
                /xxxxxxxxxxxxxxxxxxxx
                /threads=2
            why

        """)
  }

  @Test(
    arguments: [
      (.share, 0.5, "50.0 %"), (.share, 0.00001, "under 0.01 %"), (.share, 0, "0.00 %"),
      (.percent, 99.876, "99.88 %"), (.percent, .infinity, "above all"), (.times, 0.05, "1/20.0"),
      (.times, 1.234, "1.23"), (.fineTimes, 1.2344, "1.234"), (.coefficient, 0.000123, "1.23e-4"),
      (.coefficient, 0, "0"), (.exact, 0.1234567, "0.123457"), (.rate, 1500, "1.50 k/s"),
    ] as [(Quantity, Double, String)])
  func `a figure is written in the form of its quantity`(
    quantity: Quantity, value: Double, text: String
  ) {
    #expect(quantity.text(value) == text)
  }

  @Test(
    arguments: [
      (0.0124, 0.0101, 0.0412, "1/80.6 (1/99.0 to 1/24.3)"),
      (0.0124, 0.01, 0.25, "0.0124 (0.01 to 0.25)"), (0.12, 0.05, 0.3, "0.12 (0.05 to 0.3)"),
      (0.019763, 0.00856084, 0.257981, "0.0198 (0.00856 to 0.258)"),
      (1.5, 1.25, 1.75, "1.50 (1.25 to 1.75)"),
    ] as [(Double, Double, Double, String)])
  func `a small ratio and its interval have one notation`(
    value: Double, low: Double, high: Double, text: String
  ) {
    let estimate = Estimate(value: value, interval: Interval(low: low, high: high))
    #expect(Quantity.times.text(estimate) == text)
  }

  @Test func `an interval is written with its value, or as one figure if its ends read the same`() {
    #expect(Quantity.duration.text(Self.spread) == "100 ns (98.0 ns to 104 ns)")
    #expect(Quantity.number.range(Interval(low: 1.001, high: 1.002)) == "1.00")
    #expect(Quantity.number.range(nil) == "")
  }
}
