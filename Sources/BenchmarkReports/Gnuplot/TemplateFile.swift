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
      TemplateFile(name: "concurrent-perform.gp", bytes: PackageResources.concurrent_perform_gp),
      TemplateFile(name: "cost.gp", bytes: PackageResources.cost_gp),
      TemplateFile(name: "csv.gp", bytes: PackageResources.csv_gp),
      TemplateFile(name: "dots.gp", bytes: PackageResources.dots_gp),
      TemplateFile(name: "lines.gp", bytes: PackageResources.lines_gp),
      TemplateFile(name: "locks-fairness.gp", bytes: PackageResources.locks_fairness_gp),
      TemplateFile(name: "locks-threads.gp", bytes: PackageResources.locks_threads_gp),
      TemplateFile(name: "locks-waits.gp", bytes: PackageResources.locks_waits_gp),
      TemplateFile(name: "locks-cost.gp", bytes: PackageResources.locks_cost_gp),
      TemplateFile(name: "page.gp", bytes: PackageResources.page_gp),
      TemplateFile(name: "panels.gp", bytes: PackageResources.panels_gp),
      TemplateFile(name: "qos.gp", bytes: PackageResources.qos_gp),
      TemplateFile(name: "read.gp", bytes: PackageResources.read_gp),
      TemplateFile(name: "start.gp", bytes: PackageResources.start_gp),
      TemplateFile(name: "style.gp", bytes: PackageResources.style_gp),
      TemplateFile(name: "sync.gp", bytes: PackageResources.sync_gp),
      TemplateFile(name: "wrap.gp", bytes: PackageResources.wrap_gp),
    ]
  }
}
