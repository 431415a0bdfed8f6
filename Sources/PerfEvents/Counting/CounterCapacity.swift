/// The number of the processor's events that can count at the same time.
///
/// No file has this number: a virtual machine has fewer counters than its processor, hyperthreads
/// share counters, and the NMI watchdog holds one counter. So groups are opened, each with one
/// event more than the previous group, until the kernel refuses a group or never counts it.
package enum CounterCapacity: Equatable, Sendable {
  /// Exactly this number.
  case counters(Int)
  /// This number and perhaps more: no larger group was tried.
  case orMore(Int)
  /// Not even one event counts: the kernel refused it, or never gave it a counter.
  case none(reason: String)

  /// The number of events to plan for each turn (see ``EventTurns``); nil if no event counts.
  package var count: Int? {
    switch self {
    case .counters(let count), .orMore(let count): count
    case .none: nil
    }
  }

  /// The number, in words.
  package var words: String {
    switch self {
    case .counters(1): "1 event counts at a time"
    case .counters(let count): "\(count) events count at once"
    case .orMore(let count): "\(count) events and perhaps more count at once"
    case .none(let reason): reason
    }
  }

  /// The number of events of the largest group that is tried.
  static let most = 16

  /// Finds the number by opening growing groups, which count the calling thread in user mode alone.
  ///
  /// The events are mispredicted branches, for which no processor has a fixed counter, or
  /// instructions if mispredicted branches are refused.
  package static func probe(_ kernel: any PerfKernel, paranoid: Int? = nil) -> CounterCapacity {
    let branchMisses = EncodedEvent(
      type: PerfUnit.hardware.rawValue, config: 5, excludesKernel: true)
    var event = branchMisses
    if GroupProbe(kernel, event, count: 1).isRefused { event.config = 1 }
    var reason = "never scheduled: others hold the processor's counters"
    for count in 1...most {
      let probe = GroupProbe(kernel, event, count: count)
      if probe.runs { continue }
      if let refusal = probe.refusal, count == 1 {
        reason = OpenRefusal(refusal, of: event, paranoid: paranoid).description
      }
      return count == 1 ? .none(reason: reason) : .counters(count - 1)
    }
    return .orMore(most)
  }
}

/// A group that has one event many times, opened for a moment.
private struct GroupProbe {
  /// Whether the group was given all of its counters.
  private(set) var runs = false
  /// The error by which the kernel refused to open or enable the group; nil if it refused neither.
  private(set) var refusal: PerfErrno?

  var isRefused: Bool { refusal != nil }

  init(_ kernel: any PerfKernel, _ event: EncodedEvent, count: Int) {
    var descriptors: [Int32] = []
    defer { for descriptor in descriptors.reversed() { kernel.close(descriptor) } }
    do throws(PerfErrno) {
      for _ in 0..<count {
        descriptors.append(
          try kernel.open(event, process: 0, leader: descriptors.first, isInherited: false))
      }
      try kernel.enable(descriptors[0])
    } catch {
      refusal = error
      return
    }
    var words = [UInt64](repeating: 0, count: 3 + 2 * count)
    // The kernel schedules a group when enabling it, or a little later, so the group is read
    // several times.
    for _ in 0..<Self.readings where !runs {
      runs = words.withUnsafeMutableBufferPointer { words in
        (try? kernel.read(descriptors[0], into: words)) != nil && words[2] > 0
      }
    }
  }

  private static let readings = 20
}
