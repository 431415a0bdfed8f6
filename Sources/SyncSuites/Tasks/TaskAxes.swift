import BenchmarkRunner

extension Axis {
  /// The CPUs that the process may use, and so the width of Swift's pool: all CPUs, and from the standard tier on
  /// also one.
  static let taskPoolWidth = Axis("width", .threads) { tier, cpus, _ in
    switch tier {
    case .headline: return [cpus]
    case .standard: return Set([1, cpus]).sorted()
    case .thorough:
      let powers = Array(sequence(first: 1) { $0 * 2 }.prefix { $0 < cpus })
      return powers + [cpus]
    }
  }

  /// The children of a round.
  static let fannedOutTasks = Axis(
    "tasks", .count, headline: [64], standard: [1, 8, 64, 1024],
    thorough: [1, 2, 8, 64, 1024, 16_384])

  /// Tasks that share a counter.
  static let countingTasks = Axis("tasks", .count) { tier, cpus, _ in
    tier == .headline ? [2] : Set([1, 2, cpus, 2 * cpus]).sorted()
  }

  /// The waiting tasks: more than the pool is wide.
  static let waitingTasks = Axis("tasks", .count) { tier, cpus, earlier in
    let width = earlier["width"] ?? cpus
    return tier == .thorough ? Set([width + 1, 2 * width, 16 * width]).sorted() : [2 * width]
  }
}
