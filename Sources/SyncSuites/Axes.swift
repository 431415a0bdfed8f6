import BenchmarkRunner

extension Axis {
  /// Thread counts from one on, which the tier (the extent of a sweep, ``Tier``) chooses.
  ///
  /// The headline tier has one, two and the number of CPUs. The standard tier has powers of two up
  /// to the first above the number of CPUs, the thorough tier up to four times the number of CPUs
  /// (on one CPU, up to 8).
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

  /// The thread counts of `threads` without 1.
  static let severalThreads = Axis("threads", .threads) { tier, cpus, earlier in
    threads.values(tier, cpus, earlier).filter { $0 > 1 }
  }

  /// The counts above 1 in the headline tier, because one thread shares nothing, and all thread
  /// counts in later tiers.
  static let severalThreadsFirst = Axis("threads", .threads) { tier, cpus, earlier in
    (tier == .headline ? severalThreads : threads).values(tier, cpus, earlier)
  }

  /// Two threads in the headline tier, because one thread waits for no other, and all thread counts
  /// in later tiers.
  static let twoThreadsFirst = Axis("threads", .threads) { tier, cpus, earlier in
    tier == .headline ? [2] : threads.values(tier, cpus, earlier)
  }

  /// Two threads in every tier.
  static let twoThreads = Axis("threads", .threads, [2])

  /// Busy work in the critical section, in ns.
  static let inside = Axis(
    "inside", .nanoseconds, headline: [0], standard: [0, 200],
    thorough: [0, 50, 200, 1000, 10_000])

  /// Busy work in a contended section, in ns.
  ///
  /// On several CPUs, two threads also have a section with work in the headline tier, because the
  /// best lock for an empty section is seldom the best choice for real sections.
  static let contendedInside = Axis("inside", .nanoseconds) { tier, cpus, earlier in
    tier == .headline && cpus > 1 && earlier["threads"] == 2
      ? [0, 200] : inside.values(tier, cpus, earlier)
  }

  /// Busy work between sections, in ns.
  static let outside = Axis(
    "outside", .nanoseconds, headline: [0], standard: [0, 200], thorough: [0, 200, 1000, 10_000])

  /// Busy work between sections, in ns, for cases that have the parameter only on request.
  static let askedOutside = Axis("outside", .nanoseconds, [])
}
