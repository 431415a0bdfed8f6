import Foundation
import Testing

@testable import BenchmarkAnalysis
@testable import BenchmarkReports

private let root = StackFrame("all", .state)

private func folded(
  _ stacks: [([StackFrame], UInt64)], unit: FoldedStacks.Unit = .samples
) -> FoldedStacks {
  stacks.reduce(into: FoldedStacks(unit: unit)) { $0.add($1.0, weight: $1.1) }
}

private let loop = StackFrame("loop<Counter<A & B>>", .measuredLoop)
private let lock = StackFrame("lock")
private let futex = StackFrame("do_futex", .kernel)
private let sample = folded([([loop, lock], 20), ([loop, lock, futex], 70), ([loop], 10)])

private func layout(_ stacks: FoldedStacks, least: Double = 0) -> FlameLayout {
  FlameLayout(stacks, root: root, least: least)
}

@Suite struct FlameGraphTests {
  @Test func `the weight of a box is the sum of the weights of the stacks through it`() {
    let boxes = layout(sample).boxes
    #expect(boxes.map(\.frame) == [root, loop, lock, futex])
    #expect(boxes.map(\.weight) == [100, 100, 90, 70])
    #expect(boxes.map(\.selfWeight) == [0, 10, 20, 70])
    #expect(boxes.map(\.depth) == [0, 1, 2, 3])
    #expect(boxes.reduce(0) { $0 + $1.selfWeight } == 100)
  }

  @Test
  func `boxes of one level are side by side, the heaviest first, boxes of equal weight by name`() {
    let b = StackFrame("b")
    let a = StackFrame("a")
    let c = StackFrame("c")
    let boxes = layout(folded([([b], 5), ([c], 9), ([a], 5)])).boxes
    #expect(boxes.map(\.frame) == [root, c, a, b])
    #expect(boxes.map(\.start) == [0, 0, 9, 14])
  }

  @Test func `functions of the same name but different origins have separate boxes`() {
    let boxes = layout(folded([([StackFrame("f", .kernel)], 1), ([StackFrame("f")], 1)])).boxes
    #expect(boxes.count == 3)
  }

  @Test func `boxes too narrow to draw are counted, and the box below them stays as wide`() {
    let laidOut = layout(folded([([lock], 999), ([futex], 1)]), least: 0.01)
    #expect(laidOut.boxes.map(\.weight) == [1000, 999])
    #expect(laidOut.narrow == 1)
    #expect(laidOut.levels == 2)
  }

  @Test func `the picture shows its title, its subtitle and each box's share of the samples`() {
    let svg = FlameGraph(sample, title: "A & B", subtitle: ["100 samples of <cpu-clock>"]).svg
    #expect(svg.contains(">A &amp; B</text>"))
    #expect(svg.contains("100 samples of &lt;cpu-clock&gt;"))
    #expect(svg.contains("do_futex\n70.00 %, 70 samples; 70.00 % in itself</title>"))
    #expect(svg.contains("lock\n90.00 %, 90 samples; 20.00 % in itself</title>"))
    #expect(svg.contains(">loop&lt;Counter&lt;A &amp; B&gt;&gt;</text>"))
    #expect(svg.contains("measured loop") && svg.contains("kernel") && svg.contains("user code"))
    #expect(!svg.contains("thread state") && !svg.contains("not drawn"))
  }

  @Test func `times are in milliseconds`() {
    let svg = FlameGraph(
      folded([([lock], 1_234_000), ([futex], 2_468_000)], unit: .nanoseconds), title: "t",
      subtitle: []
    ).svg
    #expect(svg.contains("lock\n33.33 %, 1.23 ms; 33.33 % in itself"))
  }

  @Test func `the order in which stacks are added does not change the picture`() {
    let reversed = folded([([loop], 10), ([loop, lock, futex], 70), ([loop, lock], 20)])
    let pictures = [sample, reversed].map { FlameGraph($0, title: "t", subtitle: ["s"]).svg }
    #expect(pictures[0] == pictures[1])
  }

  @Test func `the picture is well-formed XML with any characters in the names`() throws {
    let nasty = folded([
      ([StackFrame("a<b>&\"'\u{1}\u{0}\u{FFFF}]]>é\t🙂"), StackFrame("")], 3),
      ([StackFrame(String(repeating: "long<", count: 200))], 2),
    ])
    let svg = FlameGraph(nasty, title: "<\u{8}&>\u{202E}", subtitle: ["\"]]>", ""]).svg
    #expect(svg.contains("&lt;?&amp;&gt;?"))
    let parsed = try ParsedXML(svg)
    #expect(parsed.all("g").count { $0.attributes["class"] == "box" } == 4)
    #expect(parsed.all("script").count == 1)
  }

  @Test func `the picture refers to no other file`() {
    let svg = FlameGraph(sample, title: "t", subtitle: []).svg
    let addresses = svg.components(separatedBy: "http").dropFirst()
    #expect(addresses.allSatisfy { $0.hasPrefix("://www.w3.org/2000/svg\"") })
    #expect(!svg.contains("href") && !svg.contains("url(") && !svg.contains("@import"))
  }

  @Test func `a picture without samples says so`() throws {
    let svg = FlameGraph(FoldedStacks(unit: .samples), title: "t", subtitle: []).svg
    #expect(svg.contains("no samples"))
    _ = try ParsedXML(svg)
  }

  @Test func `labels stay inside their boxes`() {
    let names = (0..<40).map { StackFrame("function_number_\($0)") }
    let stacks = folded(names.enumerated().map { ([$1], UInt64($0 + 1)) })
    let svg = FlameGraph(stacks, title: "t", subtitle: []).svg
    var labels = 0
    for line in svg.split(separator: "\n") where line.contains("/><text x=") {
      // In a line of the legend, the width is that of the colour's swatch.
      if line.contains("note") { continue }
      let width = line.components(separatedBy: "\" width=\"").last?.split(separator: "\"").first
      let label = line.components(separatedBy: "\">").last?.components(separatedBy: "</").first
      guard let width = width.flatMap({ Double($0) }), let label, !label.isEmpty else {
        continue
      }
      labels += 1
      #expect(Double(label.count) * 6.6 + 3 <= width + 0.6)
    }
    #expect(labels > 10)
  }

  @Test func `a box's hue depends only on its name and the origin of its code`() {
    #expect(FlameColours.fill(lock) == FlameColours.fill(StackFrame("lock")))
    let origins: [StackFrame.Origin] = [.measuredLoop, .user, .kernel, .state]
    #expect(Set(origins.map { FlameColours.fill(StackFrame("f", $0)) }).count == 4)
  }
}
