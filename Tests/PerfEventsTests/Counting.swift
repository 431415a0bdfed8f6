import Glibc
import Testing

@testable import PerfEvents

/// An event for tests that count, with the result of trying it on this machine.
struct Counting {
  let event: NamedEvent?
  /// The reason why the event can't be counted here; nil if it can be counted.
  let refusal: String?

  /// Whether the event can be counted, in both modes or only in user mode.
  var isPermitted: Bool { refusal == nil }
  /// The reason for skipping a test.
  var whySkipped: Comment { Comment(rawValue: refusal ?? "permitted") }

  /// Tries an event on the calling thread.
  init(_ event: NamedEvent) {
    self.event = event
    let set = CounterSet([event], scope: .thread, paranoid: nil)
    refusal = set.snapshot().difference(since: set.snapshot()).first.flatMap {
      if case .unavailable(let reason) = $0.reading { reason } else { nil }
    }
  }

  /// Looks up a tracepoint's number, and tries the tracepoint on the calling thread.
  init(tracepoint name: String, system: String, filter: String? = nil) {
    do {
      let id = try Tracefs().id(system: system, name: name)
      self.init(
        NamedEvent(
          name: "\(system):\(name)", event: EncodedEvent(type: 2, config: id, filter: filter)))
    } catch {
      self.init(refusal: "\(error)")
    }
  }

  private init(refusal: String) {
    event = nil
    self.refusal = refusal
  }

  static let taskClock = Counting(Example.clock)
  static let pageFaults = Counting(Example.faults)
  static let contextSwitches = Counting(Example.switches)
  static let getParentID = Counting(tracepoint: "sys_enter_getppid", system: "syscalls")
  static let futexes = Counting(tracepoint: "sys_enter_futex", system: "syscalls")
  static let voluntarySwitches = Counting(
    tracepoint: "sched_switch", system: "sched", filter: DefaultEvents.voluntaryFilter)

  /// The counts of events while `work` runs.
  static func counts(
    _ events: [NamedEvent], scope: CounterScope = .thread, during work: () throws -> Void
  ) rethrows -> [EventCount] {
    var set = CounterSet(events, scope: scope, paranoid: nil)
    set.enable()
    let before = set.snapshot()
    try work()
    return set.snapshot().difference(since: before)
  }

  /// A breakpoint on writes of a word of 8 bytes.
  static func breakpoint(on word: UnsafeMutablePointer<UInt64>) -> NamedEvent {
    NamedEvent(
      name: "breakpoint",
      event: EncodedEvent(
        type: 5, config: 0, config1: UInt64(UInt(bitPattern: word)), config2: 8, breakpointType: 2))
  }

  static let breakpoints: Counting = {
    let word = UnsafeMutablePointer<UInt64>.allocate(capacity: 1)
    defer { word.deallocate() }
    return Counting(breakpoint(on: word))
  }()
}
