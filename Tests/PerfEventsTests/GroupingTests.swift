import Glibc
import PerfEvents
import Testing

/// The groups of events, and the effect of one refusal on the others.
struct GroupingTests {
  @Test func `software events and hardware events have separate groups, each led by a dummy event`()
    throws
  {
    let kernel = FakeKernel()
    let set = CounterSet(
      [Example.cycles, Example.faults, Example.misses], scope: .process, kernel: kernel,
      paranoid: nil)
    let opened = kernel.opened
    #expect(
      opened.map(\.event) == [
        Example.dummy, Example.faults.event, Example.dummy, Example.cycles.event,
        Example.misses.event,
      ])
    #expect(opened.map(\.leader) == [nil, 100, nil, 102, 102])
    #expect(opened.allSatisfy { $0.isInherited })
    _ = consume set
    #expect(kernel.open.isEmpty)
  }

  @Test func `without a PMU the kernel's events count, and the processor's events have the reason`()
  {
    let kernel = FakeKernel { event, _ in event.isHardware ? ENOENT : nil }
    let counts = counted(Example.all, kernel)
    #expect(counts.map(\.name) == Example.all.map(\.name))
    #expect(
      counts.prefix(2).allSatisfy {
        $0.reading
          == .unavailable(
            reason: "this machine has no such hardware event: "
              + "a virtual machine needs a virtual PMU for it")
      })
    #expect(counts.dropFirst(2).allSatisfy { $0.reading == .counted(7) })
  }

  @Test func `a group that no event joined is closed immediately`() {
    let kernel = FakeKernel { event, _ in event.isHardware ? ENOENT : nil }
    let set = CounterSet([Example.cycles], scope: .thread, kernel: kernel, paranoid: nil)
    #expect(kernel.opened.map(\.event) == [Example.dummy])
    #expect(kernel.open.isEmpty)
    _ = set.snapshot()
  }

  @Test func `a hardware event that can't join the other hardware events' group has its own group`()
  {
    let kernel = FakeKernel { event, leader in
      event == Example.misses.event && leader != nil ? EINVAL : nil
    }
    let counts = counted([Example.cycles, Example.misses, Example.faults], kernel)
    #expect(kernel.opened.filter { $0.leader == nil }.map(\.event).contains(Example.misses.event))
    #expect(counts.allSatisfy { $0.reading == .counted(7) })
  }

  @Test func `a group that the kernel refuses as too large is split, and no event is refused`() {
    let kernel = FakeKernel(largestGroup: 2)
    let counts = counted(Self.five, kernel)
    #expect(counts.allSatisfy { $0.reading == .counted(7) })
    let hardware = kernel.opened.enumerated().filter { $0.element.event.isHardware }
    let groups = Dictionary(grouping: hardware) { $0.element.leader ?? Int32($0.offset) + 100 }
    let sizes = groups.values.map(\.count)
    #expect(sizes.allSatisfy { $0 <= 2 })
    #expect(sizes.reduce(0, +) == 5)
  }

  @Test func `an event that is refused in a group leaves the other events counted`() {
    let kernel = FakeKernel(largestGroup: 2) { event, _ in
      event.type == 0 && event.config == 2 ? EINVAL : nil
    }
    let counts = counted(Self.five, kernel)
    #expect(counts.map { $0.reading == .counted(7) } == [true, true, false, true, true])
    #expect(counts[2].reading.reason == "the unit refuses this encoding: compare it with perf list")
  }

  @Test func `events of another unit share no group with the processor's events`() {
    let kernel = FakeKernel()
    let own = NamedEvent(name: "msr/aperf/", event: EncodedEvent(type: 9, config: 1))
    _ = counted([Example.cycles, own, Example.misses], kernel)
    let leaders = kernel.opened.filter { $0.event.isHardware }.map(\.leader)
    #expect(leaders[0] == leaders[1])
    #expect(leaders[2] != leaders[0])
  }

  @Test func `a turn enables its own events and the events that need no turn, and no other events`()
  {
    let kernel = FakeKernel()
    var set = CounterSet(
      [Example.cycles, Example.misses, Example.faults], scope: .thread, counters: 1,
      kernel: kernel, paranoid: nil)
    #expect(set.turnCount == 2)
    func enabled() -> [EncodedEvent] {
      let opened = kernel.opened
      return opened.filter { event in
        event.leader.map { opened[Int($0) - 100].isEnabled } ?? false
      }.map(\.event)
    }
    set.take(turn: 1)
    #expect(enabled() == [Example.faults.event, Example.misses.event])
    set.take(turn: 0)
    #expect(enabled() == [Example.faults.event, Example.cycles.event])
    set.take(turn: nil)
    #expect(enabled() == [Example.faults.event])
    set.rotate()
    #expect(enabled().count == 3)
  }

  @Test func `a wrong encoding is refused in a group of its own too`() {
    let kernel = FakeKernel { event, _ in event == Example.misses.event ? EINVAL : nil }
    let counts = counted([Example.misses, Example.cycles], kernel)
    #expect(counts[0].reading.reason == "the unit refuses this encoding: compare it with perf list")
    #expect(counts[1].reading == .counted(7))
  }

  @Test func `if the dummy event is refused, each event has its own group`() {
    let kernel = FakeKernel { event, _ in event.config == 9 && event.type == 1 ? EINVAL : nil }
    let counts = counted(Example.all, kernel)
    #expect(kernel.opened.allSatisfy { $0.leader == nil })
    #expect(counts.allSatisfy { $0.reading == .counted(7) })
  }

  @Test func `a filter is set before anything counts`() {
    let kernel = FakeKernel()
    let set = CounterSet([Example.futex], scope: .thread, kernel: kernel, paranoid: nil)
    #expect(kernel.opened.last?.filter == "op == 128")
    #expect(kernel.opened.allSatisfy { !$0.isEnabled })
    _ = set.snapshot()
  }

  @Test func `an event whose filter is refused is not counted at all`() {
    let kernel = FakeKernel(refusesFilters: EINVAL)
    let counts = counted([Example.futex, Example.faults], kernel)
    #expect(
      counts[0].reading
        == .unavailable(
          reason: "the kernel refuses the filter op == 128: "
            + "compare it with the tracepoint's format file"))
    #expect(counts[1].reading == .counted(7))
    #expect(kernel.opened.first { $0.event == Example.futex.event }?.isClosed == true)
  }

  @Test func `an event that is added later has its own group, and counts immediately`() {
    let kernel = FakeKernel()
    var set = CounterSet([Example.faults], scope: .process, kernel: kernel, paranoid: nil)
    set.enable()
    set.add([Example.breakpoint])
    let before = set.snapshot()
    kernel.count(3) { $0.type == 5 }
    kernel.pass(enabled: 10, running: 10)
    let counts = set.snapshot().difference(since: before)
    #expect(counts.map(\.name) == ["page-faults", "breakpoint"])
    #expect(counts.map(\.reading) == [.counted(0), .counted(3)])
    #expect(kernel.opened.map(\.leader) == [nil, 100, nil, 102])
    #expect(kernel.opened.filter { $0.leader == nil }.allSatisfy { $0.isEnabled })
  }

  @Test func `events are opened on every thread of the process, and their counts are added`() {
    let kernel = FakeKernel(threads: [[11, 12]])
    let counts = counted([Example.faults], kernel)
    #expect(Set(kernel.opened.map(\.thread)) == [0, 11, 12])
    #expect(counts.map(\.reading) == [.counted(21)])
  }

  @Test func `a thread that starts while events are opened makes the set open them again`() {
    let kernel = FakeKernel(threads: [[11], [11, 12], [11, 12]])
    let counts = counted([Example.faults], kernel)
    #expect(counts.map(\.reading) == [.counted(21)])
    #expect(Set(kernel.opened.filter(\.isClosed).map(\.thread)).isSuperset(of: [0, 11]))
  }

  @Test func `a set of one thread is not inherited, and opens events on no other thread`() {
    let kernel = FakeKernel(threads: [[11]])
    let set = CounterSet([Example.faults], scope: .thread, kernel: kernel, paranoid: nil)
    #expect(kernel.opened.allSatisfy { $0.thread == 0 && !$0.isInherited })
    _ = set.snapshot()
  }

  private static let five = (0..<5).map {
    NamedEvent(name: "event-\($0)", event: EncodedEvent(type: 0, config: $0))
  }

  /// The counts of events, each of which counts 7 on each thread.
  private func counted(_ events: [NamedEvent], _ kernel: FakeKernel) -> [EventCount] {
    var set = CounterSet(events, scope: .process, kernel: kernel, paranoid: nil)
    set.enable()
    let before = set.snapshot()
    kernel.count(7) { _ in true }
    kernel.pass(enabled: 10, running: 10)
    return set.snapshot().difference(since: before)
  }
}
