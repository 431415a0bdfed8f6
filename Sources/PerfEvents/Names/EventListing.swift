import Glibc

/// The source of an event's name.
package enum EventKind: String, Codable, Sendable, CaseIterable {
  /// libpfm4, for the processor's own counters.
  case hardware
  /// libpfm4, for the kernel's bookkeeping.
  case software
  /// The kernel's tracepoints, from tracefs.
  case tracepoint
  /// A unit that the kernel lists in sysfs.
  case unit
  /// getrusage(2) and schedstat, which need no permission.
  case accounting
}

/// An event that has a name on this machine.
package struct ListedEvent: Equatable, Sendable {
  /// The text to write after `--event`.
  package let name: String
  /// Other names of the same event.
  package let otherNames: [String]
  /// The source of the name.
  package let kind: EventKind
  /// The unit of libpfm4 or sysfs, or the tracepoint's system.
  package let group: String
  /// The meaning of the count; empty if unknown.
  package let summary: String
  /// Whether the event can be counted on this machine.
  package let openness: Openness

  package init(
    name: String, otherNames: [String] = [], kind: EventKind, group: String, summary: String,
    openness: Openness
  ) {
    self.name = name
    self.otherNames = otherNames
    self.kind = kind
    self.group = group
    self.summary = summary
    self.openness = openness
  }
}

/// The events that libpfm4, tracefs and sysfs know on this machine, and whether each event opens.
package struct EventListing: Sendable {
  /// The events that a glob selects: libpfm4's first, then tracefs's, then those of sysfs.
  package let events: [ListedEvent]
  /// Whether tracepoints could be listed.
  package let tracefs: TracefsState

  /// The number of matching tracepoints above which none is tried: closing each takes the kernel
  /// about 35 ms.
  package static let mostTracepointsTried = 64

  /// Looks events up, and opens each for a moment for the calling thread.
  ///
  /// - Parameters:
  ///   - glob: The pattern of the names, whose case does not matter; nil for all names. With a glob,
  ///     each matching unit mask (a part of an event that can be counted alone) has a line of its
  ///     own.
  ///   - kernel: The kernel that opens the events, which shows what can be counted.
  ///   - paranoid: kernel.perf_event_paranoid, for the texts of refusals; nil when unknown.
  package init(
    matching glob: String? = nil, encoder: EventEncoder, kernel: any PerfKernel, paranoid: Int?
  ) {
    tracefs = encoder.tracefs.state
    let names = Candidates(encoder: encoder, glob: glob)
    let library = names.ofLibrary()
    let tracepoints = names.ofTracefs()
    let units = names.ofUnits()
    let reason =
      "\(tracepoints.count) tracepoints match, and so many are not tried; give a narrower glob"
    let isTried = tracepoints.count <= Self.mostTracepointsTried
    let probe = EventProbe(encoder: encoder, kernel: kernel, paranoid: paranoid)
    events =
      library.map { $0.listed($0.lacksMask(encoder) ?? probe.openness(of: $0.name)) }
      + tracepoints.map { candidate in
        candidate.listed(
          isTried ? probe.openness(of: candidate.name) : .notTried(reason: reason))
      }
      + units.map { $0.listed(probe.openness(of: $0.name)) }
  }
}

/// An event whose opening has not been tried yet.
private struct Candidate {
  var name: String
  var otherNames: [String] = []
  var kind: EventKind
  var group: String
  var summary: String
  var hasMasks = false

  /// The refusal of an event that means nothing without a mask; nil for any other event.
  func lacksMask(_ encoder: EventEncoder) -> Openness? {
    guard hasMasks else { return nil }
    do throws(EventNameError) {
      _ = try encoder.encode(name)
      return nil
    } catch {
      return .notTried(
        reason: "it needs a unit mask; a glob that ends in ':*', as 'UNIT::EVENT:*', lists them")
    }
  }

  func listed(_ openness: Openness) -> ListedEvent {
    ListedEvent(
      name: name, otherNames: otherNames, kind: kind, group: group, summary: summary,
      openness: openness)
  }
}

/// The names that a glob selects.
private struct Candidates {
  let encoder: EventEncoder
  let glob: String?

  private func matches(_ names: [String]) -> Bool {
    guard let glob else { return true }
    return names.contains { fnmatch(glob.lowercased(), $0.lowercased(), 0) == 0 }
  }

  /// Lists libpfm4's names: names of the same event share a line, and a name that stands for an
  /// event with particular unit masks, such as `LLC-LOAD-MISSES`, has a line of its own.
  ///
  /// The unit of raw codes has no events to list.
  func ofLibrary() -> [Candidate] {
    guard case .success(let library) = encoder.library else { return [] }
    return library.units.filter { $0.name != "perf_raw" }.flatMap { unit in
      let events = library.events(of: unit)
      let aliases = Dictionary(grouping: events.filter { $0.aliasOf != nil }) { $0.aliasOf ?? "" }
      let own = Set(events.filter { $0.aliasOf == nil }.map(\.name))
      return events.flatMap { event in
        if let target = event.aliasOf {
          return own.contains(target) ? [] : ofAlias(event, target: target)
        }
        return candidates(of: event, aliases: aliases[event.name] ?? [])
      }
    }
  }

  private func ofAlias(_ event: LibraryEvent, target: String) -> [Candidate] {
    let name = PerfEventLibrary.shown(event)
    guard matches([name, "\(event.unit)::\(name)"]) else { return [] }
    return [
      Candidate(
        name: name, kind: .hardware, group: event.unit,
        summary: event.summary == event.name ? "" : event.summary)
    ]
  }

  private func candidates(of event: LibraryEvent, aliases: [LibraryEvent]) -> [Candidate] {
    let names = (aliases + [event]).map(PerfEventLibrary.shown)
    let kind: EventKind = event.isSoftware ? .software : .hardware
    var found: [Candidate] = []
    if matches(names + names.map { "\(event.unit)::\($0)" }) {
      found.append(
        Candidate(
          name: names[0], otherNames: Array(names.dropFirst()), kind: kind, group: event.unit,
          summary: event.summary == event.name ? "" : event.summary,
          hasMasks: !event.masks.isEmpty))
    }
    guard glob != nil else { return found }
    let own = PerfEventLibrary.shown(event)
    for mask in event.masks where matches(["\(own):\(mask.name)"]) {
      found.append(
        Candidate(
          name: "\(own):\(mask.name)", kind: kind, group: event.unit, summary: mask.summary))
    }
    return found
  }

  func ofTracefs() -> [Candidate] {
    encoder.tracefs.systems.flatMap { system in
      encoder.tracefs.tracepoints(of: system).map { "\(system):\($0)" }
        .filter { matches([$0]) }
        .map { Candidate(name: $0, kind: .tracepoint, group: system, summary: "") }
    }
  }

  func ofUnits() -> [Candidate] {
    encoder.units.names.flatMap { unit in
      encoder.units.events(of: unit).compactMap { event in
        let name = "\(unit)/\(event)/"
        guard matches([name]) else { return nil }
        let measure = encoder.units.measure(of: event, in: unit).map { "in \($0)" } ?? ""
        return Candidate(name: name, kind: .unit, group: unit, summary: measure)
      }
    }
  }
}

extension LibraryEvent {
  /// Whether the kernel itself counts the event, as the event's name in libpfm4 shows.
  fileprivate var isSoftware: Bool { name.hasPrefix("PERF_COUNT_SW_") }
}
