/// The counts of a ``CounterSet`` at a moment, to be subtracted from those of a later snapshot.
package struct Snapshot: Sendable {
  let layout: SnapshotLayout
  /// A range of words, called a block, for each group: first the result of reading the group (0 or
  /// an errno), then the words that the kernel wrote.
  var words: [UInt64]

  init(_ layout: SnapshotLayout) {
    self.layout = layout
    words = [UInt64](repeating: 0, count: layout.wordCount)
  }

  /// Returns each event's count since an earlier snapshot of the same set, in the events' order.
  package func difference(since earlier: Snapshot) -> [EventCount] {
    precondition(layout === earlier.layout, "the snapshots are of different sets of events")
    return layout.entries.map { entry in
      EventCount(name: entry.name, state: difference(entry, since: earlier))
    }
  }

  private func difference(
    _ entry: SnapshotLayout.Entry, since earlier: Snapshot
  ) -> EventCount.State {
    if let refusal = entry.refusal { return .unavailable(reason: refusal) }
    var turns: [RawCount] = []
    var turn: Int?
    for place in entry.places.sorted(by: { ($0.turn ?? -1) < ($1.turn ?? -1) }) {
      switch (earlier.raw(place), raw(place)) {
      case (.success(let before), .success(let after)):
        if let last = turns.indices.last, turn == place.turn {
          turns[last] = turns[last] + (after - before)
        } else {
          turns.append(after - before)
        }
        turn = place.turn
      case (.failure(let failure), _), (_, .failure(let failure)):
        return .unreadable(reason: failure.reason)
      }
    }
    return .raw(RawCount(turns: turns, isRotating: layout.isRotating))
  }

  /// Returns the count of an event in one group's block.
  ///
  /// The event is looked up by its id, because the kernel decides the order within a group.
  private func raw(_ place: SnapshotLayout.Place) -> Result<RawCount, Unreadable> {
    let block = words[place.block]
    guard block[block.startIndex] == 0 else {
      return .failure(Unreadable(errno: Int32(truncatingIfNeeded: block[block.startIndex])))
    }
    let reading = block.dropFirst()
    let start = reading.startIndex
    let events = min(Int(clamping: reading[start]), (reading.count - 3) / 2)
    for event in 0..<events where reading[start + 4 + 2 * event] == place.id {
      return .success(
        RawCount(
          value: reading[start + 3 + 2 * event], enabledNanoseconds: reading[start + 1],
          runningNanoseconds: reading[start + 2]))
    }
    return .failure(Unreadable(errno: nil))
  }

  private struct Unreadable: Error {
    /// The kernel's error; nil if the reading does not have the event.
    var errno: Int32?

    var reason: String {
      guard let errno else { return "not in the kernel's reading of its group" }
      return "the kernel did not let it be read: \(errnoText(errno))"
    }
  }
}

extension RawCount {
  static func - (a: RawCount, b: RawCount) -> RawCount {
    RawCount(
      value: a.value &- b.value,
      enabledNanoseconds: a.enabledNanoseconds &- b.enabledNanoseconds,
      runningNanoseconds: a.runningNanoseconds &- b.runningNanoseconds)
  }

  /// Adds the counts of one event, one count for each turn that the event is in.
  ///
  /// The turns followed each other or, if `isRotating` is true, were rotated by the kernel over the
  /// same time.
  init(turns: [RawCount], isRotating: Bool) {
    self = turns.reduce(RawCount(), +)
    guard isRotating else { return }
    enabledNanoseconds = turns.map(\.enabledNanoseconds).max() ?? 0
    // If the processor has more counters than was known, some turns counted at the same time, and
    // their running times add up to more than the enabled time.
    guard runningNanoseconds > enabledNanoseconds else { return }
    value = UInt64(Double(value) * Double(enabledNanoseconds) / Double(runningNanoseconds))
    runningNanoseconds = enabledNanoseconds
  }
}

/// The layout of a snapshot's words: made once for a set, and shared by its snapshots.
final class SnapshotLayout: Sendable {
  struct Place: Sendable {
    let block: Range<Int>
    let id: UInt64
    let turn: Int?
  }

  struct Entry: Sendable {
    let name: String
    /// The reason why the event is unavailable; nil if it is available.
    let refusal: String?
    /// The positions of the event's words, one for each opened thread and turn of the event.
    var places: [Place]
  }

  let entries: [Entry]
  /// The ranges of the groups' words, in the set's order of groups.
  let blocks: [Range<Int>]
  /// Whether the kernel rotates the turns over the same time.
  let isRotating: Bool
  var wordCount: Int { blocks.last?.upperBound ?? 0 }

  init(outcomes: [OpenOutcome], groups: [CounterGroup], isRotating: Bool = false) {
    var entries = outcomes.map {
      Entry(name: $0.name, refusal: $0.refusal?.description, places: [])
    }
    var blocks: [Range<Int>] = []
    for group in groups {
      let start = blocks.last?.upperBound ?? 0
      let block = start..<(start + 1 + group.wordCount)
      blocks.append(block)
      for member in group.members {
        entries[member.event].places.append(
          Place(block: block, id: member.id, turn: group.turn))
      }
    }
    self.entries = entries
    self.blocks = blocks
    self.isRotating = isRotating
  }
}

/// The outcome of opening an event.
struct OpenOutcome: Equatable {
  /// The name, with `:u` if only user mode was opened.
  var name: String
  /// The reason why the event is unavailable; nil if it is available.
  var refusal: OpenRefusal?
}
