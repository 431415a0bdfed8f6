import BenchmarkModel
import BenchmarkStatistics

extension ScaledCases {
  /// The fit of the universal scalability law to each loop, over the loop's widths.
  func widthFits() -> [ScalabilityFinding] {
    loopCases.grouped { $0.id.without([widthKey]) }.map { curve in
      let sorted = curve.sorted(byParameter: widthKey)
      let samples = LoopSamples(sorted, among: self)
      return finding(
        .speedup, sorted, widths: sorted.map(\.planned.width),
        samples: samples.map { samples in
          WidthSamples(
            blocks: samples.blocks, hasIntervals: samples.hasIntervals,
            values: samples.speedups(in:))
        })
    }
  }

  /// The fits of the universal scalability law to cases whose threads share data, over thread
  /// counts with a CPU for each thread.
  ///
  /// The result is empty if no curve can be fitted, so that a machine of two CPUs does not get a
  /// refusal for each of its cases.
  func threadFits() -> [ScalabilityFinding] {
    let findings = cases.filter(isThreadCase).grouped { $0.id.without([threadsKey]) }.map { curve in
      let sorted = curve.sorted(byParameter: threadsKey)
      let trials = sorted.compactMap { costs(of: $0) }
      let samples = WidthSamples(
        blocks: BlockResampling(trials), hasIntervals: trials.allSatisfy(\.hasInterval)
      ) { $0.map { costs in costs.compactMap { $0.map { 1e9 / $0 } } } }
      return finding(
        .throughput, sorted, widths: sorted.map(\.planned.width),
        samples: trials.count == sorted.count ? samples : nil)
    }
    return findings.contains { $0.fit != nil } ? findings : []
  }

  /// Whether the case has threads that contend, each on a CPU of its own.
  private func isThreadCase(_ summary: CaseSummary) -> Bool {
    guard let threads = summary.id[threadsKey], threads <= cpus,
      // The law is meant for one resource that all threads want.
      sharesData(summary), costs(of: summary) != nil
    else { return false }
    switch summary.planned.placement {
    case .pinned(let cpus): return threads <= Set(cpus).count
    // Here a library's threads may work too, and would need CPUs of their own.
    case .process: return false
    case .unpinned: return true
    }
  }

  private func finding(
    _ kind: ScalabilityFinding.Kind, _ curve: [CaseSummary], widths: [Int], samples: WidthSamples?
  ) -> ScalabilityFinding {
    let id = curve[0].id.without([kind == .speedup ? widthKey : threadsKey])
    func result(_ fit: ScalabilityEstimate?, _ reason: String) -> ScalabilityFinding {
      ScalabilityFinding(kind: kind, id: id, widths: widths, fit: fit, reason: reason)
    }
    if let refusal = refusal(kind, widths) { return result(nil, refusal) }
    guard let samples, let fit = estimate(samples, widths, seed: seed(id.description, "usl")) else {
      return result(nil, "not fitted: some of its cases have no figures")
    }
    return result(fit, remarks(on: fit))
  }

  private func refusal(_ kind: ScalabilityFinding.Kind, _ widths: [Int]) -> String? {
    let word = kind == .speedup ? "width" : "thread count"
    let count = Set(widths).count
    if count < fewestScalabilityWidths {
      return
        "not fitted: \(count) \(word)\(count == 1 ? "" : "s"), \(fewestScalabilityWidths) needed"
    }
    return widths.contains(1)
      ? nil : "not fitted: \(word) 1, to which the fit is relative, is missing"
  }

  private func remarks(on fit: ScalabilityEstimate) -> String {
    var remarks: [String] = []
    if fit.peakWidth == nil { remarks.append("no peak: beta is 0") }
    if fit.contention.interval == nil { remarks.append(Self.tooFewLaunches) }
    if fit.peakWidth?.interval?.high == .infinity {
      remarks.append(
        "the peak's interval has no upper end, because too many resamples have no peak")
    }
    return remarks.joined(separator: "; ")
  }

  private func estimate(
    _ samples: WidthSamples, _ widths: [Int], seed: UInt64
  ) -> ScalabilityEstimate? {
    guard let points = samples.points(of: samples.blocks.observed, widths: widths),
      let curve = ScalabilityCurve(fitting: points)
    else { return nil }
    var resampled: [ScalabilityCurve] = []
    if samples.hasIntervals {
      samples.blocks.forEachResample(resamples, seed: seed) { summaries in
        guard let points = samples.points(of: summaries, widths: widths),
          let other = ScalabilityCurve(fitting: points)
        else { return }
        resampled.append(other)
      }
    }
    func estimate(_ quantity: (ScalabilityCurve) -> Double) -> Estimate {
      let value = quantity(curve)
      return Estimate(
        value: value, interval: resampledInterval(resampled.map(quantity), around: value))
    }
    return ScalabilityEstimate(
      scale: estimate(\.scale), contention: estimate(\.contention),
      coherency: estimate(\.coherency),
      peakWidth: curve.peakWidth == nil ? nil : estimate { $0.peakWidth ?? .infinity },
      largestMiss: points.map { ($0.mean - curve.value(at: $0.width)).magnitude / $0.mean }.max()
        ?? 0)
  }
}

/// The blocks of a curve's cases, and a function that turns the cases' costs in each block into the
/// values of each width.
private struct WidthSamples {
  let blocks: BlockResampling
  let hasIntervals: Bool
  let values: ([[Double?]]) -> [[Double]]

  /// Returns a point for each width; nil if some width has no value.
  func points(of summaries: [[Double?]], widths: [Int]) -> [ScalabilityPoint]? {
    let points = zip(widths, values(summaries)).compactMap { width, values in
      ScalabilityPoint(width: width, values: values)
    }
    return points.count == widths.count ? points : nil
  }
}

/// The parameter for the number of threads that contend.
let threadsKey = "threads"
