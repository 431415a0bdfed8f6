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

/// The fits of a chart: the number of fitted curves, and the reasons why other curves have no fit.
struct LoopFits {
  var fitted = 0
  var curves = 0
  var beyond = 0
  var peaks = 0
  var refusals: [(why: String, names: [String])] = []

  mutating func refuse(_ name: String, _ why: String) {
    let index = refusals.firstIndex { $0.why == why } ?? refusals.endIndex
    if index == refusals.endIndex { refusals.append((why, [])) }
    if !refusals[index].names.contains(name) { refusals[index].names.append(name) }
  }
}
