import PerfEvents
import Testing

struct EventNameTests {
  @Test(
    arguments: [
      "instructions", "LLC-LOAD-MISSES", "cycles:u", "cycles:k", "amd64_fam1ah_zen5::CYCLES:u",
      "perf::page-faults", "L2_RQSTS:MISS", "L2_RQSTS:MISS:u", "PERF_COUNT_HW_CACHE_LL:READ:MISS",
      "branch-misses", "ref-cycles", "rxyz", "raw", "r",
    ])
  func `a name that is no tracepoint, raw code, breakpoint or unit is passed to libpfm4 unchanged`(
    name: String
  ) throws {
    #expect(try EventName(parsing: name) == .library(name))
  }

  @Test(
    arguments: [
      ("sched:sched_switch", tracepoint("sched", "sched_switch")),
      ("syscalls:sys_enter_futex:u", tracepoint("syscalls", "sys_enter_futex", isUserOnly: true)),
      (
        "syscalls:sys_enter_futex/op==128/", tracepoint("syscalls", "sys_enter_futex", "op==128")
      ),
      (
        "xfs:Odd/comm ~ \"a/b\" && x::y/:u",
        tracepoint("xfs", "Odd", "comm ~ \"a/b\" && x::y", isUserOnly: true)
      ),
      ("r01b7", .raw(0x1b7, isUserOnly: false)), ("rFF:u", .raw(0xff, isUserOnly: true)),
      ("breakpoint", .breakpoint(isUserOnly: false)),
      ("breakpoint:u", .breakpoint(isUserOnly: true)),
      ("msr/tsc/", .unit("msr", terms: ["tsc"], isUserOnly: false)),
      (
        "cpu/event=0x3c,umask=1/u",
        .unit("cpu", terms: ["event=0x3c", "umask=1"], isUserOnly: true)
      ),
    ] as [(String, EventName)])
  func `tracepoints with and without filters, raw codes, breakpoints and units are parsed`(
    text: String, name: EventName
  ) throws {
    #expect(try EventName(parsing: text) == name)
  }

  private static func tracepoint(
    _ system: String, _ name: String, _ filter: String? = nil, isUserOnly: Bool = false
  ) -> EventName {
    .tracepoint(system: system, name: name, filter: filter, isUserOnly: isUserOnly)
  }

  @Test(
    arguments: [
      ("", "at least one character"), ("a\u{1B}b", "no control characters"),
      ("msr/tsc", "the second slash"), ("msr//", "nothing between"), ("/tsc/", "UNIT/EVENT/"),
      ("msr/tsc/k", "only 'u'"), ("a:b:c/x==1/", "SYSTEM:NAME/FILTER/"), ("a/b/c/", "UNIT/EVENT/"),
    ])
  func `a broken form is refused with the right form`(name: String, remedy: String) {
    let error = #expect(throws: EventNameError.self) { try EventName(parsing: name) }
    #expect(error?.description.contains(remedy) == true)
  }
}

struct EventColumnTests {
  @Test func `a column's name has small letters, digits and underscores, and a clock's has 'ns'`() {
    #expect(
      EventColumn.names(for: [
        "cache-misses", "page-faults:u", "syscalls:sys_enter_futex/op==128/", "r1b7",
        "amd64_fam1ah_zen5::CYCLES", "task-clock", "rusage-user-ns", "7up", "::",
      ]) == [
        "cache_misses_per_op", "page_faults_u_per_op", "syscalls_sys_enter_futex_op_128_per_op",
        "r1b7_per_op", "amd64_fam1ah_zen5_cycles_per_op", "task_clock_ns_per_op",
        "rusage_user_ns_per_op", "event_7up_per_op", "event_per_op",
      ])
  }

  @Test func `column names are unique`() {
    let names = EventColumn.names(for: ["a-b", "a:b", "a-b-2", "A_B", "a/b/", "a-b-2"])
    #expect(Set(names).count == names.count)
    #expect(names.prefix(3) == ["a_b_per_op", "a_b_2_per_op", "a_b_2_2_per_op"])
  }
}
