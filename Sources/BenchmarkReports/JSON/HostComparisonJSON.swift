package import BenchmarkAnalysis
package import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics

extension TableDescription where Row == HostComparison {
  /// The document of `compare --format json` for a fleet or several machines.
  package static var hosts: TableDescription<HostComparison> {
    Self([
      .field("schema_version") { _ in 1 },
      .objects("groups", .group, \.groups),
      .objects("across", .across, \.across),
      .objects("place_changes", .change, \.changes),
    ])
  }
}

extension TableDescription where Row == HostGroup {
  /// Identical machines.
  fileprivate static var group: Self {
    Self([
      .field("name", \.name),
      .field("identity") { group in
        Dictionary(firsts: zip(HostIdentity.names, group.identity.parts).map { ($0, $1) })
      },
      .field("hosts") { zip($0.hosts, $0.middleRatios).map($0.host) },
      .field("spread_between") { JSONValue.number($0.spreadBetween) },
      .field("spread_within") { JSONValue.number($0.spreadWithin) },
      .objects("cases", .grouped, \.cases),
    ])
  }
}

extension HostGroup {
  /// A machine of the group.
  fileprivate func host(_ name: String, middleRatio: Double) -> JSONValue {
    let standing = standingOut.first { $0.host == name }
    return .object([
      ("name", name.json),
      ("middle_ratio", .number(middleRatio)),
      ("stands_out", (standing != nil).json),
      ("differs_in", (standing?.facts.map(\.name) ?? []).json),
      ("faults", faults.filter { $0.host == name }.map { "\($0.id): \($0.reason)" }.json),
    ])
  }
}

extension TableDescription where Row == GroupedCase {
  /// A case of a group; `hosts` is in the order of the group's machines.
  fileprivate static var grouped: Self {
    Self([
      .field("case", \.id.description),
      .field("metric", \.column.name),
      .object("estimate", .rounded, \.estimate),
      .objects("hosts", .rounded, \.estimates),
    ])
  }
}

extension TableDescription where Row == CaseAcross {
  /// A case in all groups: the ratio of each group's figure to the first group's figure.
  fileprivate static var across: Self {
    Self([
      .field("case", \.id.description),
      .field("metric", \.column.name),
      .objects("ratios", .rounded) { $0.estimates.indices.map($0.ratio(ofGroup:)) },
    ])
  }
}

extension TableDescription where Row == RankChange {
  /// Two primitives that two groups rank in opposite orders.
  fileprivate static var change: Self {
    Self([
      .field("situation", \.situation),
      .field("better", \.better),
      .field("worse", \.worse),
      .field("groups", \.groups),
      .field("ratios") { $0.ratios.map { JSONValue.number($0) } },
    ])
  }
}
