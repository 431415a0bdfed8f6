import BenchmarkStatistics
import Testing

struct IntervalTests {
  @Test func `an interval contains its ends and the values between them`() {
    let interval = Interval(low: 1, high: 3)
    #expect([1, 2, 3].allSatisfy(interval.contains))
    #expect(!interval.contains(0.999))
    #expect(!interval.contains(3.001))
  }

  @Test func `the relative half width is a share of the value`() {
    #expect(Interval(low: 95, high: 105).relativeHalfWidth(around: 100) == 0.05)
  }

  @Test func `the relative half width around a negative value is not negative`() {
    #expect(Interval(low: -12, high: -8).relativeHalfWidth(around: -10) == 0.2)
  }

  @Test func `the relative half width around zero is infinite`() {
    #expect(Interval(low: -1, high: 1).relativeHalfWidth(around: 0) == .infinity)
  }

  @Test func `an interval without width has a relative half width of 0 even around zero`() {
    #expect(Interval(low: 0, high: 0).relativeHalfWidth(around: 0) == 0)
  }
}
