package import BenchmarkModel
package import BenchmarkStatistics

/// A counted quantity, and the events that count it, the best first.
package struct CountedQuantity: Hashable, Sendable {
  /// The quantity's name in reports, in kebab case.
  package let name: String
  /// The events that count the quantity, the preferred one first; the same names with `:u` appended
  /// are accepted too.
  package let events: [String]

  /// Makes a quantity that is counted by the events or, if none is given, by an event of the
  /// quantity's name.
  package init(_ name: String, events: [String] = []) {
    self.name = name
    self.events = events.isEmpty ? [name] : events
  }

  /// The quantity's events, each followed by the same event in user mode alone.
  var exactEvents: [String] { events.flatMap { [$0, $0 + ":u"] } }

  /// Calls that wait on an ordinary futex; not all sleep, because the kernel first checks the
  /// futex's word.
  package static let futexWaits = CountedQuantity("futex-waits")
  /// Calls that wake waiters of an ordinary futex.
  package static let futexWakes = CountedQuantity("futex-wakes")
  /// Calls that lock a priority-inheriting futex.
  package static let futexPIWaits = CountedQuantity("futex-pi-waits")
  /// Calls that unlock a priority-inheriting futex.
  package static let futexPIWakes = CountedQuantity("futex-pi-wakes")
  /// Switches of threads that went to sleep.
  package static let voluntarySwitches = CountedQuantity(
    "voluntary-switches", events: ["voluntary-switches", "rusage-voluntary-switches"])
  /// Switches of threads that could have continued.
  package static let involuntarySwitches = CountedQuantity(
    "involuntary-switches", events: ["involuntary-switches", "rusage-involuntary-switches"])
  /// Calls of the allocator that returned a block of memory.
  package static let allocations = CountedQuantity("allocations")
  /// Instructions, counted by the processor or by callgrind.
  package static let instructions = CountedQuantity(
    "instructions", events: ["instructions", "callgrind-instructions"])
  /// Processor time in user mode, in ns.
  static let userTime = CountedQuantity("user-ns", events: ["rusage-user-ns"])
  /// Processor time in the kernel, in ns.
  static let systemTime = CountedQuantity("system-ns", events: ["rusage-system-ns"])

  /// The quantities that every profile shows, in this order.
  package static let shown: [CountedQuantity] = [
    futexWaits, futexWakes, futexPIWaits, futexPIWakes, voluntarySwitches, involuntarySwitches,
    CountedQuantity("cpu-migrations"),
    CountedQuantity("page-faults", events: ["page-faults", "rusage-minor-faults"]),
    allocations, CountedQuantity("allocated-bytes"), instructions, CountedQuantity("cycles"),
    CountedQuantity("cache-misses"), CountedQuantity("branch-misses"),
  ]
}

/// The occurrences of a quantity per operation, over the counted launches.
package struct CountPerOperation: Equatable, Sendable {
  /// The figures of the launches that counted the quantity.
  package struct Figures: Equatable, Sendable {
    /// The event that was counted, such as `page-faults:u`.
    package let event: String
    /// The figures, one for each launch, in the order of the launches.
    package let values: [Double]
    /// Whether some figures were counted for part of the time and scaled up.
    package var isScaled: Bool { scaling != nil }
    /// The scaling of the figures; nil if all were counted all the time.
    package let scaling: Scaling?

    /// The median of the launches.
    package var median: Double { BenchmarkStatistics.median(values) ?? .nan }
    /// The least and the greatest figure; nil below three launches.
    package var range: Interval? {
      guard values.count >= 3, let low = values.min(), let high = values.max() else { return nil }
      return Interval(low: low, high: high)
    }
    /// Whether the event was counted in user mode only.
    package var isUserModeOnly: Bool { event.hasSuffix(":u") }
    /// Whether the event comes from `getrusage`, which every machine has, or from callgrind, and
    /// not from perf.
    package var isWithoutPerf: Bool { event.hasPrefix("rusage-") || event.hasPrefix("callgrind-") }
  }

  /// The scaling of figures that were counted for part of the time.
  package struct Scaling: Equatable, Sendable {
    /// The smallest share of the time for which a figure was counted; nil if unknown.
    package let countedShare: Double?
    /// The largest error of a figure, as a share of the figure, with 95 % confidence; nil if
    /// unknown.
    package let uncertainty: Double?
  }

  /// The figures of the quantity, or the reason why there are none.
  package enum Count: Equatable, Sendable {
    case counted(Figures)
    /// The quantity was not counted, for this reason.
    case missing(reason: String)
  }

  package let quantity: CountedQuantity
  package let count: Count

  /// The figures; nil if they are missing.
  package var figures: Figures? {
    if case .counted(let figures) = count { figures } else { nil }
  }

  /// Takes a quantity from the rows of launches, which must be of one case.
  package init(_ quantity: CountedQuantity, launches: [[CounterRow]]) {
    self.quantity = quantity
    var reasons: [String] = []
    for event in quantity.exactEvents {
      var values: [Double] = []
      var scalings: [Scaling] = []
      for rows in launches {
        let own = CounterRows(rows)
        if let value = own.perOperation(event) {
          values.append(value)
          if own.isScaled(event) {
            scalings.append(
              Scaling(
                countedShare: own.countedShare(event), uncertainty: own.uncertainty(event)))
          }
        } else if let reason = own.reason(event) {
          reasons.append(reason)
        }
      }
      if !values.isEmpty {
        count = .counted(Figures(event: event, values: values, scaling: Scaling(scalings)))
        return
      }
    }
    count = .missing(reason: reasons.first ?? "not counted in this profile")
  }
}

extension CountPerOperation.Scaling {
  /// The worst of several scalings; nil if there are none.
  fileprivate init?(_ all: [Self]) {
    guard !all.isEmpty else { return nil }
    let known = all.compactMap(\.uncertainty)
    countedShare = all.compactMap(\.countedShare).min()
    uncertainty = known.count == all.count ? known.max() : nil
  }
}
