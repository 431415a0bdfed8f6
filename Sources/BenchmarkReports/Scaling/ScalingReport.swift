public import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkStatistics

/// What the cases of a suite say only together, for a terminal: short tables, and where the rest is.
public struct ScalingReport {
  private let scalings: [SuiteScaling]
  private let palette: Palette

  /// Makes the report of a run's suites.
  public init(_ scalings: [SuiteScaling], palette: Palette) {
    self.scalings = scalings
    self.palette = palette
  }

  /// A section for each suite that has one, by the suite's name.
  public func sections() -> [String: String] {
    Dictionary(scalings.map { ($0.table.suite, section($0)) }) { first, _ in first }
  }

  private func section(_ scaling: SuiteScaling) -> String {
    let parts = [
      LoopTables(scaling, palette: palette).render(),
      FitTables(scaling, palette: palette).render(),
      CrossoverTables(scaling, palette: palette).render(),
    ]
    let files = ScalingCSV.tables(scaling).map(\.fileName).joined(separator: ", ")
    return (parts.filter { !$0.isEmpty } + [Paragraph.render(files, first: "  in full: ")])
      .joined(separator: "\n")
  }
}

/// How many rows a table has at most: a screen of them is for looking, the file is for the rest.
private let mostRows = 24

/// What is said of rows that a table has no room for; empty for none.
private func more(_ count: Int) -> String { count > 0 ? "    … and \(count) more\n" : "" }

/// From which size of an iteration on the loops pay, and what of them stays serial, at the widest.
private struct LoopTables {
  private let scaling: SuiteScaling
  private let palette: Palette

  init(_ scaling: SuiteScaling, palette: Palette) {
    self.scaling = scaling
    self.palette = palette
  }

  func render() -> String {
    var workloads: [String] = []
    for found in plain where !workloads.contains(found.id.workload) {
      workloads.append(found.id.workload)
    }
    return workloads.map(table).joined(separator: "\n")
  }

  /// The curves that differ in nothing but width and size: those of each stride, say, would fill pages.
  private var plain: [BreakEven] {
    scaling.breakEvens.filter { $0.id.parameters.allSatisfy { $0.key == "width" } }
  }

  private func table(_ workload: String) -> String {
    let all = plain.filter { $0.id.workload == workload }
    let widest = all.map(\.width).max() ?? 0
    let rows = all.filter { $0.width == widest }
    let largest = rows.compactMap(\.sizes.last).max() ?? 0
    let work = rows.first.map { size(Double(largest), $0) } ?? ""
    var table = TableText([
      ("loop", .left), ("pays from", .right), ("95 %", .left), ("serial at \(work)", .right),
      ("95 %", .left),
    ])
    for found in rows.prefix(mostRows) {
      let serial = serialFraction(of: found, at: largest)
      table.add([
        found.id.primitive, size(found.size.value, found), range(found),
        serial.map { Figures.digits($0.value) } ?? "–",
        serial?.interval.map { "\(Figures.digits($0.low)) to \(Figures.digits($0.high))" } ?? "",
      ])
    }
    let heading = "\(scaling.table.suite)/\(workload), \(widest) CPUs wide"
    let meaning = "from which size on it beats serial; the serial fraction of Karp and Flatt"
    return "  \(heading)  \(palette.faint(meaning))\n" + table.render(indent: "    ")
      + more(rows.count - mostRows)
  }

  private func serialFraction(of found: BreakEven, at size: Int) -> Estimate? {
    scaling.loops.first { loop in
      loop.id.workload == found.id.workload && loop.id.primitive == found.id.primitive
        && (loop.id["grain"] ?? loop.id["elements"]) == size
        && found.id.parameters.allSatisfy { loop.id.parameters.contains($0) }
    }?.serialFraction
  }

  private func size(_ size: Double, _ found: BreakEven) -> String {
    if size == -.infinity { return "below " + text(Double(found.sizes.first ?? 0), found.measure) }
    if size == .infinity { return "above " + text(Double(found.sizes.last ?? 0), found.measure) }
    return text(size, found.measure)
  }

  private func text(_ size: Double, _ measure: BreakEven.Measure) -> String {
    switch measure {
    case .grain: Figures.duration(size)
    case .elements: Figures.digits(size) + " elements"
    }
  }

  private func range(_ found: BreakEven) -> String {
    guard let interval = found.size.interval else { return "" }
    let (low, high) = (size(interval.low, found), size(interval.high, found))
    return low == high ? low : "\(low) to \(high)"
  }
}

/// The universal scalability law at the coarsest grain, or why it was not fitted.
private struct FitTables {
  private let scaling: SuiteScaling
  private let palette: Palette

  init(_ scaling: SuiteScaling, palette: Palette) {
    self.scaling = scaling
    self.palette = palette
  }

  func render() -> String {
    let fitted = scaling.fits.filter { $0.fit != nil && isPlain($0.id) }
    if fitted.isEmpty { return refusal }
    // A row a primitive: of its curves the one of the most work, where what is lost is the machine's.
    let shown = mostWork(fitted)
    var table = TableText([
      ("curve", .left), ("alpha", .right), ("95 %", .left), ("beta", .right), ("95 %", .left),
      ("peak", .right), ("95 %", .left), ("misses by", .right),
    ])
    for found in shown.prefix(mostRows) { table.add(cells(found)) }
    let meaning = "alpha queues, beta costs each pair of CPUs; beyond the peak more CPUs do less"
    return "  universal scalability law  \(palette.faint(meaning))\n" + table.render(indent: "    ")
      + more(shown.count - mostRows)
  }

