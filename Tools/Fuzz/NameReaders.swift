import BenchmarkModel

@testable import PerfEvents

extension Reader {
  /// A name and globs that are matched with it, one a line; the name may be a case's.
  static let globs = Reader(
    name: "globs", summary: "globs over names, and the names of cases", mostBytes: 1024
  ) { input in
    let lines = input.lines
    for glob in lines.dropFirst() { _ = globMatches(glob, lines[0]) }
    guard let id = try? CaseID(parsing: lines[0]) else { return }
    require(id.description == lines[0], "a case has one name")
    require(
      globMatches("*", id.description) && globMatches(id.description, id.description),
      "a name matches itself")
  }

  /// The kernel's format of CPU lists.
  static let cpuLists = Reader(name: "cpu-lists", summary: "lists of CPUs in the kernel's format") {
    input in
    guard let list = try? CPUList(parsing: input.text) else { return }
    require((try? CPUList(parsing: list.description)) == list, "a list is read as it was written")
    require(list.cpus.allSatisfy { list.contains($0) }, "a list has what is in it")
  }

  /// Names of events, one a line.
  static let eventNames = Reader(
    name: "event-names", summary: "names of events, the bits of their fields, and their columns",
    mostBytes: 512
  ) { input in
    let lines = input.lines
    for line in lines.prefix(2) {
      _ = try? encoder.encode(line)
      if let field = FormatField(parsing: line) {
        var event = EncodedEvent(type: 0, config: 0)
        _ = field.place(.max, in: &event)
      }
      _ = nearNames(to: line, in: ["instructions", "cycles", "LLC-LOAD-MISSES"])
    }
    let columns = EventColumn.names(for: lines)
    require(Set(columns).count == lines.count, "no two events have one column")
  }

  /// An encoder of the library's events only; the reader `sysfs` covers the machine's units and
  /// tracepoints.
  private static let encoder = EventEncoder(
    tracefs: Tracefs(root: "/nowhere"), units: SysfsUnits(root: "/nowhere"))
}
