import Glibc

/// The result of trying to open an event.
package enum Openness: Equatable, Sendable {
  case opens
  /// The event opens only for user mode.
  case opensUserOnly
  /// The event does not open, for this reason.
  case refused(reason: String)
  /// The opening was not tried, for this reason.
  case notTried(reason: String)
}

/// Opens an event for a moment, because an event that can be encoded may still be refused by the
/// kernel.
package struct EventProbe: Sendable {
  private let encoder: EventEncoder
  private let kernel: any PerfKernel
  private let paranoid: Int?

  /// Makes a probe.
  ///
  /// - Parameters:
  ///   - encoder: The encoder of the events' names.
  ///   - kernel: The kernel that opens the events.
  ///   - paranoid: The level of perf_event_paranoid, for the text of a refusal; nil if unknown.
  package init(encoder: EventEncoder, kernel: any PerfKernel, paranoid: Int?) {
    self.encoder = encoder
    self.kernel = kernel
    self.paranoid = paranoid
  }

  /// Tries an event by its name.
  package func openness(of name: String) -> Openness {
    do throws(EventNameError) {
      let parsed = try EventName(parsing: name)
      if case .unit(let unit, _, _) = parsed, encoder.units.countsPartOfMachine(unit) {
        return .refused(reason: "it counts for a part of the machine, never for a process")
      }
      return openness(of: NamedEvent(name: name, event: try encoder.encode(parsed)))
    } catch {
      return .refused(reason: error.description)
    }
  }

  /// Tries an event for the calling thread, and again for user mode alone if counting the kernel is
  /// denied.
  ///
  /// If the event is a breakpoint, the caller must have set its address.
  package func openness(of named: NamedEvent) -> Openness {
    do throws(OpenRefusal) {
      try open(named.event)
      return .opens
    } catch {
      guard case .denied = error, named.hasUserModePart, !named.event.excludesKernel else {
        return .refused(reason: error.description)
      }
      return withoutKernel(named.event, denied: error)
    }
  }

  /// Tries an event for user mode alone.
  ///
  /// The kernel checks the permission before it looks the event up, so only this second try shows
  /// that there is no such event.
  private func withoutKernel(_ event: EncodedEvent, denied: OpenRefusal) -> Openness {
    var event = event
    event.excludesKernel = true
    do throws(OpenRefusal) {
      try open(event)
      return .opensUserOnly
    } catch {
      if case .noSuchEvent = error { return .refused(reason: error.description) }
      return .refused(reason: denied.description)
    }
  }

  private func open(_ event: EncodedEvent) throws(OpenRefusal) {
    let descriptor: Int32
    do throws(PerfErrno) {
      descriptor = try kernel.open(event, process: 0, leader: nil, isInherited: false)
    } catch {
      throw OpenRefusal(error, of: event, paranoid: paranoid)
    }
    defer { kernel.close(descriptor) }
    guard let filter = event.filter else { return }
    do throws(PerfErrno) {
      try kernel.setFilter(descriptor, filter)
    } catch {
      throw .filterRefused(filter: filter, errno: error.rawValue)
    }
  }
}
