import Glibc
import PerfEvents
import Testing

/// Context switches of a thread, compared with getrusage(2).
struct SwitchProofTests {
  @Test(.enabled(if: Counting.contextSwitches.isPermitted, Counting.contextSwitches.whySkipped))
  func `context switches are those of getrusage`() throws {
    let (reading, switches) = try count(Example.switches)
    #expect(reading == .counted(switches.voluntary + switches.involuntary))
  }

  @Test(.enabled(if: Counting.voluntarySwitches.isPermitted, Counting.voluntarySwitches.whySkipped))
  func `voluntary switches are those of getrusage`() throws {
    let (reading, switches) = try count(try #require(Counting.voluntarySwitches.event))
    #expect(reading == .counted(switches.voluntary))
    #expect(switches.voluntary > 0)
  }

  /// Sleeps and yields, and returns the switches by the event and by getrusage(2).
  private func count(_ event: NamedEvent) throws -> (Reading, Switches) {
    var set = CounterSet([event], scope: .thread, paranoid: nil)
    set.enable()
    var before = set.snapshot()
    let first = read(set, into: &before)
    for _ in 0..<100 {
      var nap = timespec(tv_sec: 0, tv_nsec: 1000)
      nanosleep(&nap, nil)
      sched_yield()
    }
    var after = set.snapshot()
    let last = read(set, into: &after)
    return (after.difference(since: before)[0].reading, last - first)
  }

  /// Reads the event and getrusage(2) with no switch of the thread between them.
  private func read(_ set: borrowing CounterSet, into snapshot: inout Snapshot) -> Switches {
    while true {
      let switches = Switches.now
      set.read(into: &snapshot)
      if switches == Switches.now { return switches }
    }
  }
}

/// The calling thread's switches by getrusage(2).
private struct Switches: Equatable {
  var voluntary: UInt64
  var involuntary: UInt64

  static var now: Switches {
    // The value of RUSAGE_THREAD, which is not imported.
    let thread: Int32 = 1
    var usage = rusage()
    getrusage(thread, &usage)
    return Switches(
      voluntary: UInt64(usage.ru_nvcsw), involuntary: UInt64(usage.ru_nivcsw))
  }

  static func - (a: Switches, b: Switches) -> Switches {
    Switches(voluntary: a.voluntary - b.voluntary, involuntary: a.involuntary - b.involuntary)
  }
}
