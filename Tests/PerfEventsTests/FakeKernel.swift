import Glibc
import PerfEvents
import Synchronization

/// A kernel whose refusals, counters and counts a test chooses.
final class FakeKernel: PerfKernel {
  /// An event that was opened.
  struct Opened: Equatable {
    var event: EncodedEvent
    var thread: Int32
    var leader: Int32?
    var isInherited: Bool
    var filter: String?
    var isEnabled = false
    var isClosed = false
    var value: UInt64 = 0
  }

  private struct State {
    /// The opened events, of which the first has the descriptor 100.
    var opened: [Opened] = []
    var enabledNanoseconds: UInt64 = 0
    var runningNanoseconds: UInt64 = 0
    var threads: [[Int32]]
    var failingReads: [Int32] = []
  }

  /// A closure that returns the errno with which an event is refused, or nil if the event opens.
  ///
  /// The second argument is the leader whose group the event is to join; nil for no group.
  typealias Refusal = @Sendable (EncodedEvent, Opened?) -> Int32?

  private let state: Mutex<State>
  private let refusal: Refusal
  private let refusesFilters: Int32?
  /// The largest number of hardware events with which a group counts; nil for no limit.
  private let counters: Int?
  /// The largest number of hardware events in a group that can be opened.
  private let largestGroup: Int

  /// Makes a kernel; `threads` are the process's other threads at each query in turn, and the last
  /// list answers all later queries.
  init(
    threads: [[Int32]] = [[]], refusesFilters: Int32? = nil, counters: Int? = nil,
    largestGroup: Int = .max,
    refusal: @escaping Refusal = { _, _ in nil }
  ) {
    state = Mutex(State(threads: threads))
    self.refusal = refusal
    self.refusesFilters = refusesFilters
    self.counters = counters
    self.largestGroup = largestGroup
  }

  /// All opened events, in order.
  var opened: [Opened] { state.withLock { $0.opened } }
  /// The events that are still open.
  var open: [Opened] { opened.filter { !$0.isClosed } }

  /// Adds `amount` to the value of every event that `matches`.
  func count(_ amount: UInt64, where matches: (EncodedEvent) -> Bool) {
    state.withLock { state in
      for index in state.opened.indices where matches(state.opened[index].event) {
        state.opened[index].value += amount
      }
    }
  }

  /// Lets time pass, in which counters were held for `running` of `enabled` ns.
  func pass(enabled: UInt64, running: UInt64) {
    state.withLock {
      $0.enabledNanoseconds += enabled
      $0.runningNanoseconds += running
    }
  }

  /// Fails the next reads, one for each errno.
  func failReads(_ errnos: [Int32]) { state.withLock { $0.failingReads = errnos } }
  /// The number of failures that are left for later reads.
  var failuresLeft: Int { state.withLock { $0.failingReads.count } }

  func open(
    _ event: EncodedEvent, process: Int32, leader: Int32?, isInherited: Bool
  ) throws(PerfErrno) -> Int32 {
    let leading = leader.map { opened[Int($0) - 100] }
    if let errno = refusal(event, leading) { throw PerfErrno(errno) }
    let group = leader.map { hardware(in: $0) } ?? 0
    if event.isHardware, group + 1 > largestGroup { throw PerfErrno(EINVAL) }
    return state.withLock { state in
      state.opened.append(
        Opened(event: event, thread: process, leader: leader, isInherited: isInherited))
      return Int32(99 + state.opened.count)
    }
  }

  /// The number of hardware events of a group.
  private func hardware(in leader: Int32) -> Int {
    opened.enumerated().count { index, opened in
      opened.event.isHardware && !opened.isClosed
        && (Int32(index) + 100 == leader || opened.leader == leader)
    }
  }

