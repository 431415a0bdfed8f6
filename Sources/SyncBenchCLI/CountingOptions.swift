import ArgumentParser
import BenchmarkModel
import BenchmarkReports
import BenchmarkRunner
import PerfEvents

/// The options that say what is counted beside the time.
struct CountingOptions: ParsableArguments {
  @Flag(
    name: .long,
    help: "After all timing, also counts perf events, allocations and instructions per operation.")
  var counters = false

  @Option(
    name: .long,
    help: "One more event, such as LLC-LOAD-MISSES or breakpoint; may be repeated.")
  var event: [String] = []

  /// The given options in command-line form.
  var words: [String] { (counters ? ["--counters"] : []) + event.flatMap { ["--event", $0] } }

  /// The plan of counting; nil if no option is given.
  ///
  /// - Throws: ``CommandFailure`` for an event that has no encoding here.
  var selection: CountingPlan? {
    get throws {
      words.isEmpty ? nil : try EventSelection(adding: event).selection
    }
  }
}

/// The default events and those that a user adds, in the form of a plan.
struct EventSelection {
  /// The events, in the order of their columns.
  let planned: [PlannedEvent]

  /// The plan of all passes over the events, with as many counters as this machine has.
  var selection: CountingPlan {
    CountingPlan(events: planned, counters: counters)
  }

  /// The number of the processor's events that can count at the same time here; nil if no event
  /// of a hardware unit is planned, or if none of the processor's events counts.
  var counters: Int? {
    planned.contains { $0.encoding?.isHardware == true } ? Counting.capacity.count : nil
  }

  /// Encodes the default and the added events, and opens each one except breakpoints once, to find
  /// out which events open and under which names.
  ///
  /// - Throws: ``CommandFailure`` for an added event that has no encoding here.
  init(adding added: [String]) throws {
    let defaults = DefaultEvents()

    let asked =
      defaults.events + Self.frequency() + (try Self.encoded(added, besides: defaults))
    var found = Dictionary(
      zip(asked.map(\.name), Self.opened(asked)), uniquingKeysWith: { first, _ in first })
    for one in defaults.missing {
      found[one.name] = Opened(name: one.name, event: nil, reason: one.reason)
    }
    let order = DefaultEvents.order + asked.map(\.name).filter { !DefaultEvents.order.contains($0) }
    let opened = order.compactMap { found[$0] }
    planned = zip(opened, EventColumn.names(for: opened.map(\.name))).map { event, column in
      PlannedEvent(name: event.name, column: column, encoding: event.event, reason: event.reason)
    }
  }

  /// The events that tell the real speed of the CPUs, if the kernel lists them.
  private static func frequency() -> [NamedEvent] {
    guard case .countedBy(let names) = EffectiveFrequency.probe(cpus: []) else { return [] }
    let encoder = EventEncoder()
    return names.compactMap { name in
      // The unit (PMU) `msr`, which has these events, can't count user mode alone.
      (try? encoder.encode(name)).map {
        NamedEvent(name: name, event: $0, hasUserModePart: false)
      }
    }
  }

  private static func encoded(
    _ names: [String], besides defaults: DefaultEvents
  ) throws -> [NamedEvent] {
    guard !names.isEmpty else { return [] }
    let encoder = EventEncoder()
    var taken = Set(DefaultEvents.order + frequency().map(\.name))
    return try names.filter { taken.insert($0).inserted }.map { name in
      NamedEvent(
        name: name, event: try CommandFailure.naming(.usage) { try encoder.encode(name) })
    }
  }

  /// The result of opening an event.
  private struct Opened {
    let name: String
    let event: EncodedEvent?
    let reason: String
  }

  /// The result of opening each event; a breakpoint can't be tried before there is a lock to watch.
  private static func opened(_ events: [NamedEvent]) -> [Opened] {
    let tried = events.filter { $0.event.breakpointType == 0 }
    let set = CounterSet(
      tried, scope: .thread, paranoid: Machine.current.environment.kernel.perfEventParanoid)
    let snapshot = set.snapshot()
    var outcomes = snapshot.difference(since: snapshot)[...]
    return events.map { event in
      guard event.event.breakpointType == 0, let outcome = outcomes.popFirst() else {
        return Opened(name: event.name, event: event.event, reason: "")
      }
      if case .unavailable(let reason) = outcome.reading {
        return Opened(name: event.name, event: nil, reason: reason)
      }
      var encoding = event.event
      encoding.excludesKernel = encoding.excludesKernel || outcome.name != event.name
      return Opened(name: outcome.name, event: encoding, reason: "")
    }
  }
}
