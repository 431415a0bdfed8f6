/// The sets of the processor's events that count at once, if the processor has too few counters for all of them.
///
/// Events whose ratio matters stay together: instructions and cycles, misses and what they are misses of. Bundles
/// of them go into the first turn that has room. Cycles, where they are asked for, are counted again in every
/// turn that has a counter left: rates of turns can then be told from each other.
package struct EventTurns: Equatable, Sendable {
  /// The places of the events that each turn counts, in the events' order; none if no event needs a counter.
  package let turns: [[Int]]

  /// Divides events into turns.
  ///
  /// - Parameter counters: How many of the processor's events count at once; nil if that is not known, and all
  ///   are left to the kernel in one turn.
  package init(_ events: [EncodedEvent], counters: Int?) {
    let places = events.indices.filter { events[$0].isProcessors }
    guard let counters, counters > 0, places.count > counters else {
      turns = places.isEmpty ? [] : [places]
      return
    }
    var turns: [[Int]] = []
    for bundle in Self.bundles(places, of: events).flatMap({ $0.chunks(of: counters) }) {
      if let turn = turns.firstIndex(where: { $0.count + bundle.count <= counters }) {
        turns[turn] += bundle
      } else {
        turns.append(bundle)
      }
    }
    let cycles = places.first { events[$0].ratioFamily == .instructions && events[$0].isBase }
    self.turns = turns.map { turn in
      guard let cycles, !turn.contains(cycles), turn.count < counters else { return turn.sorted() }
      return (turn + [cycles]).sorted()
    }
  }

  /// The turns that count an event, by its place; none for an event without a turn.
  package func turns(of place: Int) -> [Int] {
    turns.indices.filter { turns[$0].contains(place) }
  }

  /// Events of a family stand together, in the place of their first.
  private static func bundles(_ places: [Int], of events: [EncodedEvent]) -> [[Int]] {
    var bundles: [[Int]] = []
    var found: [RatioFamily: Int] = [:]
    for place in places {
      guard let family = events[place].ratioFamily else {
        bundles.append([place])
        continue
      }
      if let bundle = found[family] {
        bundles[bundle].append(place)
      } else {
        found[family] = bundles.count
        bundles.append([place])
      }
    }
    return bundles
  }
}

/// Events of which one is divided by another.
private enum RatioFamily: Hashable {
  /// Instructions a cycle.
  case instructions
  /// Misses of the last cache among its references.
  case cache
  /// Branches that were mispredicted.
  case branches
  /// Misses of a cache of PERF_TYPE_HW_CACHE among its accesses, by cache and operation.
  case cacheOperation(UInt64)
}

extension EncodedEvent {
  /// Whether it takes one of the processor's counters: generic, of a cache, or by the processor's own code.
  ///
  /// Units of their own, such as `msr`, count beside them.
  var isProcessors: Bool {
    switch PerfUnit(rawValue: type) {
    case .hardware, .cache, .raw: true
    case .software, .tracepoint, .breakpoint, nil: false
    }
  }

  /// The family of events that divide each other; nil for an event that stands alone.
  ///
  /// `PERF_COUNT_HW_…` of linux/perf_event.h. A processor's own codes say nothing of this.
  fileprivate var ratioFamily: RatioFamily? {
    switch (PerfUnit(rawValue: type), config) {
    case (.hardware, 0), (.hardware, 1): .instructions
    case (.hardware, 2), (.hardware, 3): .cache
    case (.hardware, 4), (.hardware, 5): .branches
    // The third byte tells an access from a miss.
    case (.cache, _): .cacheOperation(config & 0xffff)
    default: nil
    }
  }

  /// Whether it counts cycles, by the generic number.
  fileprivate var isBase: Bool { type == PerfUnit.hardware.rawValue && config == 0 }
}

extension [Int] {
  fileprivate func chunks(of size: Int) -> [[Int]] {
    stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
  }
}
