import BenchmarkStatistics
import Glibc

/// The noise of a simulated machine.
enum MachineNoise: String, CaseIterable, Sendable {
  /// Launches differ by a percent or two.
  case calm
  /// The machine's speed wanders by 2 % per launch, and falls by a third over 4000 launches.
  case drifting
  /// A neighbour comes now and then, stays for some ten launches, and takes up to half the speed.
  case bursty
  /// Delays follow Student's t with two degrees of freedom, so some launches take several times the
  /// usual time.
  case heavyTailed = "heavy-tailed"
  /// Each launch is in one of two regimes, 60 % apart.
  case bimodal
}

/// A simulated machine that gives the times of successive launches under noise.
struct SimulatedMachine {
  let noise: MachineNoise
  private var random: SplitMix64
  private var wander = 0.0
  private var launches = 0
  private var burst = 0.0

  init(_ noise: MachineNoise, seed: UInt64) {
    self.noise = noise
    random = SplitMix64(seed: seed)
  }

  private mutating func uniform() -> Double {
    (Double(random.next() >> 11) + 0.5) * 0x1p-53
  }

  /// A standard normal number (Box and Muller 1958).
  private mutating func normal() -> Double {
    sqrt(-2 * log(uniform())) * cos(2 * .pi * uniform())
  }

  /// The time of one launch of a worker that takes `time` undisturbed.
  mutating func launch(_ time: Double) -> Double {
    launches += 1
    return time * exp(0.01 * normal() + disturbance())
  }

  private mutating func disturbance() -> Double {
    switch noise {
    case .calm: return 0
    case .drifting:
      wander += 0.02 * normal()
      return wander + 0.4 * Double(launches) / 4000
    case .bursty:
      if burst == 0 {
        burst = uniform() < 0.02 ? 0.2 + 0.5 * uniform() : 0
      } else if uniform() < 0.1 {
        burst = 0
      }
      // Each launch meets only a part of the burst.
      return burst * uniform()
    case .heavyTailed:
      let tail = normal() / sqrt(-log(uniform()))
      return 0.03 * min(tail.magnitude, 100)
    case .bimodal: return uniform() < 0.5 ? 0 : 0.47
    }
  }
}
