/// A fit of the universal scalability law (Gunther).
struct LoopFit {
  let scale, alpha, beta: Double
  let peak: Double?
  let peakLow, peakHigh: Double?

  init?(_ row: ChartRow) {
    guard let scale = row.number("scale_speedup"), let alpha = row.number("alpha"),
      let beta = row.number("beta")
    else {
      return nil
    }
    (self.scale, self.alpha, self.beta) = (scale, alpha, beta)
    peak = row.number("peak_width")
    (peakLow, peakHigh) = (row.number("peak_width_low"), row.number("peak_width_high"))
  }

  func speedUp(_ width: Double) -> Double {
    scale * width / (1 + alpha * (width - 1) + beta * width * (width - 1))
  }
}

/// The fits of a chart: numbers of curves, and the reasons why some curves have no fit.
struct LoopFits {
  /// The number of curves with a fit.
  var fitted = 0
  /// The number of all curves, with or without a fit.
  var curves = 0
  /// The number of fits whose peak is not marked, because it is at a width above the largest
  /// measured width.
  var beyond = 0
  /// The number of fits whose peak is marked.
  var peaks = 0
  /// The reasons, each with the names of the curves that have no fit for this reason.
  var refusals: [(why: String, names: [String])] = []

  mutating func refuse(_ name: String, _ why: String) {
    let index = refusals.firstIndex { $0.why == why } ?? refusals.endIndex
    if index == refusals.endIndex { refusals.append((why, [])) }
    if !refusals[index].names.contains(name) { refusals[index].names.append(name) }
  }
}
