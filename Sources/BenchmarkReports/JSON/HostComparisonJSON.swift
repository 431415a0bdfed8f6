public import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkStatistics

/// What `compare --format json` writes of a fleet or of several machines: stable keys in snake case, `null` for what is absent.
public struct HostComparisonJSON: Encodable {
  /// Raised where a key changes its meaning or goes.
  public static let schemaVersion = 1

  let schemaVersion: Int
  let groups: [Group]
  let across: [Across]
  let placeChanges: [Change]

  /// Makes the document of a comparison.
  public init(_ comparison: HostComparison) {
    schemaVersion = Self.schemaVersion
    groups = comparison.groups.map(Group.init)
    across = comparison.across.map { found in
      Across(
        case: found.id.description, metric: found.column.name,
        ratios: found.estimates.indices.map { .init(found.ratio(ofGroup: $0)) })
    }
    placeChanges = comparison.changes.map {
      Change(
        situation: $0.situation, better: $0.better, worse: $0.worse, groups: $0.groups,
        ratios: $0.ratios.map(JSONOutput.significant))
    }
  }

  /// Identical machines.
  struct Group: Encodable {
    let name: String
    /// Processor, CPUs and so on, by their names.
    let identity: [String: String]
    let hosts: [Host]
    @OrNull var spreadBetween: Double?
    @OrNull var spreadWithin: Double?
    let cases: [Case]

    init(_ group: HostGroup) {
      name = group.name
      identity = Dictionary(
        zip(HostIdentity.names, group.identity.parts), uniquingKeysWith: { first, _ in first })
      hosts = zip(group.hosts, group.middleRatios).map { host, ratio in
        let standing = group.standingOut.first { $0.host == host }
        return Host(
          name: host, middleRatio: JSONOutput.significant(ratio), standsOut: standing != nil,
          differsIn: standing?.facts.map(\.name) ?? [],
          faults: group.faults.filter { $0.host == host }.map { "\($0.id): \($0.reason)" })
      }
      spreadBetween = group.spreadBetween.map(JSONOutput.significant)
      spreadWithin = group.spreadWithin.map(JSONOutput.significant)
      cases = group.cases.map { found in
        Case(
          case: found.id.description, metric: found.column.name,
          estimate: .init(found.estimate), hosts: found.estimates.map { .init($0) })
      }
    }
  }

  /// A machine of a group.
  struct Host: Encodable {
    let name: String
    let middleRatio: Double
    let standsOut: Bool
    let differsIn: [String]
    let faults: [String]
  }

  /// A case of a group; `hosts` are in the order of the group's.
  struct Case: Encodable {
    let `case`, metric: String
    let estimate: AdviceJSON.Ends
    let hosts: [AdviceJSON.Ends]
  }

  /// A case in all groups: each one's figure over the first one's.
  struct Across: Encodable {
    let `case`, metric: String
    let ratios: [AdviceJSON.Ends]
  }

  /// Two primitives that two groups rank the other way round.
  struct Change: Encodable {
    let situation, better, worse: String
    let groups: [String]
    let ratios: [Double]
  }
}
