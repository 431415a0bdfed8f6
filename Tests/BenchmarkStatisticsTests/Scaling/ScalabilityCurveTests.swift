import BenchmarkStatistics
import Testing

struct ScalabilityCurveTests {
  private static let widths = [1, 2, 4, 8]

  private func points(
    of curve: ScalabilityCurve, at widths: [Int] = ScalabilityCurveTests.widths, count: Int = 3
  ) -> [ScalabilityPoint] {
    widths.compactMap { width in
      ScalabilityPoint(
        width: width, values: Array(repeating: curve.value(at: Double(width)), count: count))
    }
  }

  @Test func `the curve is that of Gunther's law, times a scale`() {
    let curve = ScalabilityCurve(scale: 2, contention: 0.1, coherency: 0.01)
    #expect(curve.value(at: 1) == 2)
    #expect(curve.value(at: 4).agrees(with: 8 / (1 + 0.3 + 0.12)))
  }

  static let curves = [
    (1, 0, 0), (1, 0.05, 0), (1, 0.02, 0.001), (0.63, 0.1, 0.01), (5e7, 9, 0.2), (1, 1, 1),
    (1, 0, 0.003), (1e-9, 0.5, 0.5),
  ].map { (scale: Double, contention: Double, coherency: Double) in
    ScalabilityCurve(scale: scale, contention: contention, coherency: coherency)
  }

  @Test(
    arguments: curves, [[1, 2, 4, 8], [1, 2, 3, 4], [1, 2, 4, 8, 16, 32, 64, 128], [1, 3, 100]])
  func `points on a curve are fitted by that curve`(curve: ScalabilityCurve, widths: [Int]) throws {
    let found = try #require(ScalabilityCurve(fitting: points(of: curve, at: widths)))
    #expect(found.scale.agrees(with: curve.scale, relative: 1e-6))
    #expect((found.contention - curve.contention).magnitude < 1e-6 * (1 + curve.contention))
    #expect((found.coherency - curve.coherency).magnitude < 1e-6 * (1 + curve.coherency))
    #expect((found.peakWidth == nil) == (curve.coherency == 0))
  }

