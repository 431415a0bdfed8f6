import BenchmarkModel
import Testing

@testable import BenchmarkReports

@Suite struct LabelPlacementTests {
  /// A plot's width and height in ems: in a column of a paper, on half of a page, on a whole page.
  static let sizes: [[Double]] = [[19, 17], [36, 32], [62, 34]]

  private static let names = (0..<60).map { index in
    ["mcs", "ticket", "pthread-mutex", "nio-lock", "serial-queue-sync-f", "spin-park-futex"][
      index % 6] + (index < 6 ? "" : "-\(index)")
  }

  /// Marks in `heaps` clusters, like those of locks, or anywhere on the plot if `heaps` is 0.
  private static func marks(
    _ count: Int, width: Double, height: Double, heaps: Int, seed: UInt64
  ) -> [LabelPlacement.Mark] {
    var state = seed
    func next() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 11) / 0x1p53
    }
    let centres = (0..<max(1, heaps)).map { _ in (next(), next()) }
    return (0..<count).map { index in
      let centre = centres[index % centres.count]
      let (x, y) =
        heaps == 0
        ? (next(), next()) : (centre.0 + 0.2 * next() - 0.1, centre.1 + 0.2 * next() - 0.1)
      return LabelPlacement.Mark(
        name: names[index],
        at: PlotPoint(x: min(max(x, 0), 1) * width, y: min(max(y, 0), 1) * height))
    }
  }

  @Test(arguments: sizes, [0, 2, 8])
  func `no name of 60 marks covers another name or a mark, or leaves the plot`(
    size: [Double], heaps: Int
  ) {
    let placement = LabelPlacement(width: size[0], height: size[1])
    let marks = Self.marks(60, width: size[0], height: size[1], heaps: heaps, seed: 1)
    let labels = placement.places(of: marks)
    #expect(labels.count == marks.count)
    let placed = labels.compactMap { $0 }
    for (index, label) in placed.enumerated() {
      #expect(label.box.left >= 0 && label.box.right <= size[0])
      #expect(label.box.bottom >= 0 && label.box.top <= size[1])
      for other in placed[..<index] { #expect(!label.box.overlaps(other.box)) }
      for mark in marks { #expect(!label.box.overlaps(placement.square(around: mark.at))) }
    }
    // The line from a mark to its name passes through no other name.
    for (mark, label) in zip(marks, labels) {
      guard let leader = label?.leader else { continue }
      let crossed = placed.count {
        $0.mark != mark.at && $0.box.isCrossed(from: mark.at, to: leader)
      }
      #expect(crossed == 0)
    }
  }

  @Test func `60 marks that lie everywhere on a page all have names`() {
    let marks = Self.marks(60, width: 62, height: 34, heaps: 0, seed: 7)
    let labels = LabelPlacement(width: 62, height: 34).places(of: marks)
    #expect(labels.allSatisfy { $0 != nil })
    #expect(labels.count { $0?.leader == nil } > 40)
  }

  @Test func `a lone mark has its name at its right, and at its left if there is no room`() {
    let placement = LabelPlacement(width: 20, height: 20)
    let right = placement.places(of: [.init(name: "ticket", at: PlotPoint(x: 5, y: 10))])[0]
    #expect(right?.leader == nil && (right?.box.left ?? 0) > 5)
    let left = placement.places(of: [.init(name: "ticket", at: PlotPoint(x: 18, y: 10))])[0]
    #expect(left?.leader == nil && (left?.box.right ?? 20) < 18)
  }

  @Test func `a name wider than the plot has no position`() {
    let labels = LabelPlacement(width: 10, height: 10)
      .places(of: [.init(name: "a-name-of-some-length", at: PlotPoint(x: 5, y: 5))])
    #expect(labels == [nil])
  }

  @Test func `a line crosses a box if it enters the box, not if it passes by or ends before it`() {
    let box = PlotBox(left: 1, bottom: 1, width: 2, height: 1)
    func crosses(_ x: Double, _ y: Double, _ toX: Double, _ toY: Double) -> Bool {
      box.isCrossed(from: PlotPoint(x: x, y: y), to: PlotPoint(x: toX, y: toY))
    }
    #expect(crosses(0, 1.5, 4, 1.5) && crosses(2, 0, 2, 3) && crosses(0, 0, 3, 2.5))
    #expect(!crosses(0, 0, 4, 0) && !crosses(0, 3, 4, 3) && !crosses(0, 1.5, 0.9, 1.5))
  }

  // MARK: Sheets

  private func sheet(
    _ chart: String, _ table: String, _ change: (inout ChartOptions) -> Void = { _ in }
  )
    throws -> String
  {
    var options = ChartOptions()
    change(&options)
    return try #require(Chart.named(chart)).sheet(table, options: options)
  }

  @Test func `floors are left out of a chart that has one mark for each lock`() throws {
    let table = ChartTables.table("locks-cost-fairness", ["atomic-add", "ticket", "mutex"])
    let text = try sheet("locks-cost-fairness", table)
    #expect(text.contains(":ticket\n") && !text.contains(":atomic-add\n"))
  }

  @Test func `a name without room is listed in a note`() throws {
    let long = String(repeating: "long-name-", count: 7)
    let table = ChartTables.table("locks-cost-waits", [long, "ticket"])
    let text = try sheet("locks-cost-waits", table) { $0.widthMillimetres = 60 }
    #expect(text.contains("marks without room for a name: \(long)"))
    #expect(text.contains(":ticket\n"))
  }

  @Test func `a lock that was measured in only one of two workloads has no mark`() throws {
    let both = ChartTables.table("locks-cost-waits", ["ticket"])
    let alone = ChartTables.table("locks-cost-waits", ["mcs"]).split(separator: "\n")
      .filter { $0.contains("contended") }.joined(separator: "\n")
    let text = try sheet("locks-cost-waits", both + alone + "\n")
    #expect(text.contains(":ticket\n") && !text.contains(":mcs\n"))
  }
}
