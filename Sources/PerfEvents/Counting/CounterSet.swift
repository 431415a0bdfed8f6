import Glibc

/// The threads whose events are counted.
package enum CounterScope: Sendable {
  /// The whole process: every existing thread, and every thread that existing threads start later.
  case process
  /// The calling thread alone.
  case thread
}

/// Events that are opened before measurements, read at both edges of each measurement, and closed
/// together.
///
/// Counts are differences of two snapshots. Events are never reset, because a reset would not clear
/// the counts of threads that have ended. Events are not disabled in a measurement, because
/// disabling costs more than a read. If the processor has too few counters, its events take turns:
/// either from one measurement to the next, or as the kernel rotates them within a measurement.
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

  /// Opens the events that the kernel allows; counts of other events are unavailable, with the
  /// reason.
  ///
  /// - Parameters:
  ///   - scope: The threads to count. With `.process`, no thread should start during the opening: a
  ///     new thread makes the opening begin again, a few times at most.
  ///   - counters: The number of the processor's events that can count at the same time; nil if
  ///     unknown.
  ///   - kernel: The kernel that counts.
  ///   - paranoid: /proc/sys/kernel/perf_event_paranoid, for the texts of refusals; nil when
  ///     unknown.
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
  /// Further events get groups of their own, because a group that threads have inherited can't be
  /// read any more (ECHILD) after an event joins it. Snapshots taken before this call can't be
  /// compared with snapshots taken after it.
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

  /// Lets every event count from now on; a second call does nothing.
  package mutating func enable() {
    guard !isEnabled else { return }
    isEnabled = true
    rotate()
  }

  /// Lets every event count from now on; if the processor's events take several turns, the kernel
  /// rotates the turns.
  ///
  /// Snapshots taken before this call can't be compared with snapshots taken after it.
  package mutating func rotate() { setRotating(turnCount > 1, groups) }

  /// Lets the events of one turn count from now on, and stops the events of other turns; nil stops
  /// every event that needs a turn.
  ///
  /// Changing the turn costs more than reading, so it is done only between measurements. Snapshots
  /// taken before this call can't be compared with snapshots taken after it.
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
    // A group that can't be enabled has no enabled time, and its readings show that.
    try? kernel.enable(group.leader)
  }

  /// Returns the counts of all events at this moment.
  package func snapshot() -> Snapshot {
    var snapshot = Snapshot(layout)
    read(into: &snapshot)
    return snapshot
  }

  /// Takes a snapshot into an older snapshot's memory, with one read(2) for each group and no other
  /// work.
  ///
  /// A read that fails, for example because a thread is just starting, is tried again.
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

  /// Reads a group; returns 0, or the errno of the failure.
  private func read(_ leader: Int32, into words: UnsafeMutableBufferPointer<UInt64>) -> UInt64 {
    // While a thread starts, its copy of a group is incomplete, and reading the group fails with
    // ECHILD.
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

/// The opening of events on every thread that is to be counted.
private struct ProcessOpening {
  private(set) var groups: [CounterGroup] = []
  private(set) var outcomes: [OpenOutcome] = []

  init(
    _ events: [NamedEvent], turns: [[Int]], scope: CounterScope, kernel: any PerfKernel,
    paranoid: Int?
  ) {
    let isProcess = scope == .process
    // A thread that starts during the opening may or may not have inherited the events, so all
    // events are opened again. If a process never stops starting threads, the last attempt is kept.
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
      // If an event is refused on one thread, its total is incomplete, so the event is refused. A
      // thread that has ended does not matter.
      if outcome.refusal != .noSuchThread { outcomes[index].refusal = outcome.refusal }
    }
  }
}
