import Glibc

/// The threads whose events are counted.
package enum CounterScope: Sendable {
  /// The whole process: every existing thread, and every thread that these start later.
  case process
  /// The calling thread alone.
  case thread
}

/// Events opened together: enabled once, read at both edges of what is measured, closed with it.
///
/// Nothing is ever reset, which would miss threads that have ended, and nothing is disabled while it is measured,
/// because that costs more than a read. Counts are differences of two snapshots. Where the processor has too few
/// counters, its events either take turns, from one measurement to the next, or are left to the kernel, which rotates
/// them.
package struct CounterSet: ~Copyable {
  private let kernel: any PerfKernel
  private let scope: CounterScope
  private let paranoid: Int?
  private let counters: Int?
  /// The number of turns that the processor's events take; 0 without such events.
  package private(set) var turnCount = 0
  private var isRotating = false
  private var groups: [CounterGroup] = []
  private var outcomes: [OpenOutcome] = []
  private var layout: SnapshotLayout
  private var isEnabled = false

  /// Opens what can be had of some events; the rest is unavailable in every difference, with the reason.
  ///
  /// - Parameters:
  ///   - scope: With `.process` no thread should start meanwhile: one that does while the others are
  ///     opened on makes it begin again, a few times at most.
  /// - counters: The number of the processor's events that count at once; nil if unknown.
  /// - kernel: The kernel that counts.
  ///   - paranoid: /proc/sys/kernel/perf_event_paranoid, for the reasons; nil when unknown.
  package init(
    _ events: [NamedEvent], scope: CounterScope, counters: Int? = nil,
    kernel: any PerfKernel = LinuxPerfKernel(), paranoid: Int?
  ) {
    self.kernel = kernel
    self.scope = scope
    self.paranoid = paranoid
    self.counters = counters
    layout = SnapshotLayout(outcomes: [], groups: [], isRotating: false)
    add(events)
  }

  deinit { Self.close(groups, kernel) }

  /// Opens further events, such as a breakpoint on a word whose address was not known before.
  ///
  /// They get groups of their own: a group that threads have inherited can't be read any more (ECHILD)
  /// once an event joins it. Snapshots taken before don't go with those taken after.
  package mutating func add(_ events: [NamedEvent]) {
    let turns = EventTurns(events.map(\.event), counters: counters).turns
    turnCount = max(turnCount, turns.count)
    let opened = ProcessOpening(
      events, turns: turns, scope: scope, kernel: kernel, paranoid: paranoid)
    for var group in opened.groups {
      for index in group.members.indices { group.members[index].event += outcomes.count }
      groups.append(group)
      if isEnabled { enable(group) }
    }
    outcomes += opened.outcomes
    layout = SnapshotLayout(outcomes: outcomes, groups: groups, isRotating: isRotating)
  }

  /// Lets every event count from now on; once is enough.
  package mutating func enable() {
    guard !isEnabled else { return }
    isEnabled = true
    rotate()
  }

  /// Lets every event count from now on; where the processor's take several turns, the kernel rotates them.
  ///
  /// Snapshots taken before don't go with those taken after.
  package mutating func rotate() { setRotating(turnCount > 1, groups) }

  /// Lets the events of one turn count from now on, and those of the others no more; nil for those alone that need
  /// no turn.
  ///
  /// It costs more than reading: between measurements, never in one. Snapshots taken before don't go with those
  /// taken after.
  package mutating func take(turn: Int?) {
    for group in groups where group.turn != turn && group.turn != nil {
      try? kernel.disable(group.leader)
    }
    setRotating(false, groups.filter { $0.turn == turn || $0.turn == nil })
  }

  private mutating func setRotating(_ isRotating: Bool, _ groups: [CounterGroup]) {
    self.isRotating = isRotating
    layout = SnapshotLayout(outcomes: outcomes, groups: self.groups, isRotating: isRotating)
    for group in groups { enable(group) }
  }

  private func enable(_ group: CounterGroup) {
    // A group that can't be enabled has no time to count in, and its readings say so.
    try? kernel.enable(group.leader)
  }

  /// The state of every event at this moment.
  package func snapshot() -> Snapshot {
    var snapshot = Snapshot(layout)
    read(into: &snapshot)
    return snapshot
  }

  /// Takes a snapshot in an older one's memory: a read for each group, and nothing else.
  package func read(into snapshot: inout Snapshot) {
    precondition(snapshot.layout === layout, "the snapshot is of other events")
    snapshot.words.withUnsafeMutableBufferPointer { words in
      for index in groups.indices {
        let block = layout.blocks[index]
        words[block.lowerBound] = read(
          groups[index].leader,
          into: UnsafeMutableBufferPointer(rebasing: words[block.dropFirst()]))
      }
    }
  }

  /// Reads a group; 0, or the errno it ended with.
  private func read(_ leader: Int32, into words: UnsafeMutableBufferPointer<UInt64>) -> UInt64 {
    // While a thread starts, its half of a group is not whole yet, and reading fails with ECHILD.
    let attempts = 1000
    for attempt in 1...attempts {
      do {
        try kernel.read(leader, into: words)
        return 0
      } catch {
        guard [ECHILD, EINTR, EAGAIN].contains(error.rawValue), attempt < attempts else {
          return UInt64(error.rawValue)
        }
        sched_yield()
      }
    }
    return UInt64(ECHILD)
  }

  fileprivate static func close(_ groups: [CounterGroup], _ kernel: any PerfKernel) {
    for group in groups {
      for descriptor in group.descriptors.reversed() { kernel.close(descriptor) }
    }
  }
}

/// Opens events on every thread that they are to count.
private struct ProcessOpening {
  private(set) var groups: [CounterGroup] = []
  private(set) var outcomes: [OpenOutcome] = []

  init(
    _ events: [NamedEvent], turns: [[Int]], scope: CounterScope, kernel: any PerfKernel,
    paranoid: Int?
  ) {
    let isProcess = scope == .process
    // A thread that starts meanwhile either inherited its events or did not: there is no way to tell, so
    // all is opened again. A process that never comes to rest keeps the last attempt.
    for _ in 1...10 {
      CounterSet.close(groups, kernel)
      (groups, outcomes) = ([], [])
      let others = isProcess ? kernel.otherThreads().sorted() : []
      for thread in [0] + others {
        merge(
          ThreadOpening(
            events, turns: turns, thread: thread, isInherited: isProcess, kernel: kernel,
            paranoid: paranoid),
          thread: thread)
      }
      guard isProcess, kernel.otherThreads().sorted() != others else { return }
    }
  }

  private mutating func merge(_ opening: ThreadOpening, thread: Int32) {
    groups += opening.groups
    guard thread != 0 else { return outcomes = opening.outcomes }
    for (index, outcome) in opening.outcomes.enumerated() where outcomes[index].refusal == nil {
      // A count that one thread lacks is missing from the total; a thread that has ended lacks nothing.
      if outcome.refusal != .noSuchThread { outcomes[index].refusal = outcome.refusal }
    }
  }
}
