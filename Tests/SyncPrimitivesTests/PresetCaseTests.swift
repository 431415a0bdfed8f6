import BenchmarkModel
import BenchmarkRunner
import Testing

@testable import SyncSuites

@Suite struct PresetCaseTests {
  private static let catalog = CaseCatalog(suites: BuiltInSuites.all())

  static let names = catalog.presets.map(\.name)

  private func cases(_ preset: Preset, cpus: Int) throws -> [CatalogCase] {
    try Self.catalog.cases(tier: .headline, cpus: cpus, selection: preset.selection())
  }

  @Test func `presets have unique names in kebab case`() {
    #expect(!Self.names.isEmpty)
    #expect(Set(Self.names).count == Self.names.count)
    #expect(Self.names.allSatisfy(CaseID.isKebabCase))
  }

  @Test(arguments: names)
  func `a preset has its summary, source and differences, in one line each`(name: String) throws {
    let preset = try Self.catalog.preset(named: name).description
    for text in [preset.summary, preset.source, preset.difference] {
      #expect(!text.isEmpty && !text.contains("\n"))
    }
    #expect(preset.address.hasPrefix("https://"))
    #expect(preset.machine.isEmpty == preset.figures.isEmpty)
  }

  @Test(arguments: names, [1, 2, 64])
  func `a preset selects cases of each of its workloads and primitives`(
    name: String, cpus: Int
  ) throws {
    let preset = try Self.catalog.preset(named: name)
    let found = try cases(preset, cpus: cpus).map(\.id)
    #expect(Set(found.map(\.suite)) == [preset.description.suite])
    #expect(Set(found.map(\.workload)) == Set(preset.workloads))
    #expect(Set(found.map(\.primitive)) == Set(preset.primitives))
    for (key, values) in preset.values {
      #expect(Set(found.compactMap { $0[key] }) == Set(values), "\(key)")
    }
  }

  @Test(arguments: names)
  func `each published figure has a case of its preset and a column of the suite's table`(
    name: String
  ) throws {
    let preset = try Self.catalog.preset(named: name)
    let found = try cases(preset, cpus: 2).map(\.id)
    let suite = try #require(
      Self.catalog.suites.first { $0.name == preset.description.suite })
    for figure in preset.description.figures {
      if let id = figure.caseID(in: suite.name) {
        #expect(found.contains(id), "\(id)")
      } else {
        // A figure of a lock that is not in the suites still has a measured situation.
        #expect(found.contains { $0.situation == "\(suite.name)/\(figure.situation)" })
      }
      let column = try #require(suite.columns.first { $0.name == figure.metric })
      #expect(column.workloads.isEmpty || column.workloads.contains(figure.workload))
      #expect(figure.value > 0)
    }
  }
}
