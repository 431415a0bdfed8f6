import Testing

@testable import BenchmarkStatistics

struct StudentTTests {
  // The expected values are from SciPy.
  @Test(
    arguments: [
      (1, 12.706204736174694), (2, 4.302652729749462), (3, 3.1824463052837078),
      (4, 2.7764451051977934), (5, 2.5705818356363146), (10, 2.228138851986274),
      (59, 2.000995378088267), (500, 1.9647198374673676),
    ] as [(Int, Double)])
  func `t at 95 percent agrees with SciPy`(degreesOfFreedom: Int, expected: Double) {
    let t = studentT(confidence: 0.95, degreesOfFreedom: degreesOfFreedom)
    #expect(t.agrees(with: expected, relative: 1e-10))
  }

  @Test(arguments: [(1, 1.0), (2, 0.8164965809277261), (5, 0.7266868438004226)])
  func `t at 50 percent is the upper quartile`(degreesOfFreedom: Int, expected: Double) {
    let t = studentT(confidence: 0.5, degreesOfFreedom: degreesOfFreedom)
    #expect(t.agrees(with: expected, relative: 1e-10))
  }
}
