import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel

/// All that a run's document says of its machine, a row a fact and a column a run.
struct EnvironmentSection {
  private let runs: ReportRuns

  init(_ runs: ReportRuns) { self.runs = runs }

  var table: TableView {
    let machines = runs.runs.map(\.summary.document.environment)
    let facts = machines.map { EnvironmentFacts($0).rows + Self.further($0) }
    let names = facts.joined().map(\.name).uniqued()
    return TableView(
      id: "machine", caption: "The machine as it was described before the run",
      hint: runs.areSeveral ? "marked: in what the hosts differ" : nil,
      columns: FactColumns.columns("fact", runs),
      rows: names.map { name in
        let values = facts.map { own in own.first { $0.name == name }?.value }
        let differs = Set(values).count > 1
        return RowView(
          cells: [.heading(name)]
            + values.map { value in
              guard let value else { return .badge("not reported", .quiet) }
              return differs ? .badge(value, .caution) : .text(value)
            })
      }, isPlain: true)
  }

  /// What the terminal has no room for.
  private static func further(_ machine: MachineEnvironment) -> [(name: String, value: String?)] {
    let load = machine.load
    return [
      ("vendor", machine.processor.vendor),
      ("multithreading", machine.topology.multithreading?.rawValue),
      (
        "offline CPUs",
        machine.topology.offline.isEmpty ? "none" : machine.topology.offline.description
      ),
      ("cache lines", cacheLines(machine)),
      ("caches shared by", sharedBy(machine)),
      ("page size", machine.memory.pageBytes.map { "\($0) bytes" }),
      ("machine", machine.virtualization.product),
      ("container", machine.virtualization.container?.rawValue ?? "none"),
      ("cgroup", machine.cgroup.version.map { "\($0)" }),
      ("allowed CPUs", machine.scheduling.allowed?.description),
      (
        "load, 5 and 15 min",
        load.average.map {
          "\(Quantity.number.text($0.fiveMinutes)), \(Quantity.number.text($0.fifteenMinutes))"
        }
      ),
      (
        "CPU pressure, 60 s",
        load.pressure?.someOver60Seconds.map { Quantity.number.text($0) + " %" }
      ),
      ("clock sources", list(machine.kernel.availableClockSources)),
      (
        "randomisation off for the process",
        machine.kernel.processDisablesRandomization.map { $0 ? "yes" : "no" }
      ),
      ("may raise priorities", machine.privileges.mayRaisePriority.map { $0 ? "yes" : "no" }),
      (
        "may count kernel events",
        machine.privileges.mayCountKernelEvents.map { $0 ? "yes" : "no" }
      ),
    ]
  }

  private static func list(_ names: [String]) -> String? {
    names.isEmpty ? nil : names.joined(separator: ", ")
  }

  private static func cacheLines(_ machine: MachineEnvironment) -> String? {
    list(machine.caches.compactMap(\.lineBytes).uniqued().map { "\($0) bytes" })
  }

  private static func sharedBy(_ machine: MachineEnvironment) -> String? {
    list(
      machine.caches.compactMap { cache in
        cache.sharedBy.isEmpty
          ? nil
          : "L\(cache.level) \(cache.type) "
            + cache.sharedBy.map { "[\($0)]" }.joined(separator: " ")
      })
  }
}
