import Glibc
import PerfEvents
import TestSupport
import Testing

struct EventListingTests {
  private let tree: FixtureTree
  private let encoder: EventEncoder

  init() throws {
    tree = try FixtureTree()
    for number in 0..<70 {
      try tree.file("/sys/kernel/tracing/events/many/event_\(number)/id", "\(500 + number)")
    }
    try tree.file("/sys/kernel/tracing/events/sched/sched_switch/id", "300")
    let devices = "/sys/bus/event_source/devices"
    for (unit, type) in [("msr", "10"), ("power", "9")] {
      try tree.files("\(devices)/\(unit)", ["type": type, "format/event": "config:0-63"])
    }
    try tree.file("\(devices)/msr/events/tsc", "event=0x00")
    try tree.files(
      "\(devices)/power/events", ["energy-pkg": "event=0x02", "energy-pkg.unit": "Joules"])
    try tree.file("\(devices)/power/cpumask", "0")
    encoder = EventEncoder(
      tracefs: Tracefs(root: tree.root), units: SysfsUnits(root: tree.root))
  }

  private func listing(
    _ glob: String?, refusing: @escaping @Sendable (EncodedEvent) -> Int32? = { _ in nil }
  ) -> EventListing {
    EventListing(
      matching: glob, encoder: encoder, kernel: FakeKernel { event, _ in refusing(event) },
      paranoid: 2)
  }

  @Test func `an event that can be encoded but not opened is listed with the reason`() throws {
    let listing = listing(nil) { $0.type == 0 ? ENOENT : nil }
    let cycles = try #require(listing.events.first { $0.otherNames.contains("cpu-cycles") })
    #expect(cycles.name == "cycles")
    #expect(cycles.kind == .hardware)
    guard case .refused(let reason) = cycles.openness else {
      Issue.record("cycles opened without a unit: \(cycles.openness)")
      return
    }
    #expect(reason.contains("no such"))
    let switches = try #require(listing.events.first { $0.name == "context-switches" })
    #expect(switches.kind == .software)
    #expect(switches.openness == .opens)
  }

  @Test
  func `events that open only in user mode are marked, and context switches are refused`()
    throws
  {
    let listing = listing("*") { $0.excludesKernel ? nil : EACCES }
    func openness(_ name: String) -> Openness? {
      listing.events.first { ([$0.name] + $0.otherNames).contains(name) }?.openness
    }
    #expect(openness("page-faults") == .opensUserOnly)
    #expect(
      openness("context-switches")
        == .refused(reason: OpenRefusal.denied(paranoid: 2).description))
  }

  @Test
  func `an event of a missing unit is not listed as denied, even if the kernel denies it first`()
    throws
  {
    let listing = listing("cycles") { $0.excludesKernel ? ENOENT : EACCES }
    guard case .refused(let reason) = try #require(listing.events.first).openness else {
      Issue.record("cycles opened")
      return
    }
    #expect(reason.contains("no such"))
  }

  @Test func `many tracepoints are listed but not tried`() {
    let tracepoints = listing(nil).events.filter { $0.kind == .tracepoint }
    #expect(tracepoints.count == 71)
    let reason = "71 tracepoints match, and so many are not tried; give a narrower glob"
    #expect(tracepoints.allSatisfy { $0.openness == .notTried(reason: reason) })
  }

  @Test func `few tracepoints are tried, and none stays open`() {
    let kernel = FakeKernel()
    let events = EventListing(
      matching: "many:event_1*", encoder: encoder, kernel: kernel, paranoid: nil
    ).events
    #expect(events.count == 11)
    #expect(events.allSatisfy { $0.openness == .opens })
    #expect(kernel.opened.count == 11)
    #expect(kernel.open.isEmpty)
  }

  @Test func `a glob selects by any name of an event, in capital or small letters`() {
    #expect(listing("PAGE-faults").events.map(\.kind) == [.software])
    #expect(listing("perf::CYCLES").events.count == 1)
    #expect(listing("sched:*").events.map(\.name) == ["sched:sched_switch"])
    #expect(listing("nosuch*").events.isEmpty)
  }

  @Test
  func `a name for an event with unit masks is listed in small letters; capitals mean the same`()
    throws
  {
    let misses = listing("LLC-LOAD-MISSES").events
    #expect(misses.map(\.name) == ["llc-load-misses"])
    #expect(try encoder.encode("llc-load-misses") == encoder.encode("LLC-LOAD-MISSES"))
  }

  @Test func `a tracefs entry without a number is no tracepoint`() throws {
    try tree.file("/sys/kernel/tracing/events/ftrace/function/format", "name: function")
    #expect(listing("ftrace:*").events.isEmpty)
  }

  @Test func `unit masks are listed only if a glob asks for them`() {
    let masks = listing("*CACHE_LL:*").events.map(\.name)
    #expect(masks.contains("perf_count_hw_cache_ll:READ"))
    #expect(!listing(nil).events.contains { $0.name.contains(":READ") })
  }

  @Test func `an event that counts for a part of the machine is refused for a process`() throws {
    let energy = try #require(listing("power/*").events.first)
    #expect(energy.summary == "in Joules")
    #expect(
      energy.openness
        == .refused(reason: "it counts for a part of the machine, never for a process"))
    #expect(listing("msr/*").events.map(\.openness) == [.opens])
  }
}
