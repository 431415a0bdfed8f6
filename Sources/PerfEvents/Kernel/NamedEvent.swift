/// An event, with its name in tables.
package struct NamedEvent: Codable, Hashable, Sendable {
  /// The name, such as `page-faults`.
  package var name: String
  /// The kernel's form of the event.
  package var event: EncodedEvent
  /// Whether a count of user mode alone is of use if counting the kernel is denied.
  ///
  /// A context switch, for example, happens in the kernel: opened for user mode alone, its event
  /// counts 0 forever.
  package var hasUserModePart: Bool

  /// Makes a named event of its parts; if `hasUserModePart` is nil, the kind of the event and its
  /// name decide.
  package init(name: String, event: EncodedEvent, hasUserModePart: Bool? = nil) {
    self.name = name
    self.event = event
    self.hasUserModePart = hasUserModePart ?? Self.hasUserModePart(event, name: name)
  }

  private static func hasUserModePart(_ event: EncodedEvent, name: String) -> Bool {
    switch PerfUnit(rawValue: event.type) {
    case .software: !SoftwareEvent.kernelOnly.contains(event.config)
    // A hit hands over registers, which tell the kernel whether the hit is user mode's. Only the
    // tracepoints of system calls hand over user mode's registers; other hits are the kernel's.
    case .tracepoint: name.hasPrefix("syscalls:")
    case .hardware, .cache, .raw, .breakpoint, nil: true
    }
  }
}

/// `PERF_TYPE_…` of linux/perf_event.h.
enum PerfUnit: UInt32 {
  case hardware = 0
  case software = 1
  case tracepoint = 2
  case cache = 3
  case raw = 4
  case breakpoint = 5
}

/// `PERF_COUNT_SW_…` of linux/perf_event.h.
enum SoftwareEvent: UInt64 {
  case taskClock = 1
  case pageFaults = 2
  case contextSwitches = 3
  case cpuMigrations = 4
  case dummy = 9
  case cgroupSwitches = 11

  static let kernelOnly: [UInt64] = [
    contextSwitches.rawValue, cpuMigrations.rawValue, cgroupSwitches.rawValue,
  ]
}
