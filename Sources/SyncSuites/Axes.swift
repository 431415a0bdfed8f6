import BenchmarkRunner

extension Axis {
  /// Threads: one, two and the CPUs at first, then powers of two past the CPU count once, then all
  /// the way to four times it.
  static let threads = Axis("threads", .threads) { tier, cpus, _ in
    let powers = sequence(first: 1) { $0 * 2 }
    switch tier {
    case .headline: return Set([1, 2, cpus]).sorted()
    case .standard:
      let past = powers.first { $0 > cpus } ?? 2
      return Array(powers.prefix { $0 < past }) + [past]
    case .thorough:
      return Array(powers.prefix { $0 <= max(2, cpus) * 4 })
    }
  }

  /// The same from two on, for what one thread alone does not show.
  static let severalThreads = Axis("threads", .threads) { tier, cpus, earlier in
    threads.values(tier, cpus, earlier).filter { $0 > 1 }
  }

  /// Two threads in any profile.
  static let twoThreads = Axis("threads", .threads, [2])

  /// Busy work in the critical section, in ns.
  static let inside = Axis(
    "inside", .nanoseconds, headline: [0], standard: [0, 200],
    thorough: [0, 50, 200, 1000, 10_000])

  /// Busy work in a contended section, in ns: a first look has a section with something in it too, between two
  /// threads on CPUs of their own, because the lock that is best in an empty one is seldom the one to take.
  static let contendedInside = Axis("inside", .nanoseconds) { tier, cpus, earlier in
    tier == .headline && cpus > 1 && earlier["threads"] == 2
      ? [0, 200] : inside.values(tier, cpus, earlier)
  }

  /// Busy work between sections, in ns.
  static let outside = Axis(
    "outside", .nanoseconds, headline: [0], standard: [0, 200], thorough: [0, 200, 1000, 10_000])
}
