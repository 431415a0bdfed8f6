import BenchmarkRunner

extension Axis {
  /// The share of reads in thousandths.
  ///
  /// The cost of a mix of one thread follows from the costs of its reads and its writes.
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
  /// In the standard tier only if several threads run, each on a CPU of its own.
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

  /// Threads of timed readers and writers: two, as many as CPUs, and more than CPUs.
  ///
  /// Readers run together from three threads on.
  static let mixWaitThreads = Axis("threads", .threads) { tier, cpus, earlier in
    let several = severalThreads.values(max(tier, .standard), cpus, earlier)
    guard tier < .thorough else { return several }
    return Set([2, max(2, cpus)] + [several.max() ?? 2]).sorted()
  }

  /// Busy work in a timed read or write, in ns.
  static let mixWaitInside = Axis(
    "inside", .nanoseconds, [0, 1000], thorough: [0, 100, 1000, 10_000])

  /// Busy work between timed operations, in ns.
  ///
  /// Operations that are not timed have none between them.
  static let mixWaitOutside = Axis(
    "outside", .nanoseconds, [1000], thorough: [0, 1000, 10_000])
}
