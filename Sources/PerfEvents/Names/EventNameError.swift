/// A fault in the name of an event.
package enum EventNameError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The text does not have the form of an event's name, for the given reason.
  case malformed(String, String)
  /// libpfm4 has no event of that name.
  case unknownEvent(String, near: [String])
  /// libpfm4 knows the event but not its unit mask or modifier; `detail` is libpfm4's message.
  case refusedByLibrary(String, detail: String)
  /// The name excludes user mode (`cycles:k`) or the host (`cycles:mg`): such counts are not taken.
  case unsupportedModifier(String)
  /// libpfm4 did not start, for this reason.
  case libraryMissing(String, detail: String)
  /// tracefs has no system of that name.
  case unknownSystem(String, system: String, near: [String])
  /// The system has no tracepoint of that name.
  case unknownTracepoint(String, system: String, near: [String])
  /// tracefs can't be read.
  case tracefs(String, TracefsState)
  /// sysfs has no such unit.
  case unknownUnit(String, unit: String, known: [String])
  /// The unit has neither an event nor a format field of that name.
  case unknownTerm(String, unit: String, term: String, near: [String])
  /// The value is not a number, or does not fit its format field.
  case badValue(String, term: String)
  /// A file of tracefs or sysfs has an unexpected form.
  case unreadable(String, path: String)

  /// The name at fault, the fault and its remedy, in one or two lines.
  package var description: String {
    switch self {
    case .malformed(let name, let why): "'\(name)' is no event's name: \(why)"
    case .unknownEvent(let name, let near):
      "libpfm4 has no event '\(name)' on this machine" + Self.remedy(near)
    case .refusedByLibrary(let name, let detail):
      "libpfm4 does not take '\(name)': \(detail); `syncbench doctor --events '\(Self.head(name))*'` shows its unit masks"
    case .unsupportedModifier(let name):
      "'\(name)' leaves out user mode or the host, and such counts are not supported: write it without a modifier, or with ':u' for user mode alone"
    case .libraryMissing(let name, let detail):
      "'\(name)' is a name of libpfm4, which can't be initialised: \(detail)"
    case .unknownSystem(let name, let system, let near):
      "'\(name)': tracefs has no system '\(system)'\(Self.remedy(near)); a unit mask of libpfm4 is written in capitals"
    case .unknownTracepoint(let name, let system, let near):
      "'\(name)': tracefs has no such tracepoint in '\(system)'" + Self.remedy(near)
    case .tracefs(let name, let state):
      "'\(name)' is a tracepoint, and \(state.complaint ?? "tracefs can't be read")"
    case .unknownUnit(let name, let unit, let known):
      "'\(name)': there is no unit '\(unit)' in /sys/bus/event_source/devices; "
        + (known.isEmpty ? "there are none" : "there are \(known.joined(separator: ", "))")
    case .unknownTerm(let name, let unit, let term, let near):
      "'\(name)': the unit '\(unit)' has no '\(term)'" + Self.remedy(near)
    case .badValue(let name, let term):
      "'\(name)': the value of '\(term)' is not a number, or is too large for its field"
    case .unreadable(let name, let path):
      "'\(name)': can't make sense of '\(path)'"
    }
  }

  private static func remedy(_ near: [String]) -> String {
    near.isEmpty
      ? "; `syncbench doctor --events` shows what there is"
      : "; did you mean \(near.joined(separator: " or "))?"
  }

  /// An event's name without its unit masks and modifiers.
  private static func head(_ name: String) -> String {
    let words = name.split(separator: ":")
    return words.prefix(name.contains("::") ? 2 : 1).joined(separator: "::")
  }
}