  func read(
    _ descriptor: Int32, into words: UnsafeMutableBufferPointer<UInt64>
  ) throws(PerfErrno) {
    let (failure, members, enabled, running) = state.withLock { state in
      let failure = state.failingReads.isEmpty ? nil : state.failingReads.removeFirst()
      let members = state.opened.indices.filter { index in
        let opened = state.opened[index]
        return Int32(index) + 100 == descriptor
          || opened.leader == descriptor && !opened.isClosed
      }
      return (
        failure, members.map { (state.opened[$0].value, UInt64($0)) }, state.enabledNanoseconds,
        state.runningNanoseconds
      )
    }
    if let failure { throw PerfErrno(failure) }
    // If counters are limited, each reading has 1 ns more than has passed, so that it shows whether
    // the group counts: a group counts as a whole or not at all.
    let moment: UInt64 = counters == nil ? 0 : 1
    let fits = counters.map { hardware(in: descriptor) <= $0 } ?? true
    guard words.count >= 3 + 2 * members.count else { throw PerfErrno(ENOSPC) }
    // The members come in reverse order of opening, because no reader may rely on an order.
    let pairs = members.reversed().flatMap { [$0.0, $0.1] }
    for (index, word)
      in ([UInt64(members.count), enabled + moment, fits ? running + moment : 0] + pairs)
      .enumerated()
    {
      words[index] = word
    }
  }

  func id(of descriptor: Int32) throws(PerfErrno) -> UInt64 { UInt64(descriptor - 100) }

  func enable(_ descriptor: Int32) throws(PerfErrno) {
    state.withLock { $0.opened[Int(descriptor) - 100].isEnabled = true }
  }

  func disable(_ descriptor: Int32) throws(PerfErrno) {
    state.withLock { $0.opened[Int(descriptor) - 100].isEnabled = false }
  }

  func setFilter(_ descriptor: Int32, _ filter: String) throws(PerfErrno) {
    if let refusesFilters { throw PerfErrno(refusesFilters) }
    state.withLock { $0.opened[Int(descriptor) - 100].filter = filter }
  }

  func close(_ descriptor: Int32) {
    state.withLock { $0.opened[Int(descriptor) - 100].isClosed = true }
  }

  func otherThreads() -> [Int32] {
    state.withLock { $0.threads.count > 1 ? $0.threads.removeFirst() : $0.threads.last ?? [] }
  }
}

/// Events for the tests.
enum Example {
  static let cycles = NamedEvent(name: "cycles", event: EncodedEvent(type: 0, config: 0))
  static let misses = NamedEvent(name: "misses", event: EncodedEvent(type: 4, config: 0x1234))
  static let clock = NamedEvent(name: "task-clock", event: EncodedEvent(type: 1, config: 1))
  static let faults = NamedEvent(name: "page-faults", event: EncodedEvent(type: 1, config: 2))
  static let switches = NamedEvent(
    name: "context-switches", event: EncodedEvent(type: 1, config: 3))
  static let migrations = NamedEvent(
    name: "cpu-migrations", event: EncodedEvent(type: 1, config: 4))
  static let futex = NamedEvent(
    name: "futex-waits", event: EncodedEvent(type: 2, config: 522, filter: "op == 128"),
    hasUserModePart: true)
  static let schedule = NamedEvent(
    name: "voluntary-switches", event: EncodedEvent(type: 2, config: 372), hasUserModePart: false)
  static let breakpoint = NamedEvent(
    name: "breakpoint",
    event: EncodedEvent(type: 5, config: 0, config1: 0x1000, config2: 4, breakpointType: 2))

  static let all = [
    cycles, misses, clock, faults, switches, migrations, futex, schedule, breakpoint,
  ]
  static let dummy = EncodedEvent(type: 1, config: 9)
}

extension Reading {
  /// The count, whole or scaled; nil if the count is unknown.
  var value: Double? {
    switch self {
    case .counted(let value): Double(value)
    case .scaled(let value, _, _): value
    case .notCounted, .unavailable: nil
    }
  }

  /// The reason why there is no value; nil if there is a value.
  var reason: String? {
    switch self {
    case .notCounted(let reason), .unavailable(let reason): reason
    case .counted, .scaled: nil
    }
  }
}
