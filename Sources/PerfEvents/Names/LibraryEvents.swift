import CPfm
internal import CSyncShims

/// An event that libpfm4 has a name for.
package struct LibraryEvent: Equatable, Sendable {
  /// The unit that has the event.
  package let unit: String
  /// The name without the unit, as libpfm4 writes it.
  package let name: String
  /// The event of which this name is an alias; nil if the name is no alias.
  package let aliasOf: String?
  /// The meaning of the count.
  package let summary: String
  /// The unit masks, which select parts of the event.
  package let masks: [Mask]

  /// A unit mask of an event.
  package struct Mask: Equatable, Sendable {
    /// The name of the mask, which follows the event's after a colon.
    package let name: String
    /// The part of the event that the mask selects.
    package let summary: String
  }
}

extension PerfEventLibrary {
  /// The events of a unit, in libpfm4's order.
  package func events(of unit: PerfMonitoringUnit) -> [LibraryEvent] {
    var events: [LibraryEvent] = []
    Self.forEachEvent(of: unit) { index, name, info in
      events.append(
        LibraryEvent(
          unit: unit.name, name: name,
          aliasOf: info.equiv.map { String(cString: $0) },
          summary: info.desc.map { String(cString: $0) } ?? "",
          masks: Self.masks(of: index, count: info.nattrs)))
    }
    return events
  }

  /// Calls `body` with the number, the name and libpfm4's description of each event of a unit.
  private static func forEachEvent(
    of unit: PerfMonitoringUnit, _ body: (Int32, String, pfm_event_info_t) -> Void
  ) {
    var index = unit.firstEvent
    while index >= 0 {
      var info = pfm_event_info_t()
      info.size = MemoryLayout<pfm_event_info_t>.size
      if pfm_get_event_info(index, PFM_OS_PERF_EVENT, &info) == PFM_SUCCESS, let name = info.name {
        body(index, String(cString: name), info)
      }
      index = pfm_get_event_next(index)
    }
  }

  private static func masks(of event: Int32, count: Int32) -> [LibraryEvent.Mask] {
    (0..<max(0, count)).compactMap { attribute in
      var info = pfm_event_attr_info_t()
      info.size = MemoryLayout<pfm_event_attr_info_t>.size
      guard
        pfm_get_event_attr_info(event, attribute, PFM_OS_PERF_EVENT, &info) == PFM_SUCCESS,
        info.type == PFM_ATTR_UMASK, let name = info.name
      else { return nil }
      return LibraryEvent.Mask(
        name: String(cString: name), summary: info.desc.map { String(cString: $0) } ?? "")
    }
  }

  /// Encodes a name that libpfm4 knows, with its unit masks and modifiers.
  ///
  /// Modifiers that counting does not support are refused, not dropped: those for sampling,
  /// precision and pinning, and for kernel mode alone.
  ///
  /// - Throws: ``EventNameError`` if libpfm4 refuses the name, the mask or a modifier.
  package func encode(_ name: String) throws(EventNameError) -> EncodedEvent {
    var attributes = perf_event_attr()
    attributes.size = UInt32(MemoryLayout<perf_event_attr>.size)
    let status = withUnsafeMutablePointer(to: &attributes) { attributes in
      var arguments = pfm_perf_encode_arg_t()
      arguments.attr = attributes
      arguments.size = MemoryLayout<pfm_perf_encode_arg_t>.size
      return pfm_get_os_event_encoding(
        name, PFM_PLM0 | PFM_PLM3, PFM_OS_PERF_EVENT, &arguments)
    }
    guard status == PFM_SUCCESS else { throw refusal(of: name, status: status) }
    guard attributes.exclude_user == 0, attributes.exclude_host == 0 else {
      throw .unsupportedModifier(name)
    }
    return EncodedEvent(
      type: attributes.type, config: attributes.config, config1: attributes.config1,
      config2: attributes.config2, excludesKernel: attributes.exclude_kernel != 0)
  }

  private func refusal(of name: String, status: Int32) -> EventNameError {
    guard status == PFM_ERR_NOTFOUND else {
      return .refusedByLibrary(name, detail: String(cString: pfm_strerror(status)))
    }
    // Only names are read, because a unit has hundreds of events, and reading their descriptions
    // and masks takes most of the time.
    var names: [String] = []
    for unit in units {
      Self.forEachEvent(of: unit) { _, event, _ in
        names += [Self.shown(event, of: unit.name), "\(unit.name)::\(event)"]
      }
    }
    return .unknownEvent(name, near: nearNames(to: name, in: names))
  }

  /// The text shown for an event: for the kernel's generic unit, the event's name alone, in lower
  /// case; for any other unit, `UNIT::EVENT`.
  static func shown(_ event: LibraryEvent) -> String { shown(event.name, of: event.unit) }

  private static func shown(_ event: String, of unit: String) -> String {
    unit == "perf" ? event.lowercased() : "\(unit)::\(event)"
  }
}
