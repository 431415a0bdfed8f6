import Glibc

/// The opening of events on one thread, in groups; a denied event is tried again in user mode
/// alone.
struct ThreadOpening {
  let kernel: any PerfKernel
  /// The thread's id; 0 for the calling thread.
  let thread: Int32
  let isInherited: Bool
  let paranoid: Int?
  private(set) var groups: [CounterGroup] = []
  private(set) var outcomes: [OpenOutcome]

  /// Opens the events that the kernel allows; the outcome of a refused event is its refusal.
  ///
  /// A group never has events of two hardware units (the whole processor is one unit), nor events
  /// that are counted in different turns (``EventTurns``).
  init(
    _ events: [NamedEvent], turns: [[Int]], thread: Int32, isInherited: Bool,
    kernel: any PerfKernel, paranoid: Int?
  ) {
    self.kernel = kernel
    self.thread = thread
    self.isInherited = isInherited
    self.paranoid = paranoid
    outcomes = events.map { OpenOutcome(name: $0.name, refusal: nil) }
    openGroup(of: events.indices.filter { !events[$0].event.isHardware }, events)
    for (turn, indices) in turns.enumerated() { openGroup(of: indices, events, turn: turn) }
    let others = events.indices.filter {
      events[$0].event.isHardware && !events[$0].event.isProcessors
    }
    for unit in Set(others.map { events[$0].event.type }).sorted() {
      openGroup(of: others.filter { events[$0].event.type == unit }, events)
    }
  }

  /// Opens some of the events as one group, or as several if one would be too large.
  ///
  /// A software event, which every machine has, leads the group. If a hardware event is then
  /// refused, the other events keep their group. If no software event can lead, each event is a
  /// group of its own.
  private mutating func openGroup(
    of indices: [Int], _ events: [NamedEvent], turn: Int? = nil
  ) {
    guard !indices.isEmpty else { return }
    var group = openLeader().map { CounterGroup(leader: $0, turn: turn) }
    for index in indices {
      do {
        try open(index, events[index], in: &group, turn: turn)
      } catch {
        outcomes[index].refusal = error
      }
    }
    finish(group)
  }

  /// Keeps a group that has an event, and closes a group that has only its leader.
  private mutating func finish(_ group: CounterGroup?) {
    guard let group else { return }
    if group.members.isEmpty { kernel.close(group.leader) } else { groups.append(group) }
  }

  private func openLeader() -> Int32? {
    let dummy = EncodedEvent(
      type: PerfUnit.software.rawValue, config: SoftwareEvent.dummy.rawValue)
    return try? openLadder(NamedEvent(name: "", event: dummy), leader: nil).descriptor
  }

  private mutating func open(
    _ index: Int, _ event: NamedEvent, in group: inout CounterGroup?, turn: Int?
  ) throws(OpenRefusal) {
    let rung: Rung
    do {
      rung = try openLadder(event, leader: group?.leader)
    } catch {
      guard event.event.isHardware, group?.members.isEmpty == false,
        Self.maySayTooLarge.contains(error.rawValue),
        let rung = try? openLadder(event, leader: nil)
      else { throw OpenRefusal(error, of: event.event, paranoid: paranoid) }
      // The event opens alone, so the kernel refused only the group of this size. The event
      // leads a new group for the remaining events.
      let id = try prepare(rung.descriptor, event.event)
      finish(group)
      group = CounterGroup(leader: rung.descriptor, turn: turn)
      return join(index, rung, id: id, &group)
    }
    let id = try prepare(rung.descriptor, event.event)
    if group != nil {
      group?.descriptors.append(rung.descriptor)
      return join(index, rung, id: id, &group)
    }
    var own: CounterGroup? = CounterGroup(leader: rung.descriptor, turn: turn)
    join(index, rung, id: id, &own)
    finish(own)
  }

  /// The errors that kernels return for a group that needs more counters than there are; the errors
  /// also have other causes, such as a wrong encoding (EINVAL).
  private static let maySayTooLarge = [EINVAL, ENOSPC, EBUSY, EAGAIN]

  private mutating func join(
    _ index: Int, _ rung: Rung, id: UInt64, _ group: inout CounterGroup?
  ) {
    // EventTurns puts each event into one turn. An event in several turns would be opened in each,
    // and would have the suffix already.
    if rung.isUserModeOnly, !outcomes[index].name.hasSuffix(":u") { outcomes[index].name += ":u" }
    group?.members.append(CounterGroup.Member(event: index, id: id))
  }

  private struct Rung {
    var descriptor: Int32
    /// Whether only user mode was opened, although more was requested.
    var isUserModeOnly: Bool
  }

  /// Opens an event as requested or, if that is denied and the event has a part in user mode, in
  /// user mode alone.
  private func openLadder(_ event: NamedEvent, leader: Int32?) throws(PerfErrno) -> Rung {
    do {
      return Rung(descriptor: try open(event.event, leader), isUserModeOnly: false)
    } catch {
      guard error.rawValue == EACCES, event.hasUserModePart, !event.event.excludesKernel else {
        throw error
      }
    }
    var lesser = event.event
    lesser.excludesKernel = true
    return Rung(descriptor: try open(lesser, leader), isUserModeOnly: true)
  }

  private func open(_ event: EncodedEvent, _ leader: Int32?) throws(PerfErrno) -> Int32 {
    try kernel.open(event, process: thread, leader: leader, isInherited: isInherited)
  }

  /// Sets an event's filter before the event counts, and returns the event's id; closes the event
  /// if that fails.
  ///
  /// An event without its filter would count something else under its name.
  private func prepare(_ descriptor: Int32, _ event: EncodedEvent) throws(OpenRefusal) -> UInt64 {
    if let filter = event.filter {
      do {
        try kernel.setFilter(descriptor, filter)
      } catch {
        kernel.close(descriptor)
        throw .filterRefused(filter: filter, errno: error.rawValue)
      }
    }
    do {
      return try kernel.id(of: descriptor)
    } catch {
      kernel.close(descriptor)
      throw .other(errno: error.rawValue)
    }
  }
}
