/// A file of the gnuplot templates as the executable carries it.
///
/// The files to edit are in plots/; Templates/ beside this file holds links to them, which the build
/// embeds, so that an installed executable and a user's own package draw without this repository.
public struct TemplateFile: Equatable, Sendable {
  /// The file's name.
  public let name: String
  /// The file's text, in UTF-8.
  public let bytes: [UInt8]

  /// The templates and the parts they load, which must lie in one folder.
  public static var all: [TemplateFile] {
    [
      TemplateFile(name: "barrier.gp", bytes: PackageResources.barrier_gp),
      TemplateFile(name: "beside.gp", bytes: PackageResources.beside_gp),
      TemplateFile(name: "break-evens.gp", bytes: PackageResources.break_evens_gp),
      TemplateFile(
        name: "concurrent-perform-efficiency.gp",
        bytes: PackageResources.concurrent_perform_efficiency_gp),
      TemplateFile(
        name: "concurrent-perform-speed-up.gp",
        bytes: PackageResources.concurrent_perform_speed_up_gp),
      TemplateFile(name: "cost.gp", bytes: PackageResources.cost_gp),
      TemplateFile(name: "counters.gp", bytes: PackageResources.counters_gp),
      TemplateFile(name: "csv.gp", bytes: PackageResources.csv_gp),
      TemplateFile(name: "dispatch-cost.gp", bytes: PackageResources.dispatch_cost_gp),
      TemplateFile(name: "dots.gp", bytes: PackageResources.dots_gp),
      TemplateFile(name: "drift.gp", bytes: PackageResources.drift_gp),
      TemplateFile(name: "families.gp", bytes: PackageResources.families_gp),
      TemplateFile(name: "gate-pairs.gp", bytes: PackageResources.gate_pairs_gp),
      TemplateFile(name: "legend.gp", bytes: PackageResources.legend_gp),
      TemplateFile(name: "lines.gp", bytes: PackageResources.lines_gp),
      TemplateFile(name: "locks-cost.gp", bytes: PackageResources.locks_cost_gp),
      TemplateFile(name: "locks-fairness.gp", bytes: PackageResources.locks_fairness_gp),
      TemplateFile(name: "locks-many.gp", bytes: PackageResources.locks_many_gp),
      TemplateFile(name: "locks-section.gp", bytes: PackageResources.locks_section_gp),
      TemplateFile(name: "locks-threads.gp", bytes: PackageResources.locks_threads_gp),
      TemplateFile(name: "locks-waits.gp", bytes: PackageResources.locks_waits_gp),
      TemplateFile(name: "loops.gp", bytes: PackageResources.loops_gp),
      TemplateFile(name: "operations-cost.gp", bytes: PackageResources.operations_cost_gp),
      TemplateFile(name: "page.gp", bytes: PackageResources.page_gp),
      TemplateFile(name: "pairs.gp", bytes: PackageResources.pairs_gp),
      TemplateFile(name: "panels.gp", bytes: PackageResources.panels_gp),
      TemplateFile(name: "percentiles.gp", bytes: PackageResources.percentiles_gp),
      TemplateFile(name: "points.gp", bytes: PackageResources.points_gp),
      TemplateFile(name: "pool-growth.gp", bytes: PackageResources.pool_growth_gp),
      TemplateFile(name: "qos-latency.gp", bytes: PackageResources.qos_latency_gp),
      TemplateFile(name: "qos-shares.gp", bytes: PackageResources.qos_shares_gp),
      TemplateFile(name: "ratios.gp", bytes: PackageResources.ratios_gp),
      TemplateFile(name: "read.gp", bytes: PackageResources.read_gp),
      TemplateFile(name: "rendezvous.gp", bytes: PackageResources.rendezvous_gp),
      TemplateFile(name: "start.gp", bytes: PackageResources.start_gp),
      TemplateFile(name: "style.gp", bytes: PackageResources.style_gp),
      TemplateFile(name: "suite-cost.gp", bytes: PackageResources.suite_cost_gp),
      TemplateFile(name: "sync-cost.gp", bytes: PackageResources.sync_cost_gp),
      TemplateFile(name: "sync.gp", bytes: PackageResources.sync_gp),
      TemplateFile(name: "tasks-cost.gp", bytes: PackageResources.tasks_cost_gp),
      TemplateFile(name: "threads-cost.gp", bytes: PackageResources.threads_cost_gp),
      TemplateFile(name: "wrap.gp", bytes: PackageResources.wrap_gp),
    ]
  }
}
