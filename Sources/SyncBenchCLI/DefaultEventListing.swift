import BenchmarkModel
import BenchmarkRunner
import Glibc
import PerfEvents

/// The default events, as the list of events shows them.
struct DefaultEventListing {
  let counting: Counting

  /// The events that a glob selects; all events without a glob.
  func events(matching glob: String?) -> [ListedEvent] {
    let defaults = DefaultEvents()
    let encoded = defaults.events.filter { matches(glob, $0.name) }.map { named in
      listed(
        named.name, Self.kind(of: named.event), DefaultEvents.summaries[named.name],
        counting.probe.openness(of: named))
    }
    let missing = defaults.missing.filter { matches(glob, $0.name) }.map { event in
      listed(
        event.name, .tracepoint, DefaultEvents.summaries[event.name],
        .refused(reason: event.reason))
    }
    let usage = UsageFigure.all.filter { matches(glob, $0.name) }.map { figure in
      listed(figure.name, .accounting, figure.summary, Self.openness(of: figure))
    }
    return encoded + missing + usage
  }

  private func matches(_ glob: String?, _ name: String) -> Bool {
    glob.map { globMatches($0.lowercased(), name) } ?? true
  }

  private func listed(
    _ name: String, _ kind: EventKind, _ summary: String?, _ openness: Openness
  ) -> ListedEvent {
    ListedEvent(
      name: name, kind: kind, group: "default", summary: summary ?? "", openness: openness)
  }

  private static func kind(of event: EncodedEvent) -> EventKind {
    switch event.type {
    case 1: .software
    case 2: .tracepoint
    default: .hardware
    }
  }

  /// The figures of getrusage are always there; some kernels keep no schedstat.
  private static func openness(of figure: UsageFigure) -> Openness {
    if !figure.isOfSchedstat || access("/proc/self/schedstat", R_OK) == 0 { return .opens }
    return .refused(reason: "this kernel keeps no schedstat: it needs CONFIG_SCHED_INFO")
  }
}
