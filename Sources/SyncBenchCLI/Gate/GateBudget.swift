import CSyncShims

/// How long a gate may take, and what of it is kept for counting causes.
struct GateBudget: Sendable {
  private let nanoseconds: UInt64?
  private let start: UInt64

  /// Makes a budget that began at `start`, in ns of the monotonic clock; nil for one without an end.
  init(_ nanoseconds: UInt64?, start: UInt64) {
    self.nanoseconds = nanoseconds
    self.start = start
  }

  /// The least whole minutes that leave pairs so long, in ns.
  static func minutes(forPairs nanoseconds: UInt64) -> UInt64 {
    (nanoseconds + min(nanoseconds / 9, 30_000_000_000)) / 60_000_000_000 + 1
  }

  /// What pairs may take from now on, in ns: without what causes are counted in, a tenth, 30 s at most.
  var leftForPairs: UInt64? {
    nanoseconds.map { left(of: $0 - min($0 / 10, 30_000_000_000)) }
  }

  /// Whether it is spent.
  var isSpent: Bool { nanoseconds.map { left(of: $0) == 0 } ?? false }

  private func left(of whole: UInt64) -> UInt64 {
    whole - min(whole, sync_monotonic_ns() - start)
  }
}
