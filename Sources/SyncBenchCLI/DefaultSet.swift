import BenchmarkModel
import BenchmarkRunner
import Glibc
import PerfEvents

/// What is counted when nothing is named, as the list of events shows it.
struct DefaultSet {
  let counting: Counting

  /// The events that a glob selects, all without one.
  func events(matching glob: String?) -> [ListedEvent] {
    let defaults = DefaultEvents()
    let encoded = defaults.events.filter { matches(glob, $0.name) }.map { named in
      listed(named.name, Self.kind(of: named.event), counting.probe.openness(of: named))
    }
    let missing = defaults.missing.filter { matches(glob, $0.name) }.map { event in
      listed(event.name, .tracepoint, .refused(reason: event.reason))
    }
    let floor = Self.floor.filter { matches(glob, $0) }.map { name in
      listed(name, .accounting, Self.openness(ofFloor: name))
    }
    return encoded + missing + floor
  }

  private func matches(_ glob: String?, _ name: String) -> Bool {
    glob.map { globMatches($0.lowercased(), name) } ?? true
  }

  private func listed(_ name: String, _ kind: EventKind, _ openness: Openness) -> ListedEvent {
    ListedEvent(
      name: name, kind: kind, group: "default", summary: Self.summaries[name] ?? "",
      openness: openness)
  }

  private static func kind(of event: EncodedEvent) -> EventKind {
    switch event.type {
    case 1: .software
    case 2: .tracepoint
    default: .hardware
    }
  }

  /// getrusage never fails; schedstat is left out of some kernels.
  private static func openness(ofFloor name: String) -> Openness {
    if !name.hasPrefix("schedstat-") || access("/proc/self/schedstat", R_OK) == 0 { return .opens }
    return .refused(reason: "this kernel keeps no schedstat: it needs CONFIG_SCHED_INFO")
  }

  private static let floor = [
    "rusage-user-ns", "rusage-system-ns", "rusage-voluntary-switches",
    "rusage-involuntary-switches", "rusage-minor-faults", "rusage-major-faults",
    "schedstat-running-ns", "schedstat-run-queue-ns", "schedstat-timeslices",
  ]

  private static let summaries = [
    "cycles": "the processor's cycles", "instructions": "instructions that retired",
    "cache-misses": "misses of the last cache", "branch-misses": "branches that were mispredicted",
    "task-clock": "CPU time, in ns", "context-switches": "the CPU went to another thread",
    "cpu-migrations": "a thread went to another CPU",
    "page-faults": "pages that were not there yet",
    "futex-waits": "calls of futex(2) that sleep", "futex-wakes": "calls of futex(2) that wake",
    "futex-pi-waits": "calls that lock a priority-inheriting futex",
    "futex-pi-wakes": "calls that unlock a priority-inheriting futex",
    "voluntary-switches": "switches of a thread that went to sleep",
    "rusage-user-ns": "CPU time in user mode", "rusage-system-ns": "CPU time in the kernel",
    "rusage-voluntary-switches": "switches of threads that went to sleep",
    "rusage-involuntary-switches": "switches of threads that were preempted",
    "rusage-minor-faults": "page faults without a disk",
    "rusage-major-faults": "page faults that read a disk",
    "schedstat-running-ns": "time on a CPU",
    "schedstat-run-queue-ns": "time runnable, but not running",
    "schedstat-timeslices": "times that a CPU was given",
  ]
}
