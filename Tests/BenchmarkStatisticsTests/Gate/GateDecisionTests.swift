import BenchmarkStatistics
import Glibc
import Testing

struct GateDecisionTests {
  /// The looks of a gate of 40 cases, at 16, 28, 48, 80, 140 and 240 pairs.
  private let looks = gateLooks(cases: 40)

  private func decide(
    _ differences: [Double], effect: Double = 0.05, tolerance: Double = 0.1
  ) -> GateDecision {
    gateDecision(differences, looks: looks, effect: effect, tolerance: tolerance)
  }

  /// The logarithm of each ratio, as often as its count says, shuffled with a fixed seed.
  private func differences(_ ratios: [(Double, Int)]) -> [Double] {
    var random = SplitMix64(seed: 1)
    return random.shuffled(ratios.flatMap { [Double](repeating: log($0), count: $1) })
  }

  @Test func `nothing is decided before the first look`() {
    #expect(decide([]) == .undecided)
    #expect(decide([Double](repeating: 1, count: 15)) == .undecided)
    #expect(decide([Double](repeating: 1, count: 16)) == .fail(look: 0))
  }

  @Test func `pairs without a difference pass at the first look`() {
    #expect(decide([Double](repeating: 0, count: 16)) == .pass(look: 0))
  }

  @Test func `differences that are all above zero fail only if they reach the effect`() {
    #expect(decide(differences([(1.06, 16)])) == .fail(look: 0))
    #expect(decide(differences([(1.04, 16)])) == .pass(look: 0))
  }

  @Test
  func `a slowdown from effect to tolerance fails if all differences are above zero, else passes`()
  {
    #expect(decide(differences([(1.07, 16)])) == .fail(look: 0))
    // A fail needs one more positive difference, and no difference reaches the tolerance.
    #expect(decide(differences([(1.07, 15), (0.99, 1)])) == .pass(look: 0))
  }

  @Test func `a look with one difference too many beyond the tolerance does not pass`() {
    #expect(decide(differences([(1.2, 2), (1, 14)])) == .pass(look: 0))
    #expect(decide(differences([(1.2, 3), (1, 13)])) == .undecided)
  }

  @Test func `a difference of exactly the tolerance counts as beyond the tolerance`() {
    let at = [Double](repeating: log1p(0.1), count: 3) + [Double](repeating: 0, count: 13)
    #expect(decide(at) == .undecided)
    let below = at.map { $0.nextDown }
    #expect(decide(below) == .pass(look: 0))
  }

  @Test func `differences of zero count neither as slower nor as faster`() {
    #expect(decide([Double](repeating: 0.2, count: 15) + [0]) == .undecided)
    #expect(decide([Double](repeating: -0.2, count: 15) + [0]) == .pass(look: 0))
    let second = [Double](repeating: 0.2, count: 25) + [0, 0, 0]
    #expect(decide(second.shuffledOnce()) == .fail(look: 1))
    #expect(decide(([0] + second.dropFirst()).shuffledOnce()) == .undecided)
  }

  @Test func `an improvement is the mirror image of a fail at each look`() {
    var noise = Noise(seed: 9)
    var failed = 0
    for slowdown in [0.9, 1, 1.05, 1.1, 1.3] {
      for look in looks {
        for _ in 0..<50 {
          let sample = (0..<look.pairs).map { _ in log(slowdown) + 0.1 * noise.normal() }
          let decision = gateDecision(sample, looks: [look], effect: 0.05, tolerance: 0.1)
          let mirrored = gateDecision(
            sample.map { -$0 }, looks: [look], effect: 0.05, tolerance: 0.1)
          #expect((decision == .fail(look: 0)) == (mirrored == .improved(look: 0)))
          if decision == .fail(look: 0) { failed += 1 }
        }
      }
    }
    #expect(failed > 100)
  }

  @Test func `a faster case may pass before it is shown to have improved`() {
    #expect(decide(differences([(0.8, 15), (1.01, 1)])) == .pass(look: 0))
    #expect(decide(differences([(0.8, 16)])) == .improved(look: 0))
  }

  @Test func `a case that the last look does not decide is inconclusive`() {
    let wild = (0..<240).map { $0.isMultiple(of: 2) ? 1.0 : -1.0 }
    #expect(decide(Array(wild.prefix(239))) == .undecided)
    #expect(decide(wild) == .inconclusive)
    #expect(decide(wild + [Double](repeating: 1, count: 500)) == .inconclusive)
  }

  @Test func `pairs after the look that decided change nothing`() {
    let passed = [Double](repeating: 0, count: 16)
    #expect(decide(passed + [Double](repeating: 1, count: 64)) == .pass(look: 0))
  }

  @Test func `the order of the pairs of a look changes nothing`() {
    let sample = differences([(1.3, 20), (1.0, 5), (0.9, 3)])
    #expect(
      gateDecision(sample, looks: [looks[1]], effect: 0.05, tolerance: 0.1)
        == gateDecision(sample.sorted(), looks: [looks[1]], effect: 0.05, tolerance: 0.1))
  }

  @Test func `random signs fail no more often than alpha, whatever the differences`() {
    var noise = Noise(seed: 11)
    let looks = gateLooks(cases: 1, alpha: 0.05)
    let cases = 2000
    let failed = (0..<cases).count { _ in
      let sample = (0..<80).map { _ in noise.normal() * exp(3 * noise.normal()) }
      // With so small an effect, only the signs decide.
      if case .fail = gateDecision(sample, looks: looks, effect: 1e-12, tolerance: 1e-12) {
        return true
      }
      return false
    }
    #expect(Double(failed) / Double(cases) <= 0.05)
    #expect(failed > 0)
  }

  @Test func `a pass compares the upper end of the interval with the tolerance`() throws {
    var noise = Noise(seed: 13)
    for _ in 0..<200 {
      let sample = (0..<16).map { _ in 0.07 + 0.05 * noise.normal() }
      let ratio = try #require(gateRatio(sample))
      let interval = try #require(ratio.interval)
      #expect(interval.contains(ratio.value))
      let decision = gateDecision(sample, looks: [looks[0]], effect: 0.1, tolerance: 0.1)
      if case .fail = decision { continue }
      #expect((interval.high < 1.1) == (decision == .pass(look: 0)))
    }
  }

  @Test func `a ratio needs one pair, and its interval seven pairs`() throws {
    #expect(gateRatio([]) == nil)
    #expect(gateRatio([0, 0]) == Estimate(value: 1))
    #expect(gateRatio([Double](repeating: 0, count: 6))?.interval == nil)
    let seven = try #require(gateRatio((1...7).map { log(Double($0)) }))
    #expect(seven.value.agrees(with: 4))
    #expect(try #require(seven.interval).low.agrees(with: 1))
    #expect(try #require(seven.interval).high.agrees(with: 7))
  }
}

extension [Double] {
  fileprivate func shuffledOnce() -> [Double] {
    var random = SplitMix64(seed: 3)
    return random.shuffled(self)
  }
}
