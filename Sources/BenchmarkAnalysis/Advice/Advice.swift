package import BenchmarkModel
package import BenchmarkStatistics

/// Which primitive to take in one situation, and how sure that is.
package struct Advice: Equatable, Sendable {
  /// The best among those that have what was asked for, with those that can't be told from it.
  package let finding: FastestFinding
  /// The parameters of the situation.
  package let parameters: [Parameter]
  /// The one to take if in doubt; nil where the run can't tell, and where none lets its threads sleep.
  package let pick: AdvisedCase?
  /// What the usual choice costs; nil where it was not measured.
  package let usual: UsualChoice?
  /// The names of the usual choice: the first that was measured counts.
  package let usualNames: [String]
  /// How many primitives have what is asked for, those that no quiet launch measured among them.
  package let considered: Int
  /// How many of these had too few quiet launches for an interval.
  package let lacking: Int

  /// Whether most of so many primitives have no interval: what is best of the few that are left says little.
  static func isOfFew(_ lacking: Int, of considered: Int) -> Bool { 2 * lacking > considered }

  /// How sure it is.
  package var certainty: AdviceCertainty {
    guard finding.isTellingApart, finding.best[0].metric.estimate.interval != nil,
      !Self.isOfFew(lacking, of: considered)
    else { return .unknown }
    return finding.best.count == 1 ? .told : .tied
  }
}

/// How sure an advice is.
package enum AdviceCertainty: String, Equatable, Sendable {
  /// The best is told from all the others.
  case told
  /// Several can't be told from the best.
  case tied
  /// There were too few launches to say anything.
  case unknown
}

/// The primitive that is advised.
package struct AdvisedCase: Equatable, Sendable {
  package let ranked: RankedCase
  /// What its author says of it.
  package let behaviour: DeclaredBehaviour
  /// The time that 99 % of its waits do not exceed with these threads and this section, in ns; nil where not measured.
  package let percentile99: Estimate?
  /// Its cost over the best one's; nil where it is, or can't be told from, the best.
  package let costOverBest: Estimate?
}

/// What programmers take who have not measured.
package struct UsualChoice: Equatable, Sendable {
  package let ranked: RankedCase
  /// What its author says of it.
  package let behaviour: DeclaredBehaviour
  /// Its cost over that of the advised one; nil where it is the advised one, or none is.
  package let costOverPick: Estimate?
}

/// What a lock must have, whatever it costs.
package struct AdviceRequirements: Equatable, Sendable {
  /// It serves threads in the order of arrival.
  package var isFair: Bool
  /// Its threads sleep when they wait long.
  package var isBlocking: Bool

  /// Makes the requirements; none where nothing is said.
  package init(isFair: Bool = false, isBlocking: Bool = false) {
    self.isFair = isFair
    self.isBlocking = isBlocking
  }

  func areMet(by behaviour: DeclaredBehaviour) -> Bool {
    (!isFair || behaviour.isFair) && (!isBlocking || behaviour.isBlocking)
  }
}

extension Advice {
  /// The value of a parameter.
  package subscript(key: String) -> Int? { parameters.first { $0.key == key }?.value }

  /// What the usual choice does that the advised one does not, where it surely costs more.
  package var usualLosses: [DeclaredCost] {
    guard let pick, let usual, let low = usual.costOverPick?.interval?.low, low > 1 else {
      return []
    }
    let costs = usual.behaviour.costs(beside: pick.behaviour, areSeveral: threads > 1)
    return costs.filter { $0 != .readersWait || self["read-permille"] != 0 }
  }

  /// The threads; one where the workload has no such parameter.
  package var threads: Int { self["threads"] ?? 1 }
  /// The busy work in the critical section, in ns.
  package var inside: Int { self["inside"] ?? 0 }
}

extension Sequence where Element == Advice {
  /// Those whose threads, and then whose critical section, are nearest to what is asked for.
  ///
  /// - Parameters:
  ///   - threads: The threads; nil for any.
  ///   - inside: The critical section in ns; nil for any.
  package func nearest(threads: Int?, inside: Int?) -> [Advice] {
    func nearest(_ all: [Advice], to wanted: Int?, _ value: (Advice) -> Int) -> [Advice] {
      guard let wanted else { return all }
      let least = all.map { (value($0) - wanted).magnitude }.min()
      return all.filter { (value($0) - wanted).magnitude == least }
    }
    // Each suite has settings of its own: the nearest of one must not hide another's.
    return grouped(by: \.finding.suite).flatMap {
      nearest(nearest($0, to: threads, \.threads), to: inside, \.inside)
    }
  }
}
