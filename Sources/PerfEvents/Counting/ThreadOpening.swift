import Glibc

/// Opens events on one thread: which group each joins, and what is tried when it is refused.
struct ThreadOpening {
  let kernel: any PerfKernel
  /// The thread's id; 0 for the calling one.
  let thread: Int32
  let isInherited: Bool
  let paranoid: Int?
  private(set) var groups: [CounterGroup] = []
  private(set) var outcomes: [OpenOutcome]

  /// Opens what can be had; the rest keeps its refusal.
  init(
    _ events: [NamedEvent], thread: Int32, isInherited: Bool, kernel: any PerfKernel, paranoid: Int?
  ) {
    self.kernel = kernel
    self.thread = thread
    self.isInherited = isInherited
    self.paranoid = paranoid
    outcomes = events.map { OpenOutcome(name: $0.name, refusal: nil) }
    openGroup(of: events.indices.filter { !events[$0].event.isHardware }, events)
    openGroup(of: events.indices.filter { events[$0].event.isHardware }, events)
  }

  /// Opens some of the events as one group.
  ///
  /// A software event leads, which is on every machine: a hardware event that is refused is then
  /// refused alone, and the others keep their group. Where none can lead, each event leads itself.
  private mutating func openGroup(of indices: [Int], _ events: [NamedEvent]) {
    guard !indices.isEmpty else { return }
    var group = openLeader().map(CounterGroup.init(leader:))
    for index in indices {
      do {
        try open(index, events[index], in: &group)
      } catch {
        outcomes[index].refusal = error
      }
    }
    guard let group else { return }
    if group.members.isEmpty { kernel.close(group.leader) } else { groups.append(group) }
  }

  private func openLeader() -> Int32? {
    let dummy = EncodedEvent(
      type: PerfUnit.software.rawValue, config: SoftwareEvent.dummy.rawValue)
    return try? openLadder(NamedEvent(name: "", event: dummy), leader: nil).descriptor
  }

  private mutating func open(
    _ index: Int, _ event: NamedEvent, in group: inout CounterGroup?
  ) throws(OpenRefusal) {
    let (rung, leader) = try openJoining(group?.leader, event)
    let id = try prepare(rung.descriptor, event.event)
    if rung.isUserModeOnly { outcomes[index].name += ":u" }
    let member = CounterGroup.Member(event: index, id: id)
    if leader != nil {
      group?.descriptors.append(rung.descriptor)
      group?.members.append(member)
    } else {
      var own = CounterGroup(leader: rung.descriptor)
      own.members = [member]
      groups.append(own)
    }
  }

  /// Opens an event in a leader's group, or else alone; the leader it has then.
  private func openJoining(
    _ leader: Int32?, _ event: NamedEvent
  ) throws(OpenRefusal) -> (Rung, leader: Int32?) {
    do {
      return (try openLadder(event, leader: leader), leader)
    } catch {
      // Counters that can't run together are refused like a wrong encoding: alone, it shows which.
      if error.rawValue == EINVAL, event.event.isHardware, leader != nil,
        let rung = try? openLadder(event, leader: nil)
      {
        return (rung, nil)
      }
      throw OpenRefusal(error, of: event.event, paranoid: paranoid)
    }
  }

  private struct Rung {
    var descriptor: Int32
    /// Whether less was opened than was asked for.
    var isUserModeOnly: Bool
  }

  /// As asked; denied, in user mode alone where that means something.
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

  /// Sets the filter before anything counts, and asks for the id; closes what it can't prepare.
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
