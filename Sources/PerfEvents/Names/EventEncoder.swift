/// An encoder of event names into the form that the kernel opens.
package struct EventEncoder: Sendable {
  /// libpfm4, or the error that kept it from starting.
  package let library: Result<PerfEventLibrary, PerfEventError>
  /// The source of tracepoints.
  package let tracefs: Tracefs
  /// The units that the kernel lists.
  package let units: SysfsUnits

  /// Takes the sources of names; the default sources are those of the live machine and take some
  /// milliseconds to start.
  package init(
    library: Result<PerfEventLibrary, PerfEventError> = EventEncoder.startedLibrary(),
    tracefs: Tracefs = Tracefs(), units: SysfsUnits = SysfsUnits()
  ) {
    self.library = library
    self.tracefs = tracefs
    self.units = units
  }

  /// Starts libpfm4.
  package static func startedLibrary() -> Result<PerfEventLibrary, PerfEventError> {
    Result { () throws(PerfEventError) in try PerfEventLibrary() }
  }

  /// Encodes a name as a user writes it.
  ///
  /// The kernel may still refuse an encoded event; only opening shows that.
  ///
  /// - Throws: ``EventNameError``, which says what to write instead.
  package func encode(_ text: String) throws(EventNameError) -> EncodedEvent {
    try encode(EventName(parsing: text))
  }

  /// Encodes a parsed name.
  ///
  /// A breakpoint is encoded without its address (`config1`), which is not known yet; it counts
  /// the writes to a word of four bytes.
  ///
  /// - Throws: ``EventNameError``, which says what to write instead.
  package func encode(_ name: EventName) throws(EventNameError) -> EncodedEvent {
    switch name {
    case .library(let text):
      switch library {
      case .success(let library): return try library.encode(text)
      case .failure(let error): throw .libraryMissing(text, detail: error.description)
      }
    case .tracepoint(let system, let name, let filter, let isUserOnly):
      return EncodedEvent(
        type: 2, config: try tracefs.id(system: system, name: name), filter: filter,
        excludesKernel: isUserOnly)
    case .breakpoint(let isUserOnly):
      // HW_BREAKPOINT_LEN_4 and HW_BREAKPOINT_W of <linux/hw_breakpoint.h>.
      return EncodedEvent(
        type: 5, config: 0, config2: 4, breakpointType: 2, excludesKernel: isUserOnly)
    case .raw(let code, let isUserOnly):
      return EncodedEvent(type: 4, config: code, excludesKernel: isUserOnly)
    case .unit(let unit, let terms, let isUserOnly):
      return try units.encode(unit, terms: terms, isUserOnly: isUserOnly)
    }
  }
}
