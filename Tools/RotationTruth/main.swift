import BenchmarkStatistics
import CSyncShims
import Glibc
import PerfEvents

// Measures how accurate scaled counts are. The kernel rotates the processor's events over windows
// of a given length, while the PMU `known` (of the module in scripts/validate/known-pmu), which is
// never rotated, counts the same events.
//
//   RotationTruth COUNTERS TYPE MILLISECONDS WINDOWS busy|bursts
//
// COUNTERS is the number of the processor's counters, TYPE the number of the PMU `known`. The output
// has a line for each event: name, status, scaled value, the share of the time in which it was
// counted, uncertainty and truth, separated by tabs.

let names: [(name: String, config: UInt64)] = [
  ("cycles", 0), ("instructions", 1), ("cache-misses", 3), ("branch-misses", 5), ("branches", 4),
  ("ref-cycles", 9), ("cache-references", 2), ("bus-cycles", 6),
]

func number(_ place: Int) -> UInt64? {
  CommandLine.arguments.indices.contains(place) ? UInt64(CommandLine.arguments[place]) : nil
}

func run(for nanoseconds: UInt64) {
  let end = sync_monotonic_ns() + nanoseconds
  while sync_monotonic_ns() < end { sync_pause() }
}

/// Works for one window, on the CPU all the time or for a third of it.
func work(_ nanoseconds: UInt64, inBursts: Bool) {
  guard inBursts else { return run(for: nanoseconds) }
  let end = sync_monotonic_ns() + nanoseconds
  while sync_monotonic_ns() < end {
    run(for: 1_000_000)
    sync_sleep_until(sync_monotonic_ns() + 2_000_000)
  }
}

func line(_ count: EventCount, truth: EventCount) -> String {
  let (status, value): (String, Double?) =
    switch count.reading {
    case .counted(let value): ("counted", Double(value))
    case .scaled(let value, _, _): ("scaled", value)
    case .notCounted: ("not-counted", nil)
    case .unavailable: ("unavailable", nil)
    }
  let right: UInt64? = if case .counted(let value) = truth.reading { value } else { nil }
  let uncertainty = count.windows.relativeStandardError.map {
    max(
      0.04 * (1 - (count.countedShare ?? 0)),
      $0 * studentT(confidence: 0.95, degreesOfFreedom: count.windows.count - 1))
  }
  func text(_ value: (some CustomStringConvertible)?) -> String { value?.description ?? "" }
  return [
    count.name, status, text(value), text(count.countedShare), text(uncertainty), text(right),
  ].joined(separator: "\t")
}

guard let counters = number(1), let type = number(2), let milliseconds = number(3),
  let windows = number(4), let unit = UInt32(exactly: type)
else {
  print("usage: RotationTruth COUNTERS TYPE MILLISECONDS WINDOWS busy|bursts")
  exit(64)
}
let events = names.map {
  NamedEvent(name: $0.name, event: EncodedEvent(type: 0, config: $0.config))
}
let known = names.map {
  NamedEvent(name: "known/\($0.name)/", event: EncodedEvent(type: unit, config: $0.config))
}
var set = CounterSet(
  events + known, scope: .process, counters: Int(counters), paranoid: PerfFacts.paranoid())
set.enable()
var counts: [EventCount] = []
for _ in 0..<windows {
  let before = set.snapshot()
  work(milliseconds * 1_000_000, inBursts: CommandLine.arguments.last == "bursts")
  counts.accumulate(set.snapshot().difference(since: before))
}
for (own, truth) in zip(counts.prefix(events.count), counts.dropFirst(events.count)) {
  print(line(own, truth: truth))
}
