package import BenchmarkAnalysis
package import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics

extension SuiteScaling {
  /// The sizes from which parallel loops beat the serial loop, the fits of curves, and the
  /// crossovers of two primitives, as far as a terminal has room; then the files with all rows.
  package var document: Document {
    let files = files.map(\.fileName).joined(separator: ", ")
    let loops = Document.spaced(
      breakEvens.filter(\.isPlain).grouped(by: \.id.workload).map(breakEvens))
    return .spaced([
      loops, fitDocument, crossoverDocument, [.text("\(files)", label: "  in full: ")],
    ])
  }
}

private let mostRows = 24

private func more(_ count: Int) -> Document {
  count > mostRows ? [.text("… and \(count - mostRows) more", label: "    ")] : []
}

// MARK: Loops

extension BreakEven {
  /// Whether the loop has no parameter except its width.
  fileprivate var isPlain: Bool { id.parameters.allSatisfy { $0.key == "width" } }
}

extension SuiteScaling {
  /// The break-evens of a workload's loops that have no parameter except their width, at the
  /// largest measured width.
  private func breakEvens(_ all: [BreakEven]) -> Document {
    let widest = all.map(\.width).max() ?? 0
    let rows = all.filter { $0.width == widest }
    let largest = rows.compactMap(\.sizes.last).max() ?? 0
    var shown = ScalingTables(scaling: self).breakEvens.without(["workload", "notes"])
    shown.columns.append(
      .estimate(
        "serial at \(rows.first?.text(Double(largest)) ?? "")", .number, absent: { _ in "–" }
      ) { serialFraction(of: $0, at: largest) })
    return [
      .heading(
        "\(self.table.suite)/\(all[0].id.workload), \(widest) CPUs wide", level: 2,
        beside: "the size from which a loop beats serial; the serial fraction of Karp and Flatt"),
      .table(shown.table(Array(rows.prefix(mostRows)), indent: 4)),
    ] + more(rows.count)
  }

  private func serialFraction(of found: BreakEven, at size: Int) -> Estimate? {
    loops.first { loop in
      loop.id.workload == found.id.workload && loop.id.primitive == found.id.primitive
        && (loop.id["grain"] ?? loop.id["elements"]) == size
        && found.id.parameters.allSatisfy { loop.id.parameters.contains($0) }
    }?.serialFraction
  }
}

// MARK: Fits

extension SuiteScaling {
  private var fitDocument: Document {
    let fitted = fits.filter { $0.fit != nil && $0.id["stride"] == nil && $0.id["outer"] == nil }
    guard !fitted.isEmpty else {
      return Document(
        fits.prefix(1).map { .text("\($0.reason)", label: "  universal scalability law: ") })
    }
    // Each primitive has a row for its curve with the most work: there, the machine causes the
    // losses, not the loop's overhead.
    let shown = fitted.filter { found in
      !fitted.contains { $0.isCurveOf(found) && $0.work > found.work }
    }
    let rows = Array(shown.prefix(mostRows))
    let columns = ScalingTables(scaling: self).fits(.speedup).without(["notes"])
    let constants = columns.constants(rows).map {
      Block.text(StyledText($0, .faint), label: "    ")
    }
    return [
      .heading(
        "universal scalability law", level: 2,
        beside: "alpha: share that queues; beta: cost per pair of CPUs; "
          + "beyond the peak more CPUs do less")
    ] + (constants.map { [$0] } ?? []) + [.table(columns.table(rows, indent: 4))]
      + more(shown.count)
  }
}

extension ScalabilityFinding {
  fileprivate var work: Int { id["grain"] ?? id["elements"] ?? 0 }

  fileprivate func isCurveOf(_ other: ScalabilityFinding) -> Bool {
    id.workload == other.id.workload && id.primitive == other.id.primitive
  }
}

// MARK: Crossovers

extension SuiteScaling {
  private var crossoverDocument: Document {
    guard !crossovers.isEmpty else { return [] }
    let shown = crossovers.filter { $0.crossings == 1 && !$0.isUnsure }
    let rows = Array(shown.prefix(mostRows))
    let columns = ScalingTables(scaling: self).crossovers.without(["cheaper above", "notes"])
    let explanation = [
      "the measured shares of reads between which the cheaper primitive changes",
      columns.constants(rows),
    ]
    return [
      .text(
        StyledText(explanation.compactMap { $0 }.joined(separator: "; "), .faint), label: "  "),
      .table(columns.table(rows, indent: 4)),
    ] + more(shown.count) + [.text("\(rest(shown.count))", label: "    ")]
  }

  /// The number of crossovers that are shown, and the reasons why the other crossovers are not, in
  /// words.
  private func rest(_ shown: Int) -> String {
    let unsure = crossovers.count(where: \.isUnsure)
    let several = Set(crossovers.filter { ($0.crossings ?? 0) > 1 }.map(PairName.init)).count
    let never = crossovers.count { $0.crossings == 0 }
    let unknown = crossovers.count { $0.crossings == nil }
    var parts = ["\(shown) of \(Set(crossovers.map(PairName.init)).count) pairs cross once"]
    if unsure > 0 {
      parts.append("\(unsure) may cross: their difference is no larger than the noise")
    }
    if several > 0 { parts.append("\(several) cross more than once") }
    if never > 0 { parts.append("\(never) never cross") }
    if unknown > 0 { parts.append("\(unknown) had too few shares measured") }
    return parts.joined(separator: ", ")
  }
}

/// The names of two primitives and their situation, to count the two only once however often their
/// costs cross.
private struct PairName: Hashable {
  private let primitives: [String]
  private let parameters: [Parameter]

  init(_ found: Crossover) {
    primitives = found.primitives
    parameters = found.parameters
  }
}
