import FoundationEssentials
import Glibc
import PerfEvents
import SystemPackage

@testable import BenchmarkModel
@testable import BenchmarkRunner

extension Reader {
  /// The files in which a kernel describes its machine.
  static let sysfs = Reader(
    name: "sysfs", summary: "sysfs, procfs and tracefs: the machine, its units and tracepoints",
    mostBytes: 8192
  ) { input in
    let files = FuzzFolder.shared
    let names = files.fill(from: input)
    let root = files.path.string
    // Usually an input is read only by the probes of its files' subjects, because other probes find
    // few files. An input whose length is a multiple of 16 is read by all probes.
    if input.count % 16 == 0 { return readMachine(root) }
    let tree = SystemTree(root: root)
    for subject in subjects where names.contains(where: { mentions($0, subject.part) }) {
      subject.read(tree)
    }
    if names.contains(where: { mentions($0, "event_source") }) { readUnits(root) }
    if names.contains(where: { mentions($0, "tracing") }) { readTracepoints(root) }
    if names.contains(where: { mentions($0, "paranoid") }) { _ = PerfFacts.paranoid(root: root) }
  }

  private static let facts = ProcessFacts(
    allowedCPUs: CPUList([0, 1]), pageBytes: 4096, architecture: "x86_64", kernelRelease: "6.1",
    glibcVersion: "2.36",
    swiftVersion: "6.3", buildMode: .release)

  /// The probes, each with a part of the paths that it reads.
  private static let subjects: [(part: StaticString, read: @Sendable (SystemTree) -> Void)] = [
    (
      "proc/cpuinfo",
      { _ = MachineReader(tree: $0, process: facts).processor() }
    ),
    ("topology", readTopology), ("system/cpu/", readTopology), ("node", readTopology),
    ("cache", { _ = MachineReader(tree: $0, process: facts).caches(of: CPUList([0, 1])) }),
    ("cpufreq", { _ = MachineReader(tree: $0, process: facts).frequency() }),
    ("mem", { _ = MachineReader(tree: $0, process: facts).memory() }),
    ("dmi", { _ = MachineReader(tree: $0, process: facts).virtualization() }),
    ("cgroup", { _ = CgroupProbe(tree: $0).cgroup() }),
    ("mountinfo", { _ = CgroupProbe(tree: $0).cgroup() }),
    ("clocksource", { _ = MachineReader(tree: $0, process: facts).kernel() }),
    ("proc/sys/kernel", { _ = MachineReader(tree: $0, process: facts).scheduling() }),
    ("loadavg", { _ = MachineReader(tree: $0, process: facts).load() }),
    ("pressure", { _ = MachineReader(tree: $0, process: facts).load() }),
    ("proc/stat", { _ = MachineReader(tree: $0, process: facts).load() }),
    ("vulnerabilities", { _ = MachineReader(tree: $0, process: facts).kernel() }),
    ("self/status", { _ = MachineReader(tree: $0, process: facts).privileges() }),
    ("os-release", { _ = MachineReader(tree: $0, process: facts).software() }),
  ]

  /// Whether a path contains a part, compared by bytes, because comparing characters would take
  /// longer than the readers.
  private static func mentions(_ path: Substring, _ part: StaticString) -> Bool {
    var path = path
    return path.withUTF8 { path in
      part.withUTF8Buffer { part in path.indices.contains { path[$0...].starts(with: part) } }
    }
  }

  private static func readTopology(_ tree: SystemTree) {
    _ = MachineReader(tree: tree, process: facts).topology()
  }

  private static func readMachine(_ root: String) {
    let machine = EnvironmentProbe.probe(tree: SystemTree(root: root), process: facts)
    let bytes = try? JSONEncoder().encode(machine)
    let again = bytes.flatMap { try? JSONDecoder().decode(MachineEnvironment.self, from: $0) }
    require(again == machine, "a machine is read as it was written")
    _ = machine.caption
  }

  private static func readUnits(_ root: String) {
    let units = SysfsUnits(root: root)
    for unit in units.names.prefix(4) {
      for event in units.events(of: unit).prefix(4) {
        _ = try? units.encode(unit, terms: [event], isUserOnly: false)
        _ = units.measure(of: event, in: unit)
      }
    }
  }

  private static func readTracepoints(_ root: String) {
    let tracefs = Tracefs(root: root)
    for system in tracefs.systems.prefix(4) {
      for name in tracefs.tracepoints(of: system).prefix(4) {
        _ = try? tracefs.id(system: system, name: name)
      }
    }
  }
}
