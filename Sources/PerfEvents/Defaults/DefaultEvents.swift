/// The events that are counted by default.
package struct DefaultEvents: Sendable {
  /// The events that can be encoded on this machine; whether the kernel opens them is not known
  /// yet.
  package let events: [NamedEvent]
  /// The events that can't be encoded on this machine.
  package let missing: [MissingEvent]

  /// Encodes the default events; the numbers of the tracepoints are read from tracefs.
  package init(tracefs: Tracefs = Tracefs()) {
    var missing: [MissingEvent] = []
    let tracepoints = Self.tracepoints.compactMap { tracepoint in
      do throws(EventNameError) {
        return try tracepoint.encoded(tracefs)
      } catch {
        // If tracefs can't be read at all, all tracepoints have the same reason.
        let reason = tracefs.state.complaint ?? error.description
        missing.append(MissingEvent(name: tracepoint.name, reason: reason))
        return nil
      }
    }
    events = (Self.hardware + Self.software).map(\.event) + tracepoints
    self.missing = missing
  }

  /// The names of all default events, in the order in which they are shown.
  package static let order = (hardware + software).map(\.event.name) + tracepoints.map(\.name)

  /// The meaning of each default event, by its name.
  package static let summaries = Dictionary(
    uniqueKeysWithValues: (hardware + software).map { ($0.event.name, $0.summary) }
      + tracepoints.map { ($0.name, $0.summary) })

  private typealias Described = (event: NamedEvent, summary: String)

  /// The processor's events, by the kernel's generic numbers `PERF_COUNT_HW_…`.
  private static let hardware: [Described] = [
    named("cycles", .hardware, 0, "the processor's cycles"),
    named("instructions", .hardware, 1, "instructions that retired"),
    named("cache-misses", .hardware, 3, "misses of the last cache"),
    named("branch-misses", .hardware, 5, "branches that were mispredicted"),
  ]

  /// The events of the kernel's bookkeeping.
  private static let software: [Described] = [
    named("task-clock", .taskClock, "CPU time, in ns"),
    named("context-switches", .contextSwitches, "the CPU went to another thread"),
    named("cpu-migrations", .cpuMigrations, "a thread went to another CPU"),
    named("page-faults", .pageFaults, "pages that had no memory yet"),
  ]

  /// The tracepoints at which threads enter the kernel to sleep or wake others, or give up their
  /// CPU.
  static let tracepoints: [DefaultTracepoint] = [
    futex("futex-waits", [.wait, .waitBitset], "calls of futex(2) that sleep"),
    futex("futex-wakes", [.wake, .wakeBitset, .wakeOperation], "calls of futex(2) that wake"),
    futex("futex-pi-waits", [.lockPI, .lockPI2], "calls that lock a priority-inheriting futex"),
    futex("futex-pi-wakes", [.unlockPI], "calls that unlock a priority-inheriting futex"),
    DefaultTracepoint(
      name: "voluntary-switches", summary: "switches of a thread that went to sleep",
      system: "sched", tracepoint: "sched_switch",
      filter: voluntaryFilter, hasUserModePart: false),
  ]

  /// The filter that lets through the switches of a thread that went to sleep.
  ///
  /// A preempted thread has state 0 on old kernels and 256 on newer kernels. On all kernels, the
  /// low byte is the reason why a thread sleeps, and 0 for a preempted thread.
  static let voluntaryFilter = "prev_state & 255"

  private static func named(
    _ name: String, _ unit: PerfUnit, _ config: UInt64, _ summary: String
  ) -> Described {
    (NamedEvent(name: name, event: EncodedEvent(type: unit.rawValue, config: config)), summary)
  }

  private static func named(_ name: String, _ event: SoftwareEvent, _ summary: String) -> Described
  {
    named(name, .software, event.rawValue, summary)
  }

  private static func futex(
    _ name: String, _ operations: [FutexOperation], _ summary: String
  ) -> DefaultTracepoint {
    DefaultTracepoint(
      name: name, summary: summary, system: "syscalls", tracepoint: "sys_enter_futex",
      filter: FutexOperation.filter(operations), hasUserModePart: true)
  }
}

/// An event that can't be encoded on this machine.
package struct MissingEvent: Codable, Equatable, Sendable {
  package let name: String
  /// The reason why the event can't be encoded.
  package let reason: String
}

/// A tracepoint whose number is not known yet.
struct DefaultTracepoint: Sendable {
  let name: String
  let summary: String
  let system: String
  let tracepoint: String
  let filter: String
  let hasUserModePart: Bool

  func encoded(_ tracefs: Tracefs) throws(EventNameError) -> NamedEvent {
    let id = try tracefs.id(system: system, name: tracepoint)
    return NamedEvent(
      name: name,
      event: EncodedEvent(type: PerfUnit.tracepoint.rawValue, config: id, filter: filter),
      hasUserModePart: hasUserModePart)
  }
}

/// Operations of futex(2) that wait or wake, as linux/futex.h numbers them.
enum FutexOperation: UInt32, CaseIterable {
  case wait = 0
  case wake = 1
  case wakeOperation = 5
  case lockPI = 6
  case unlockPI = 7
  case waitBitset = 9
  case wakeBitset = 10
  case lockPI2 = 13

  private static let privateFlag: UInt32 = 128
  private static let realTimeFlag: UInt32 = 256

  /// Returns the filter that lets `operations` through, private or shared, on either clock.
  ///
  /// Every combination of flags is spelt out: a filter can test whether any bit of a mask is set,
  /// but can't compare the masked bits with a number.
  static func filter(_ operations: [FutexOperation]) -> String {
    operations.flatMap { operation in
      [0, privateFlag, realTimeFlag, privateFlag | realTimeFlag].map { operation.rawValue | $0 }
    }
    .sorted().map { "op == \($0)" }.joined(separator: " || ")
  }
}
