import ArgumentParser
import BenchmarkModel
import BenchmarkReports
import BenchmarkRunner
import FoundationEssentials

struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Shows the cases that a profile measures.")

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case table
    case json
  }

  @OptionGroup var cases: SelectionOptions

  @Option(name: .long, help: "The profile: smoke, quick, standard or thorough.")
  var profile = ProfileArgument.standardChoice

  @Option(name: .long, help: "table or json.")
  var format = Format.table

  func run() throws {
    let catalog = Session.catalog
    let found = try catalog.cases(
      tier: profile.profile.tier, cpus: Machine.current.usableCPUCount,
      selection: try cases.selection)
    switch format {
    case .json: Console.output(try json(found))
    case .table: Console.output(table(found, catalog))
    }
  }

  private struct Entry: Encodable {
    let `case`: String
    let suite: String
    let workload: String
    let primitive: String
    let parameters: [String: Int]
    let isNegativeControl: Bool
  }

  private func json(_ found: [CatalogCase]) throws -> String {
    let entries = found.map { entry in
      Entry(
        case: entry.id.description, suite: entry.id.suite, workload: entry.id.workload,
        primitive: entry.id.primitive,
        parameters: Dictionary(
          uniqueKeysWithValues: entry.id.parameters.map { ($0.key, $0.value) }),
        isNegativeControl: entry.expectation != .valid)
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(entries), as: UTF8.self) + "\n"
  }

  private func table(_ found: [CatalogCase], _ catalog: CaseCatalog) -> String {
    let lines = catalog.suites.compactMap { suite -> CaseListReport.SuiteSection? in
      let own = found.filter { $0.id.suite == suite.name }
      return own.isEmpty
        ? nil
        : CaseListReport.SuiteSection(
          name: suite.name, summary: suite.summary,
          rows: own.map { ($0.id.description, summary($0)) })
    }
    return CaseListReport(lines, palette: Console.palette).render()
  }

  private func summary(_ found: CatalogCase) -> String {
    (found.expectation == .valid ? "" : "negative control: ") + found.primitive.summary
  }
}