  @Test func `no coefficient is negative if the speed-up exceeds the width`() throws {
    let values = [1, 2.2, 4.6, 9.9]
    let found = try #require(
      ScalabilityCurve(
        fitting: zip(Self.widths, values).compactMap {
          ScalabilityPoint(width: $0, values: [$1])
        }))
    #expect(found.contention == 0 && found.coherency == 0)
    // With both coefficients at 0, the curve is a line through the origin.
    let slope = zip(Self.widths, values).reduce(0) { $0 + Double($1.0) * $1.1 } / 85
    #expect(found.scale.agrees(with: slope, relative: 1e-9))
  }

  @Test func `no nearby curve has a smaller sum of squares`() throws {
    var noise = Noise(seed: 5)
    let truth = ScalabilityCurve(scale: 0.9, contention: 0.03, coherency: 0.002)
    let points = [1, 2, 4, 8, 16].compactMap { width in
      ScalabilityPoint(
        width: width,
        values: (0..<10).map { _ in noise.logNormal(truth.value(at: Double(width)), sigma: 0.05) })
    }
    let found = try #require(ScalabilityCurve(fitting: points))
    func squares(_ curve: ScalabilityCurve) -> Double {
      points.reduce(0) { sum, point in
        let miss = point.mean - curve.value(at: point.width)
        return sum + Double(point.count) * miss * miss
      }
    }
    let least = squares(found)
    for _ in 0..<500 {
      let other = ScalabilityCurve(
        scale: found.scale * (1 + 0.01 * noise.normal()),
        contention: max(0, found.contention + 0.003 * noise.normal()),
        coherency: max(0, found.coherency + 0.0003 * noise.normal()))
      #expect(squares(other) >= least - 1e-12)
    }
  }

  @Test func `a width has the weight of its number of launches`() throws {
    func fitted(_ count: Int) throws -> ScalabilityCurve {
      let points = [
        ScalabilityPoint(width: 1, values: [1]), ScalabilityPoint(width: 2, values: [1.9]),
        ScalabilityPoint(width: 4, values: [3.6]),
        ScalabilityPoint(width: 8, values: Array(repeating: 4, count: count)),
      ].compactMap { $0 }
      return try #require(ScalabilityCurve(fitting: points))
    }
    let (light, heavy) = (try fitted(1), try fitted(1000))
    #expect((heavy.value(at: 8) - 4).magnitude < (light.value(at: 8) - 4).magnitude)
    #expect((heavy.value(at: 8) - 4).magnitude < 0.001)
  }

  @Test func `two widths can't determine both coefficients`() {
    let curve = ScalabilityCurve(scale: 1, contention: 0.1, coherency: 0.01)
    #expect(ScalabilityCurve(fitting: points(of: curve, at: [1, 2])) == nil)
    #expect(ScalabilityCurve(fitting: points(of: curve, at: [1, 2, 2, 2])) == nil)
    #expect(ScalabilityCurve(fitting: []) == nil)
  }

  @Test(arguments: [[], [0], [1, -1], [.infinity], [.nan]] as [[Double]])
  func `values that are not positive and finite make no point`(values: [Double]) {
    #expect(ScalabilityPoint(width: 1, values: values) == nil)
    #expect(ScalabilityPoint(width: 0, values: [1]) == nil)
  }

  // MARK: Peak

  @Test func `the peak is the width at which the curve is highest`() throws {
    let curve = ScalabilityCurve(scale: 3, contention: 0.04, coherency: 0.0024)
    let peak = try #require(curve.peakWidth)
    #expect(peak.agrees(with: 20))
    for other in [1, 10, 19.9, 20.1, 40] { #expect(curve.value(at: other) < curve.value(at: peak)) }
  }

  @Test func `a curve without coherency has no peak`() {
    #expect(ScalabilityCurve(scale: 1, contention: 0.5, coherency: 0).peakWidth == nil)
  }

  @Test func `the peak is 1 if a second CPU does harm`() {
    #expect(ScalabilityCurve(scale: 1, contention: 0.5, coherency: 1).peakWidth == 1)
    #expect(ScalabilityCurve(scale: 1, contention: 4, coherency: 0.1).peakWidth == 1)
  }

  // MARK: Intervals

  @Test func `intervals of resampled blocks hold the coefficients about 90 times of 100`() {
    let truth = ScalabilityCurve(scale: 0.95, contention: 0.05, coherency: 0.004)
    var noise = Noise(seed: 42)
    let runs = 40
    var held = (contention: 0, coherency: 0)
    for run in 0..<runs {
      let blocks = BlockResampling(
        Self.widths.map { width in
          let value = truth.value(at: Double(width))
          return BlockedTrials(
            (0..<10).map { _ in [noise.logNormal(value, sigma: 0.03)] }, level: 0.5)
        })
      let observed = fitted(blocks.observed)
      var resampled: [ScalabilityCurve] = []
      blocks.forEachResample(80, seed: UInt64(run)) { summaries in
        if let curve = fitted(summaries) { resampled.append(curve) }
      }
      let contention = resampledInterval(
        resampled.map(\.contention), around: observed?.contention ?? 0)
      let coherency = resampledInterval(
        resampled.map(\.coherency), around: observed?.coherency ?? 0)
      held.contention += contention?.contains(truth.contention) == true ? 1 : 0
      held.coherency += coherency?.contains(truth.coherency) == true ? 1 : 0
    }
    // A percentile interval of ten blocks holds a coefficient some 90 times of 100.
    #expect(held.contention >= runs * 3 / 4, "\(held)")
    #expect(held.coherency >= runs * 3 / 4, "\(held)")
  }

  private func fitted(_ summaries: [[Double?]]) -> ScalabilityCurve? {
    ScalabilityCurve(
      fitting: zip(Self.widths, summaries).compactMap { width, values in
        ScalabilityPoint(width: width, values: values.compactMap { $0 })
      })
  }
}
