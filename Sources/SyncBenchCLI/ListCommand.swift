import ArgumentParser
import BenchmarkDocument
import BenchmarkModel
import BenchmarkReports
import BenchmarkRunner

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

  @Option(
    name: .long,
    help: "Only cases with these words in their name, their operation or their primitive's summary."
  )
  var search: String?

  @Flag(name: .long, help: "The presets and their sources instead of cases.")
  var presets = false

  func run() throws {
    let catalog = Session.catalog
    if presets {
      try refuseSelectionBesidePresets()
      let descriptions = catalog.presets.map(\.description)
      Console.output(descriptions.document)
      return
    }
    let all = try catalog.cases(
      tier: profile.profile.tier, cpus: Machine.current.usableCPUCount,
      selection: try cases.selection)
    let found = try search.map { try searched(all, for: $0) } ?? all
    switch format {
    case .json: Console.output(try json(found))
    case .table:
      let isWhole = cases.words.isEmpty && search == nil
      let questions = isWhole ? catalog.suites.flatMap(\.questions) : []
      Console.output(
        questions.document(tool: Console.toolName) + (try table(found, catalog).document))
    }
  }

  private func refuseSelectionBesidePresets() throws(CommandFailure) {
    guard cases.words.isEmpty, search == nil, format == .table else {
      throw CommandFailure.usage(
        "--presets shows all presets: leave the other options out, or name one as in "
          + "`\(Console.toolName) list --preset NAME`")
    }
  }

  /// The cases that have every word of a text in their name, their operation or their primitive's
  /// summary.
  private func searched(_ all: [CatalogCase], for text: String) throws -> [CatalogCase] {
    let words = text.lowercased().split(separator: " ")
    let found = all.filter { found in
      let texts = "\(found.id) \(found.workload.operation) \(found.primitive.summary)".lowercased()
      return words.allSatisfy(texts.contains)
    }
    guard !found.isEmpty else {
      throw CommandFailure.usage(
        "no case of the profile \(profile.profile.name) has '\(text)' in its name, operation or summary"
          + (profile.profile.tier < .thorough ? "; --profile thorough searches all cases" : ""))
    }
    return found
  }

  private struct Entry: Encodable {
    let `case`: String
    let suite: String
    let workload: String
    let primitive: String
    let parameters: [String: Int]
    let isNegativeControl: Bool
    let summary: String
    let traits: [String: String]
  }

  private func json(_ found: [CatalogCase]) throws -> String {
    let entries = found.map { entry in
      Entry(
        case: entry.id.description, suite: entry.id.suite, workload: entry.id.workload,
        primitive: entry.id.primitive,
        parameters: entry.id.parameterValues,
        isNegativeControl: entry.expectation != .valid, summary: entry.primitive.summary,
        traits: entry.primitive.traits.keyed(by: \.name).mapValues(\.value))
    }
    return try JSONOutput.text(of: entries)
  }

  private func table(_ found: [CatalogCase], _ catalog: CaseCatalog) throws -> CaseListReport {
    let selection = try cases.selection
    let larger = try Profile.all.filter { $0.tier > profile.profile.tier }.map { larger in
      let names = try catalog.primitiveNames(
        tier: larger.tier, cpus: Machine.current.usableCPUCount, selection: selection)
      return (profile: larger.name, names: names)
    }
    let sections = catalog.suites.compactMap { suite -> CaseListReport.SuiteSection? in
      let own = found.filter { $0.id.suite == suite.name }
      let names = Set(own.map(\.id.primitive))
      return own.isEmpty
        ? nil
        : CaseListReport.SuiteSection(
          name: suite.name, summary: suite.summary,
          primitives: suite.primitiveDescriptions.filter { names.contains($0.name) },
          cases: own.map(line),
          rest: rest(
            names.count, larger.map { ($0.profile, $0.names[suite.name]?.count ?? 0) }))
    }
    return CaseListReport(sections)
  }

  /// The number of listed primitives, and the smallest profile that lists all; nil if all are
  /// listed.
  private func rest(_ listed: Int, _ larger: [(profile: String, count: Int)]) -> String? {
    guard let most = larger.map(\.count).max(), most > listed,
      let first = larger.first(where: { $0.count == most })
    else { return nil }
    return "\(listed) of \(most) primitives: --profile \(first.profile) lists them all"
  }

  private func line(_ found: CatalogCase) -> String {
    found.id.description + (found.expectation == .valid ? "" : "  negative control")
  }
}
