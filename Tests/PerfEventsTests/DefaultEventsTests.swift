import Foundation
import Glibc
import TestSupport
import Testing

@testable import PerfEvents

/// The events that are counted by default, and the numbers of tracepoints.
struct DefaultEventsTests {
  private func tracefs() throws -> FixtureTree {
    let tree = try FixtureTree()
    try tree.file("/sys/kernel/tracing/events/syscalls/sys_enter_futex/id", "522")
    try tree.file("/sys/kernel/tracing/events/sched/sched_switch/id", "372")
    return tree
  }

  @Test func `the default events are the same on every machine that has tracefs`() throws {
    let tree = try tracefs()
    let defaults = DefaultEvents(tracefs: Tracefs(root: tree.root))
    #expect(
      defaults.events.map(\.name) == [
        "cycles", "instructions", "cache-misses", "branch-misses", "task-clock",
        "context-switches", "cpu-migrations", "page-faults", "futex-waits", "futex-wakes",
        "futex-pi-waits", "futex-pi-wakes", "voluntary-switches",
      ])
    #expect(
      defaults.events.filter { !$0.hasUserModePart }.map(\.name) == [
        "context-switches", "cpu-migrations", "voluntary-switches",
      ])
    #expect(defaults.missing.isEmpty)
    #expect(defaults.events.suffix(5).map(\.event.config) == [522, 522, 522, 522, 372])
    #expect(defaults.events.suffix(5).allSatisfy { $0.event.filter != nil })
  }

  @Test func `a futex filter matches every encoding of its operations`() {
    #expect(
      FutexOperation.filter([.unlockPI])
        == "op == 7 || op == 135 || op == 263 || op == 391")
    #expect(
      FutexOperation.filter([.wait, .waitBitset]).hasPrefix("op == 0 || op == 9 || op == 128"))
    #expect(FutexOperation.filter([.wait, .waitBitset]).contains("op == 393"))
  }

  @Test
  func `if tracefs is not mounted, tracepoints are missing, and the reason has the mount command`()
    throws
  {
    let tree = try FixtureTree()
    // The folder exists on every kernel that has tracefs, and is empty until tracefs is mounted.
    try FileManager.default.createDirectory(
      atPath: tree.root + "/sys/kernel/tracing", withIntermediateDirectories: true)
    let defaults = DefaultEvents(tracefs: Tracefs(root: tree.root))
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

  @Test func `if the kernel lacks a tracepoint, the reason does not mention a mount`() throws {
    let tree = try FixtureTree()
    try tree.file("/sys/kernel/tracing/events/sched/sched_switch/id", "372")
    let missing = DefaultEvents(tracefs: Tracefs(root: tree.root)).missing
    #expect(missing.count == 4)
    #expect(missing.allSatisfy { $0.reason.contains("syscalls") && !$0.reason.contains("mount") })
  }

  @Test func `the remedy for a closed tracefs is the same command in every message`() {
    let remedy = "mount -o remount,gid=\(getgid()),mode=750 /sys/kernel/tracing"
    #expect(TracefsState.denied.remedy == remedy)
    let text = EventNameError.tracefs("sched:sched_switch", .denied).description
    #expect(text.hasSuffix("tracefs is closed to this user: \(remedy)"))
  }

  @Test(.enabled(if: geteuid() != 0, "root may read everything"))
  func `a closed tracefs is told apart from a missing tracefs`() throws {
    let tree = try tracefs()
    let folder = tree.root + "/sys/kernel/tracing"
    chmod(folder, 0)
    defer { chmod(folder, 0o755) }
    let missing = DefaultEvents(tracefs: Tracefs(root: tree.root)).missing
    #expect(missing.count == 5)
    #expect(missing.allSatisfy { $0.reason == TracefsState.denied.complaint })
  }
}
