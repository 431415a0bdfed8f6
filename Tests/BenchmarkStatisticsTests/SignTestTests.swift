import BenchmarkStatistics
import Testing

struct SignTestTests {
  @Test func `no differences, or only zeros, are no evidence`() {
    #expect(signTest([]) == 1)
    #expect(signTest([0, 0, -0.0]) == 1)
  }

  @Test func `an even split of signs is no evidence`() {
    #expect(signTest([1, -1, 2, -2]) == 1)
  }

  @Test func `six equal signs of six are significant, and five of five are not`() {
    #expect(signTest([1, 2, 3, 4, 5, 6]) == 0.03125)
    #expect(signTest([1, 2, 3, 4, 5]) == 0.0625)
  }

  @Test func `both directions have the same p-value`() {
    let differences: [Double] = [3, -1, 4, 1, 5, 9, -2, 6, 5, 3]
    #expect(signTest(differences) == signTest(differences.map { -$0 }))
    #expect(signTest(differences) == 2 * 56.0 / 1024)
  }

  @Test func `zeros are dropped`() {
    #expect(signTest([0, 1, 2, 0, 3, 4, 5, 6, 0]) == signTest([1, 2, 3, 4, 5, 6]))
  }

  @Test func `the size of a difference does not count`() {
    #expect(signTest([1e300, .infinity, 1e-300]) == signTest([1, 1, 1]))
  }

  @Test func `random signs are significant at 5 % less often than 5 times of 100`() {
    var noise = Noise(seed: 5)
    let runs = 2000
    let alarms = (0..<runs).count { _ in
      signTest((0..<15).map { _ in noise.normal() }) < 0.05
    }
    #expect(Double(alarms) / Double(runs) < 0.05)
  }
}
