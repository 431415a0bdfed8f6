import Glibc

/// The units (PMUs) that the kernel lists in /sys/bus/event_source/devices, below a root that can
/// be handed in.
package struct SysfsUnits: Sendable {
  private let devices: String

  /// Reads below a root; `/` is the live machine.
  package init(root: String = "/") { devices = root + "/sys/bus/event_source/devices" }

  /// The names of the units, sorted.
  package var names: [String] { (try? KernelText.names(devices)) ?? [] }

  /// The events that a unit names, sorted.
  package func events(of unit: String) -> [String] {
    let files = (try? KernelText.names("\(devices)/\(unit)/events")) ?? []
    return files.filter { file in
      ![".scale", ".unit", ".snapshot", ".per-pkg"].contains { file.hasSuffix($0) }
    }
  }

  /// The unit of measure of a unit's event, such as `Joules`; nil for plain counts.
  package func measure(of event: String, in unit: String) -> String? {
    try? KernelText.read("\(devices)/\(unit)/events/\(event).unit")
  }

  /// Whether a unit counts for a part of the machine, such as a socket, and never for a process;
  /// such a unit lists the CPUs on which its events can be opened.
  package func countsPartOfMachine(_ unit: String) -> Bool {
    access("\(devices)/\(unit)/cpumask", F_OK) == 0
  }

  /// The kernel's name of the unit of the processor's own counters; nil if the kernel lists none.
  package var processorUnit: String? {
    names.first { unit in
      unit == "cpu" || unit == "cpu_core" || unit.hasPrefix("armv8_")
    }
  }

  /// Encodes a unit's event, given by terms such as `tsc`, `event=0x3c` and `umask=1`.
  ///
  /// - Throws: ``EventNameError`` if there is no such unit, event or field, or a value does not
  ///   fit.
  package func encode(
    _ unit: String, terms: [String], isUserOnly: Bool
  ) throws(EventNameError) -> EncodedEvent {
    let name = "\(unit)/\(terms.joined(separator: ","))/"
    guard names.contains(unit) else { throw .unknownUnit(name, unit: unit, known: names) }
    guard let type = number(in: "\(devices)/\(unit)/type").flatMap({ UInt32(exactly: $0) }) else {
      throw .unreadable(name, path: "\(devices)/\(unit)/type")
    }
    var event = EncodedEvent(type: type, config: 0, excludesKernel: isUserOnly)
    for term in terms { try set(term, of: unit, in: &event, name: name, mayBeEvent: true) }
    return event
  }

  private func number(in path: String) -> UInt64? {
    (try? KernelText.read(path)).flatMap { UInt64($0) }
  }

  private func set(
    _ term: String, of unit: String, in event: inout EncodedEvent, name: String, mayBeEvent: Bool
  ) throws(EventNameError) {
    let parts = term.split(separator: "=", maxSplits: 1).map(String.init)
    let key = parts.first ?? ""
    if mayBeEvent, parts.count == 1, events(of: unit).contains(key) {
      let path = "\(devices)/\(unit)/events/\(key)"
      guard let text = try? KernelText.read(path) else { throw .unreadable(name, path: path) }
      for inner in text.split(separator: ",") {
        try set(String(inner), of: unit, in: &event, name: name, mayBeEvent: false)
      }
      return
    }
    guard let value = parts.count == 2 ? Self.value(parts[1]) : 1 else {
      throw .badValue(name, term: term)
    }
    let field = try layout(of: key, unit: unit, name: name)
    guard field.place(value, in: &event) else { throw .badValue(name, term: term) }
  }

  private func layout(
    of key: String, unit: String, name: String
  ) throws(EventNameError) -> FormatField {
    if let word = FormatField.Word(rawValue: key) {
      return FormatField(word: word, bits: [0...63])
    }
    let folder = "\(devices)/\(unit)/format"
    let known = (try? KernelText.names(folder)) ?? []
    guard known.contains(key) else {
      let near = nearNames(to: key, in: known + events(of: unit))
      throw .unknownTerm(name, unit: unit, term: key, near: near)
    }
    guard let field = (try? KernelText.read("\(folder)/\(key)")).flatMap(FormatField.init(parsing:))
    else { throw .unreadable(name, path: "\(folder)/\(key)") }
    return field
  }

  private static func value(_ text: String) -> UInt64? {
    text.hasPrefix("0x") ? UInt64(text.dropFirst(2), radix: 16) : UInt64(text)
  }
}

/// The positions of a field's bits, such as `config:0-7,32-35`: the lowest bits of a value go to
/// the first positions.
struct FormatField: Equatable {
  enum Word: String {
    case config
    case config1
    case config2
  }

  let word: Word
  let bits: [ClosedRange<Int>]

  init(word: Word, bits: [ClosedRange<Int>]) {
    self.word = word
    self.bits = bits
  }

  /// Parses a field; nil for a text of another form.
  init?(parsing text: String) {
    let parts = text.split(separator: ":")
    guard parts.count == 2, let word = Word(rawValue: String(parts[0])) else { return nil }
    var ranges: [ClosedRange<Int>] = []
    for range in parts[1].split(separator: ",") {
      let ends = range.split(separator: "-").compactMap { Int($0) }
      guard let low = ends.first, let high = ends.last, ends.count <= 2, low >= 0, low <= high,
        high <= 63
      else { return nil }
      ranges.append(low...high)
    }
    self.init(word: word, bits: ranges)
  }

  /// Puts a value into the field's bits; false if the value needs more bits.
  func place(_ value: UInt64, in event: inout EncodedEvent) -> Bool {
    var rest = value
    var placed: UInt64 = 0
    for range in bits {
      let mask = range.count == 64 ? UInt64.max : (1 << UInt64(range.count)) - 1
      placed |= (rest & mask) << UInt64(range.lowerBound)
      rest = range.count == 64 ? 0 : rest >> UInt64(range.count)
    }
    switch word {
    case .config: event.config |= placed
    case .config1: event.config1 |= placed
    case .config2: event.config2 |= placed
    }
    return rest == 0
  }
}
