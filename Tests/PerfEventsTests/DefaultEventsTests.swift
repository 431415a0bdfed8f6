import Foundation
import Glibc
import TestSupport
import Testing

@testable import PerfEvents

/// What is counted when nothing is named, and where tracepoints get their numbers.
struct DefaultEventsTests {
  private func tracefs() throws -> FixtureTree {
    let tree = try FixtureTree()
    try tree.file("/tracing/events/syscalls/sys_enter_futex/id", "522")
    try tree.file("/tracing/events/sched/sched_switch/id", "372")
    return tree
  }

  @Test func `the list is the same on every machine that has tracefs`() throws {
    let tree = try tracefs()
    let defaults = DefaultEvents(tracefs: [tree.root + "/tracing"])
    #expect(
      defaults.events.map(\.name) == [
        "cycles", "instructions", "cache-misses", "branch-misses", "task-clock",
        "context-switches", "cpu-migrations", "page-faults", "futex-waits", "futex-wakes",
        "futex-pi-waits", "futex-pi-wakes", "voluntary-switches",
      ])
    #expect(defaults.missing.isEmpty)
    #expect(defaults.events.suffix(5).map(\.event.config) == [522, 522, 522, 522, 372])
    #expect(defaults.events.suffix(5).allSatisfy { $0.event.filter != nil })
  }

  @Test func `no switch or migration is looked for in user mode`() throws {
    let tree = try tracefs()
    let defaults = DefaultEvents(tracefs: [tree.root + "/tracing"])
    #expect(
      defaults.events.filter { !$0.hasUserModePart }.map(\.name) == [
        "context-switches", "cpu-migrations", "voluntary-switches",
      ])
  }

  @Test func `a futex filter names every way to ask for its operations`() {
    #expect(
      FutexOperation.filter([.unlockPI])
        == "op == 7 || op == 135 || op == 263 || op == 391")
    #expect(
      FutexOperation.filter([.wait, .waitBitset]).hasPrefix("op == 0 || op == 9 || op == 128"))
    #expect(FutexOperation.filter([.wait, .waitBitset]).contains("op == 393"))
  }

  @Test func `without tracefs the tracepoints are missing, and say how to mount it`() throws {
    let tree = try FixtureTree()
    let defaults = DefaultEvents(tracefs: [tree.root + "/tracing", tree.root + "/debug/tracing"])
    #expect(defaults.events.count == 8)
    #expect(
      defaults.missing.map(\.name) == [
        "futex-waits", "futex-wakes", "futex-pi-waits", "futex-pi-wakes", "voluntary-switches",
      ])
    #expect(
      defaults.missing.allSatisfy {
        $0.reason == "tracefs is not mounted: mount -t tracefs tracefs /sys/kernel/tracing"
      })
  }

  @Test func `the folder below debugfs serves where the usual one is not mounted`() throws {
    let tree = try tracefs()
    let id = try TracepointID.read(
      system: "sched", name: "sched_switch", folders: [tree.root + "/none", tree.root + "/tracing"])
    #expect(id == 372)
  }

  @Test func `a tracepoint that the kernel lacks is not put down to the mount`() throws {
    let tree = try tracefs()
    #expect(throws: TracepointRefusal.unknown(system: "sched", name: "sched_dream")) {
      try TracepointID.read(
        system: "sched", name: "sched_dream",
        folders: [tree.root + "/none", tree.root + "/tracing"])
    }
  }

  @Test func `a closed tracefs is mended by the same command wherever it is told`() {
    let remedy = "mount -o remount,gid=\(getgid()),mode=750 /sys/kernel/tracing"
    #expect(TracefsState.denied.remedy == remedy)
    for text in [
      TracepointRefusal.closed(folder: "/sys/kernel/tracing").description,
      EventNameError.tracefs("sched:sched_switch", .denied).description,
    ] {
      #expect(text.hasSuffix("tracefs is closed to this user: \(remedy)"))
    }
  }

  @Test(.enabled(if: geteuid() != 0, "root may read everything"))
  func `a closed tracefs is told apart from none`() throws {
    let tree = try tracefs()
    let folder = tree.root + "/tracing"
    chmod(folder, 0)
    defer { chmod(folder, 0o755) }
    #expect(throws: TracepointRefusal.closed(folder: folder)) {
      try TracepointID.read(system: "sched", name: "sched_switch", folders: [folder])
    }
  }
}