  private var refusal: String {
    guard let first = scaling.fits.first else { return "" }
    return Paragraph.render(first.reason, first: "  universal scalability law: ")
  }

  /// Whether a curve is one of its primitive's main ones: those of each stride, say, would fill pages.
  private func isPlain(_ id: CaseID) -> Bool { id["stride"] == nil && id["outer"] == nil }

  private func mostWork(_ fitted: [ScalabilityFinding]) -> [ScalabilityFinding] {
    func work(_ found: ScalabilityFinding) -> Int { found.id["grain"] ?? found.id["elements"] ?? 0 }
    func isSame(_ one: ScalabilityFinding, _ other: ScalabilityFinding) -> Bool {
      one.id.workload == other.id.workload && one.id.primitive == other.id.primitive
    }
    return fitted.filter { found in
      !fitted.contains { isSame($0, found) && work($0) > work(found) }
    }
  }

  private func cells(_ found: ScalabilityFinding) -> [String] {
    guard let fit = found.fit else { return Array(repeating: "", count: 8) }
    let parameters = found.id.parameters.map { "\($0.key)=\($0.value)" }
    let name = ([found.id.workload, found.id.primitive] + parameters).joined(separator: "/")
    return [
      name, small(fit.contention.value), range(fit.contention, small), small(fit.coherency.value),
      range(fit.coherency, small), fit.peakWidth.map { Figures.digits($0.value) } ?? "none",
      fit.peakWidth.map { range($0, peak) } ?? "", Figures.digits(100 * fit.largestMiss) + " %",
    ]
  }

  private func range(_ estimate: Estimate, _ text: (Double) -> String) -> String {
    estimate.interval.map { "\(text($0.low)) to \(text($0.high))" } ?? ""
  }

  private func peak(_ width: Double) -> String { width.isFinite ? Figures.digits(width) : "none" }

  /// A coefficient in three significant digits, however small: beta is mostly far below 0.01.
  private func small(_ value: Double) -> String {
    if value == 0 { return "0" }
    var (scaled, places) = (value.magnitude, 0)
    while scaled < 1, places < 12 {
      scaled *= 10
      places += 1
    }
    return places < 2 ? Figures.digits(value) : "\(Figures.digits(scaled))e-\(places)"
  }
}

/// The pairs of readers and writers that change places, and how many don't.
private struct CrossoverTables {
  private let scaling: SuiteScaling
  private let palette: Palette

  init(_ scaling: SuiteScaling, palette: Palette) {
    self.scaling = scaling
    self.palette = palette
  }

  func render() -> String {
    guard !scaling.crossovers.isEmpty else { return "" }
    let shown = scaling.crossovers.filter { $0.crossings == 1 && !isUnsure($0) }
    var text = "  \(palette.faint("the share of reads at which two cost the same"))\n"
    if !shown.isEmpty { text += table(shown) }
    return text + Paragraph.render(rest(shown.count), first: "    ")
  }

  private func table(_ shown: [Crossover]) -> String {
    var table = TableText([
      ("situation", .left), ("fewer reads: cheaper is", .left), ("more reads: cheaper is", .left),
      ("from", .right), ("95 %", .left),
    ])
    for found in shown.prefix(mostRows) {
      let situation =
        [found.workload] + found.parameters.map { "\($0.key)=\($0.value)" }
      table.add([
        situation.joined(separator: "/"), found.cheaperBelow, found.cheaperAbove,
        found.readShare.map { percent($0.value) } ?? "",
        found.readShare?.interval.map { "\(percent($0.low)) to \(percent($0.high))" } ?? "",
      ])
    }
    return table.render(indent: "    ") + more(shown.count - mostRows)
  }

  private func isUnsure(_ found: Crossover) -> Bool {
    found.readShare?.interval != nil && !found.isSure
  }

  private func rest(_ shown: Int) -> String {
    let pairs = Set(scaling.crossovers.map(PairName.init)).count
    let unsure = scaling.crossovers.count(where: isUnsure)
    let several = Set(
      scaling.crossovers.filter { ($0.crossings ?? 0) > 1 }.map(PairName.init)
    ).count
    let never = scaling.crossovers.count { $0.crossings == 0 }
    let unknown = scaling.crossovers.count { $0.crossings == nil }
    var parts = ["\(shown) of \(pairs) pairs cross once"]
    if unsure > 0 { parts.append("\(unsure) may, or may not: their noise is as large") }
    if several > 0 { parts.append("\(several) cross more than once") }
    if never > 0 { parts.append("\(never) do not") }
    if unknown > 0 { parts.append("of \(unknown) too few shares were measured") }
    return parts.joined(separator: ", ")
  }

  /// Three digits, and as many as tell 99.9 % from 100 %.
  private func percent(_ share: Double) -> String {
    share > 99 && share < 100
      ? "\((share * 100).rounded() / 100) %" : Figures.digits(share) + " %"
  }
}

/// What tells a pair in a situation from others.
private struct PairName: Hashable {
  private let primitives: [String]
  private let parameters: [Parameter]

  init(_ found: Crossover) {
    primitives = found.primitives
    parameters = found.parameters
  }
}
