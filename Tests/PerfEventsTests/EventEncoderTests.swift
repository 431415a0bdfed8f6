import Glibc
import PerfEvents
import TestSupport
import Testing

struct EventEncoderTests {
  private let tree: FixtureTree

  init() throws {
    tree = try FixtureTree()
    let events = "/sys/kernel/tracing/events"
    try tree.file("\(events)/syscalls/sys_enter_futex/id", "357")
    try tree.file("\(events)/syscalls/sys_exit_futex/id", "356")
    try tree.file("\(events)/sched/sched_switch/id", "300")
    let devices = "/sys/bus/event_source/devices"
    try tree.files("\(devices)/msr", ["type": "10", "events/tsc": "event=0x00"])
    try tree.file("\(devices)/msr/format/event", "config:0-63")
    try tree.file("\(devices)/cpu/type", "4")
    try tree.files(
      "\(devices)/cpu/format",
      [
        "event": "config:0-7,32-35", "umask": "config:8-15", "edge": "config:18",
        "ldlat": "config1:0-15",
      ])
    try tree.files(
      "\(devices)/cpu/events",
      ["mem-loads": "event=0xcd,umask=0x1,ldlat=3", "mem-loads.unit": "bytes"])
  }

  private var encoder: EventEncoder {
    EventEncoder(
      tracefs: Tracefs(root: tree.root), units: SysfsUnits(root: tree.root))
  }

  private func message(_ name: String) -> String {
    do throws(EventNameError) {
      return "\(try encoder.encode(name))"
    } catch {
      return error.description
    }
  }

  // MARK: libpfm4

  @Test(arguments: [
    ("instructions", EncodedEvent(type: 0, config: 1)),
    ("LLC-LOAD-MISSES", EncodedEvent(type: 3, config: 0x1_0002)),
    ("perf::context-switches", EncodedEvent(type: 1, config: 3)),
    ("page-faults:u", EncodedEvent(type: 1, config: 2, excludesKernel: true)),
    ("sched:sched_switch", EncodedEvent(type: 2, config: 300)),
    (
      "syscalls:sys_enter_futex/op==128/",
      EncodedEvent(type: 2, config: 357, filter: "op==128")
    ),
    ("msr/tsc/", EncodedEvent(type: 10, config: 0)),
    ("cpu/mem-loads/u", EncodedEvent(type: 4, config: 0x1cd, config1: 3, excludesKernel: true)),
    ("cpu/event=0x1cd,umask=0x20,edge/", EncodedEvent(type: 4, config: 0x1_0004_20cd)),
    ("cpu/config=0x12,config1=9/", EncodedEvent(type: 4, config: 0x12, config1: 9)),
    ("r01b7", EncodedEvent(type: 4, config: 0x1b7)),
    // A breakpoint gets its address later.
    ("breakpoint", EncodedEvent(type: 5, config: 0, config2: 4, breakpointType: 2)),
  ])
  func `names of every form are encoded in the kernel's numbers`(
    name: String, event: EncodedEvent
  ) throws {
    #expect(try encoder.encode(name) == event)
  }

  @Test func `the error for a misspelt name suggests the right name`() {
    #expect(message("instrutions").contains("did you mean instructions?"))
    #expect(message("zzzzzzzzzzzz").contains("`syncbench doctor --events` shows what there is"))
  }

  @Test func `counting in kernel mode alone is refused, instead of counting in both modes`() {
    #expect(throws: EventNameError.unsupportedModifier("cycles:k")) {
      try encoder.encode("cycles:k")
    }
    #expect(message("cycles:period=100").contains("invalid event attribute"))
  }

  // MARK: Tracepoints

  @Test func `the error for a misspelt tracepoint suggests the right name`() {
    #expect(
      message("syscalls:sys_enter_futx").contains("did you mean syscalls:sys_enter_futex?"))
    #expect(message("shed:sched_switch").contains("did you mean sched?"))
  }

  @Test func `an unmounted tracefs is told apart from a kernel without tracefs`() throws {
    let bare = try FixtureTree()
    #expect(Tracefs(root: bare.root).state == .unsupported)
    try bare.file("/sys/kernel/tracing/unrelated", "")
    let tracefs = Tracefs(root: bare.root)
    #expect(tracefs.state == .notMounted)
    let error = #expect(throws: EventNameError.self) {
      try EventEncoder(tracefs: tracefs).encode("sched:sched_switch")
    }
    #expect(
      error?.description.hasSuffix(
        "tracefs is not mounted: mount -t tracefs tracefs /sys/kernel/tracing") == true)
  }

  @Test func `debugfs shows tracepoints if tracefs is not mounted`() throws {
    let bare = try FixtureTree()
    try bare.file("/sys/kernel/tracing/unrelated", "")
    try bare.file("/sys/kernel/debug/tracing/events/sched/sched_switch/id", "7")
    let tracefs = Tracefs(root: bare.root)
    #expect(tracefs.state == .readable)
    #expect(try tracefs.id(system: "sched", name: "sched_switch") == 7)
  }

  @Test(.enabled(if: geteuid() != 0, "root reads what is closed to others"))
  func `the remedy for a tracefs that is closed to the user names the user's group`() throws {
    let bare = try FixtureTree()
    try bare.file("/sys/kernel/tracing/events/sched/sched_switch/id", "7")
    let folder = bare.root + "/sys/kernel/tracing"
    chmod(folder, 0)
    defer { chmod(folder, 0o755) }
    let tracefs = Tracefs(root: bare.root)
    #expect(tracefs.state == .denied)
    #expect(tracefs.state.remedy?.contains("gid=\(getgid()),") == true)
  }

  @Test(.enabled(if: geteuid() != 0, "root reads what is closed to others"))
  func `a tracefs with open folders and closed files counts as closed`() throws {
    let bare = try FixtureTree()
    try bare.file("/sys/kernel/tracing/events/sched/sched_switch/id", "7")
    chmod(bare.root + "/sys/kernel/tracing/events/sched/sched_switch/id", 0)
    #expect(Tracefs(root: bare.root).state == .denied)
  }

  // MARK: Units

  @Test(
    arguments: [
      ("cpux/tsc/", "there are cpu, msr"), ("msr/tsk/", "did you mean tsc?"),
      ("cpu/umask=0x100/", "too large for its field"), ("cpu/umask=many/", "is not a number"),
      ("cpu/ldlt=3/", "did you mean ldlat?"),
    ])
  func `an unknown unit, event or term of a unit is refused with a remedy`(
    name: String, remedy: String
  ) {
    #expect(message(name).contains(remedy))
  }
}
