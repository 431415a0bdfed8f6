/// The turns of the processor's events, if the processor has too few counters for all events.
///
/// A turn is a set of events that count at the same time.
/// Events whose ratio matters stay together, such as instructions and cycles, or misses and
/// references. A bundle of such events goes into the first turn that has room.
package struct EventTurns: Equatable, Sendable {
  /// The indices of each turn's events, in the events' order; empty if no event needs a counter.
  package let turns: [[Int]]

  /// Divides events into turns.
  ///
  /// - Parameter counters: The number of the processor's events that can count at the same time;
  ///   nil if unknown: then all of the processor's events are in one turn, whose groups the kernel
  ///   rotates.
  package init(_ events: [EncodedEvent], counters: Int?) {
    let indices = events.indices.filter { events[$0].isProcessors }
    guard let counters, counters > 0, indices.count > counters else {
      turns = indices.isEmpty ? [] : [indices]
      return
    }
    var turns: [[Int]] = []
    for bundle in Self.bundles(indices, of: events).flatMap({ $0.chunks(of: counters) }) {
      if let turn = turns.firstIndex(where: { $0.count + bundle.count <= counters }) {
        turns[turn] += bundle
      } else {
        turns.append(bundle)
      }
    }
    self.turns = turns.map { $0.sorted() }
  }

  /// Returns the index of the turn that counts the event at `index`; nil if the event needs no turn.
  package func turn(of index: Int) -> Int? { turns.firstIndex { $0.contains(index) } }

  /// Puts the events of a ratio's family together, at the position of the family's first event.
  private static func bundles(_ indices: [Int], of events: [EncodedEvent]) -> [[Int]] {
    var bundles: [[Int]] = []
    var found: [RatioFamily: Int] = [:]
    for index in indices {
      guard let family = events[index].ratioFamily else {
        bundles.append([index])
        continue
      }
      if let bundle = found[family] {
        bundles[bundle].append(index)
      } else {
        found[family] = bundles.count
        bundles.append([index])
      }
    }
    return bundles
  }
}

/// A family of events that are divided by each other.
private enum RatioFamily: Hashable {
  /// Instructions per cycle.
  case instructions
  /// Misses per reference of the last cache.
  case cache
  /// Mispredictions per branch.
  case branches
  /// Misses per access for one cache and one operation of PERF_TYPE_HW_CACHE.
  case cacheOperation(UInt64)
}

extension EncodedEvent {
  /// Whether the event takes one of the processor's counters: a generic event, an event of a cache,
  /// or one of the processor's own codes.
  ///
  /// Other units, such as `msr`, have counters of their own.
  var isProcessors: Bool {
    switch PerfUnit(rawValue: type) {
    case .hardware, .cache, .raw: true
    case .software, .tracepoint, .breakpoint, nil: false
    }
  }

  /// The family of the event; nil if the event is in none, like the processor's own codes.
  ///
  /// The numbers are `PERF_COUNT_HW_…` of linux/perf_event.h.
  fileprivate var ratioFamily: RatioFamily? {
    switch (PerfUnit(rawValue: type), config) {
    case (.hardware, 0), (.hardware, 1): .instructions
    case (.hardware, 2), (.hardware, 3): .cache
    case (.hardware, 4), (.hardware, 5): .branches
    // The third byte tells an access from a miss, so it is no part of the family.
    case (.cache, _): .cacheOperation(config & 0xffff)
    default: nil
    }
  }
}

extension [Int] {
  fileprivate func chunks(of size: Int) -> [[Int]] {
    stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
  }
}
