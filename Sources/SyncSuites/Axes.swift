import BenchmarkRunner

extension Axis {
  /// One, two and as many threads as CPUs in the headline tier; powers of two up to the first beyond the CPUs in the
  /// standard tier, and up to four times the CPUs in the thorough tier.
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

  /// The same without one thread alone.
  static let severalThreads = Axis("threads", .threads) { tier, cpus, earlier in
    threads.values(tier, cpus, earlier).filter { $0 > 1 }
  }

  /// Several threads at first, because one thread shares nothing; all thread counts from the standard profile on.
  static let severalThreadsFirst = Axis("threads", .threads) { tier, cpus, earlier in
    (tier == .headline ? severalThreads : threads).values(tier, cpus, earlier)
  }

  /// Two threads at first, because one thread waits for no other; all thread counts from the standard profile on.
  static let twoThreadsFirst = Axis("threads", .threads) { tier, cpus, earlier in
    tier == .headline ? [2] : threads.values(tier, cpus, earlier)
  }

  /// Two threads in any profile.
  static let twoThreads = Axis("threads", .threads, [2])

  /// Busy work in the critical section, in ns.
  static let inside = Axis(
    "inside", .nanoseconds, headline: [0], standard: [0, 200],
    thorough: [0, 50, 200, 1000, 10_000])

  /// Busy work in a contended section, in ns.
  ///
  /// A first look has a section with work in it too, between two threads on CPUs of their own: the best lock for an
  /// empty section is seldom the best choice.
  static let contendedInside = Axis("inside", .nanoseconds) { tier, cpus, earlier in
    tier == .headline && cpus > 1 && earlier["threads"] == 2
      ? [0, 200] : inside.values(tier, cpus, earlier)
  }

  /// Busy work between sections, in ns.
  static let outside = Axis(
    "outside", .nanoseconds, headline: [0], standard: [0, 200], thorough: [0, 200, 1000, 10_000])
}
