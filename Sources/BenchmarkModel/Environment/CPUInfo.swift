/// The fields of /proc/cpuinfo that describe processors.
struct CPUInfo {
  /// The first value of each field in the file.
  private(set) var fields: [String: String] = [:]
  /// One entry for each online processor.
  private(set) var processors: [Processor] = []

  struct Processor {
    var id: Int
    var package: Int?
    var core: Int?
    var armImplementer: Int?
    var armPart: Int?
  }

  init(tree: SystemTree) {
    for line in (tree.text("/proc/cpuinfo") ?? "").lines {
      guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else { continue }
      read(String(line[..<colon].withoutPadding), line[line.index(after: colon)...])
    }
  }

  private mutating func read(_ name: String, _ text: Substring) {
    // The file repeats each field for each CPU; only the first value is kept here.
    if fields[name] == nil { fields[name] = String(text.withoutPadding) }
    switch name {
    case "processor":
      // A value that is not the number of a CPU describes no processor.
      if let id = Int(text.withoutPadding), CPUList.mayHold(id) {
        processors.append(Processor(id: id))
      }
    case "physical id": setLast(\.package, Int(text.withoutPadding))
    case "core id": setLast(\.core, Int(text.withoutPadding))
    case "CPU implementer": setLast(\.armImplementer, Self.hexadecimal(text.withoutPadding))
    case "CPU part": setLast(\.armPart, Self.hexadecimal(text.withoutPadding))
    default: break
    }
  }

  private mutating func setLast(_ field: WritableKeyPath<Processor, Int?>, _ value: Int?) {
    guard !processors.isEmpty else { return }
    processors[processors.count - 1][keyPath: field] = value
  }

  private static func hexadecimal(_ text: Substring) -> Int? {
    Int(text.hasPrefix("0x") ? text.dropFirst(2) : text, radix: 16)
  }
}
