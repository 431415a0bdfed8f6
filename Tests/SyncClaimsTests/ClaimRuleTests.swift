import BenchmarkModel
import BenchmarkRunner
import BenchmarkStatistics
import SyncSuites
import Testing

@testable import BenchmarkAnalysis
@testable import SyncClaims

/// Tests of each claim's rule on results inside, outside and across the bands of its conditions.
///
/// A rule that can give only one verdict would be a mistake.
struct ClaimRuleTests {
  private static let claims = BuiltInClaims.all

  private func claim(_ id: String) throws -> Claim {
    try #require(Self.claims.first { $0.id == id })
  }

  @Test(arguments: claims.map(\.id))
  func `each condition distinguishes results inside, outside and across its band`(id: String) throws
  {
    for condition in try claim(id).rule.conditions {
      #expect(ClaimScene.finding(of: condition, at: .inside) == .inside, "\(condition.label)")
      #expect(ClaimScene.finding(of: condition, at: .outside) == .outside, "\(condition.label)")
      #expect(ClaimScene.finding(of: condition, at: .across) == .across, "\(condition.label)")
    }
  }

  @Test(arguments: claims.map(\.id))
  func `a rule can give each verdict`(id: String) throws {
    let rule = try claim(id).rule
    func verdict(_ positions: [ClaimScene.Position]) -> ClaimVerdict {
      let evidence = zip(rule.conditions, positions).map { condition, position in
        ClaimEvidence(
          condition: condition, estimate: nil,
          finding: ClaimScene.finding(of: condition, at: position))
      }
      return rule.verdict(on: evidence).0
    }
    let count = rule.conditions.count
    #expect(verdict(Array(repeating: .inside, count: count)) == .supported)
    #expect(verdict(Array(repeating: .outside, count: count)) == .refuted)
    #expect(verdict(Array(repeating: .across, count: count)) == .depends)
    if case .each = rule {
      try #require(count > 1)
      #expect(verdict([.inside] + Array(repeating: .outside, count: count - 1)) == .depends)
    }
  }

  @Test(arguments: claims.map(\.id))
  func `a claim whose cases have no results can't be judged, and has the reason`(id: String) throws
  {
    let judge = ClaimJudge(cases: [:], endings: [:], usableCPUs: 64, seed: 1)
    let result = judge.judge(try claim(id))
    #expect(result.verdict == .cannotTell)
    #expect(!result.reason.isEmpty)
  }

  @Test(arguments: claims.map(\.id))
  func `the suites have each claim's cases, with the figures that the claim needs`(id: String)
    throws
  {
    let catalog = CaseCatalog(suites: BuiltInSuites.all())
    let claim = try claim(id)
    let requirements = claim.requirements.compactMap(\.figure)
    for figure in claim.rule.conditions.map(\.figure) + requirements {
      for name in figure.cases {
        let found = try catalog.find(try CaseID(parsing: name))
        let suite = try #require(catalog.suites.first { $0.name == found.id.suite })
        guard let column = figure.column, !column.hasPrefix("alloc") else { continue }
        #expect(found.expectation == .valid, "\(name) has no figures")
        let metric = try #require(suite.columns.first { $0.name == column }, "\(column)")
        #expect(
          metric.workloads.isEmpty || metric.workloads.contains(found.id.workload),
          "\(name) has no \(column)")
      }
    }
  }

  @Test func `each claim has a name of its own, in kebab case`() {
    #expect(Set(Self.claims.map(\.id)).count == Self.claims.count)
    #expect(Self.claims.allSatisfy { CaseID.isKebabCase($0.id) })
    #expect(
      ClaimTopic.allCases.allSatisfy { topic in !Self.claims.contains { $0.id == topic.rawValue } })
  }

  @Test(arguments: claims.map(\.id))
  func `each claim has a statement, a guide and a meaning of each verdict`(id: String) throws {
    let claim = try claim(id)
    let meaning = claim.meaning
    let sentences = [claim.statement, meaning.supported, meaning.refuted, meaning.depends]
    for sentence in sentences {
      #expect(sentence.hasSuffix("."), "\(sentence)")
      #expect(sentence.first?.isUppercase == true || sentence.first == "`", "\(sentence)")
    }
    #expect(Set(sentences).count == sentences.count)
    #expect(!claim.guide.isEmpty && !claim.guide.hasSuffix("."))
    #expect(!claim.rule.conditions.isEmpty)
    let labels = claim.rule.conditions.map(\.label)
    #expect(Set(labels).count == labels.count)
  }

  @Test func `there are claims of every topic`() {
    #expect(Set(Self.claims.map(\.topic)) == Set(ClaimTopic.allCases))
  }
}
