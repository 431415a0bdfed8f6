import BenchmarkRunner

extension Axis {
  /// Threads of a mix: several at first, because one alone reads beside nobody.
  static let mixThreads = Axis("threads", .threads) { tier, cpus, earlier in
    (tier == .headline ? severalThreads : threads).values(tier, cpus, earlier)
  }

  /// The share of reads in thousandths.
  ///
  /// What a mix of one thread costs follows from what its reads and its writes do.
  static let mixReads = Axis("read-permille", .permille) { tier, _, earlier in
    switch tier {
    case .headline: [0, 900, 1000]
    case .standard where earlier["threads"] == 1: [0, 1000]
    case .standard, .thorough: [0, 500, 900, 990, 999, 1000]
    }
  }

  /// As many reads as writes, in any profile.
  static let mixHalfReads = Axis("read-permille", .permille, [500])

  /// Busy work in a read and in a write, in ns.
  ///
  /// At first only where threads run together, and each on a CPU of its own.
  static let mixInside = Axis("inside", .nanoseconds) { tier, cpus, earlier in
    let threads = earlier["threads"] ?? 1
    return switch tier {
    case .headline: [0]
    case .standard: threads > 1 && threads <= max(2, cpus) ? [0, 1000] : [0]
    case .thorough: [0, 100, 1000, 10_000]
    }
  }

  /// No busy work in any profile.
  static let mixNoWork = Axis("inside", .nanoseconds, [0])

  /// Threads of timed readers and writers: two, the CPUs, and more than there are; readers run together
  /// from three on.
  static let mixWaitThreads = Axis("threads", .threads) { tier, cpus, earlier in
    let several = severalThreads.values(max(tier, .standard), cpus, earlier)
    guard tier < .thorough else { return several }
    return Set([2, max(2, cpus)] + [several.max() ?? 2]).sorted()
  }

  /// Busy work in a read and in a write where they are timed, in ns.
  static let mixWaitInside = Axis(
    "inside", .nanoseconds, [0, 1000], thorough: [0, 100, 1000, 10_000])

  /// Busy work between the operations that are timed, in ns; the others have none.
  static let mixWaitOutside = Axis(
    "outside", .nanoseconds, [1000], thorough: [0, 1000, 10_000])
}
