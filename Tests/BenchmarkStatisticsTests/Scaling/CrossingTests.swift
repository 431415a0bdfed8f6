import Testing

@testable import BenchmarkStatistics

struct CrossingTests {
  private func curve(_ values: Double...) -> PolygonalCurve {
    PolygonalCurve(positions: values.indices.map(Double.init), values: values)
  }

  @Test func `a line crosses zero at its root, whatever the measured positions`() {
    for positions in [[0.0, 100], [0, 50, 90, 100], [0, 50, 90, 99, 99.9, 100]] {
      let line = PolygonalCurve(positions: positions, values: positions.map { $0 - 62.5 })
      let crossings = line.crossings
      #expect(crossings.count == 1)
      #expect(crossings.allSatisfy { $0.isRising && $0.position.agrees(with: 62.5) })
    }
  }

  @Test func `each change of sign is a crossing, with its direction`() {
    #expect(
      curve(-1, 1, 3, -1).crossings == [
        Crossing(position: 0.5, isRising: true), Crossing(position: 2.75, isRising: false),
      ])
  }

  @Test func `a curve that stays on one side, or touches zero, or ends at zero, does not cross`() {
    #expect(curve(1, 2, 3).crossings.isEmpty)
    #expect(curve(1, 0, 3).crossings.isEmpty)
    #expect(curve(0, 2, 0).crossings.isEmpty)
    #expect(curve(0, 0).crossings.isEmpty)
    #expect(curve().crossings.isEmpty)
  }

  @Test
  func `a curve that changes its sign through a stretch of zeros crosses in the middle of it`() {
    #expect(curve(-1, 0, 1).crossings == [Crossing(position: 1, isRising: true)])
    #expect(curve(2, 0, 0, -5).crossings == [Crossing(position: 1.5, isRising: false)])
  }

  @Test func `the first rise is the position at which the curve first gets above zero`() {
    #expect(curve(-1, 1, -1, 1).firstRise == 0.5)
    #expect(curve(1, -1, 1).firstRise == -.infinity)
    #expect(curve(0, 1).firstRise == -.infinity)
    #expect(curve(-3, -1).firstRise == .infinity)
    #expect(curve(0, 0).firstRise == .infinity)
  }

  @Test func `the counterpart of a crossing is the nearest crossing of its direction`() {
    let rising = Crossing(position: 2.4, isRising: true)
    #expect(curve(-1, 1, -1, 1, -1).counterpart(of: rising) == 2.5)
    #expect(curve(-1, 1, -1, -1, -1).counterpart(of: rising) == 0.5)
  }

  @Test func `a counterpart is infinite if no crossing of a nonzero curve has the same direction`()
  {
    let rising = Crossing(position: 1, isRising: true)
    let falling = Crossing(position: 1, isRising: false)
    #expect(curve(-1, -2).counterpart(of: rising) == .infinity)
    #expect(curve(2, 1).counterpart(of: rising) == -.infinity)
    #expect(curve(2, 1).counterpart(of: falling) == .infinity)
    #expect(curve(-2, -1).counterpart(of: falling) == -.infinity)
    #expect(curve(2, -1).counterpart(of: rising) == -.infinity)
    #expect(curve(0, 0).counterpart(of: rising) == 1)
  }
}
