import BenchmarkStatistics
import Glibc

/// A window, and whether the witness saw a disturbance in it.
struct WitnessedWindow {
  let total: TrialTotal
  let isSeenDisturbed: Bool
}

/// The disturbances that slow some windows down.
enum Disturbance: CaseIterable {
  /// The hypervisor takes CPUs away for a few windows at a time.
  case stealInBursts
  /// A neighbour fills the shared cache for as long as a launch lasts.
  case slowNeighbour
  /// Some processes are always slower, which is the case's own behaviour; steal comes in bursts
  /// too.
  case twoRegimes
  /// The host runs out of its thermal budget in the middle of a launch.
  case throttledHost
}

/// A disturbed machine that launches a case whose undisturbed cost is known.
struct NoisyMachine {
  private let disturbance: Disturbance
  private var noise: Noise
  private var isInBurst = false

  /// The share of the disturbed windows that the witness sees; no quiet window seems disturbed.
  private static let sight = 0.9

  /// The share of slow processes if the case has two regimes.
  private static let slowShare = 0.4

  init(_ disturbance: Disturbance, seed: UInt64) {
    self.disturbance = disturbance
    noise = Noise(seed: seed)
  }

  /// A launch of four windows, at 20 ns per operation if nothing slows them.
  mutating func launch(isQuiet: Bool = false) -> [WitnessedWindow] {
    let isSlow = disturbance == .twoRegimes && noise.uniform() < Self.slowShare
    let center = noise.logNormal(isSlow ? 50 : 20, sigma: 0.07)
    let slowdowns = slowdowns(4)
    return slowdowns.map { slowdown in
      let cost = noise.logNormal(center, sigma: 0.02) * (isQuiet ? 1 : slowdown)
      return WitnessedWindow(
        total: TrialTotal(nanoseconds: cost * 1000, operations: 1000),
        isSeenDisturbed: !isQuiet && slowdown > 1 && noise.uniform() < Self.sight)
    }
  }

  private mutating func slowdowns(_ count: Int) -> [Double] {
    switch disturbance {
    case .stealInBursts, .twoRegimes:
      return (0..<count).map { _ in
        isInBurst = noise.uniform() < (isInBurst ? 0.6 : 0.06)
        return isInBurst ? 1.2 + noise.uniform() : 1
      }
    case .slowNeighbour:
      let slowdown = noise.uniform() < 0.2 ? 1.15 + 0.2 * noise.uniform() : 1
      return Array(repeating: slowdown, count: count)
    case .throttledHost:
      let quiet = noise.uniform() < 0.3 ? Int(noise.uniform() * Double(count)) : count
      return (0..<count).map { $0 < quiet ? 1 : 1.3 }
    }
  }

  /// The median of `summary` over 10,000 undisturbed launches.
  static func truth(
    _ disturbance: Disturbance, _ summary: ([TrialTotal]) -> Double?
  ) -> Double? {
    var machine = NoisyMachine(disturbance, seed: 99)
    return median(
      (0..<10_000).compactMap { _ in summary(machine.launch(isQuiet: true).map(\.total)) })
  }
}
