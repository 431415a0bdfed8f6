package import BenchmarkModel
package import BenchmarkStatistics

/// The primitive to take in one situation, with the certainty of the advice.
package struct Advice: Equatable, Sendable {
  /// The best of the primitives that meet the requirements, with the primitives that can't be told
  /// from it.
  package let finding: FastestFinding
  /// The parameters of the situation.
  package let parameters: [Parameter]
  /// The primitive to take if in doubt; nil if the run can't tell, or if no primitive is safe in
  /// doubt.
  package let pick: AdvisedCase?
  /// The usual choice, with its cost; nil if none of ``usualNames`` was measured.
  package let usual: UsualChoice?
  /// The names of the suite's usual choices; the first that was measured counts.
  package let usualNames: [String]
  /// The number of primitives that meet the requirements, including those without an undisturbed
  /// launch.
  package let considered: Int
  /// The number of considered primitives with too few undisturbed launches for an interval.
  package let lacking: Int

  /// Whether more than half of the considered primitives have no interval, so that the best of the
  /// others says little.
  static func isOfFew(_ lacking: Int, of considered: Int) -> Bool { 2 * lacking > considered }

  package var certainty: AdviceCertainty {
    guard finding.isTellingApart, finding.best[0].metric.estimate.interval != nil,
      !Self.isOfFew(lacking, of: considered)
    else { return .unknown }
    return finding.best.count == 1 ? .told : .tied
  }
}

/// The certainty of a piece of advice.
package enum AdviceCertainty: String, Equatable, Sendable {
  /// The best is told apart from all the others.
  case told
  /// Several primitives can't be told from the best.
  case tied
  /// There were too few launches to say anything.
  case unknown
}

/// The primitive that is advised.
package struct AdvisedCase: Equatable, Sendable {
  package let ranked: RankedCase
  /// The behaviour that the primitive's author declares.
  package let behaviour: DeclaredBehaviour
  /// The 99th percentile of the primitive's waits for the advice's threads and critical section, in
  /// ns; nil if not measured.
  package let percentile99: Estimate?
  /// The cost over the best primitive's; nil if the primitive is the best, or can't be told from
  /// the best.
  package let costOverBest: Estimate?
}

/// The primitive that programmers take without measuring.
package struct UsualChoice: Equatable, Sendable {
  package let ranked: RankedCase
  /// The behaviour that the primitive's author declares.
  package let behaviour: DeclaredBehaviour
  /// The cost over the advised primitive's; nil if the usual choice is itself advised, or if
  /// nothing is advised.
  package let costOverPick: Estimate?
}

/// The requirements on a lock, whatever it costs.
package struct AdviceRequirements: Equatable, Sendable {
  /// Whether the lock must serve threads in the order of arrival.
  package var isFair: Bool
  /// Whether threads that wait long must sleep.
  package var isBlocking: Bool

  /// Makes the requirements; by default there are none.
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

  /// The declared costs of the usual choice that the advised primitive lacks; empty unless the
  /// usual choice surely costs more.
  package var usualLosses: [DeclaredCost] {
    guard let pick, let usual, let low = usual.costOverPick?.interval?.low, low > 1 else {
      return []
    }
    let costs = usual.behaviour.costs(beside: pick.behaviour, areSeveral: threads > 1)
    return costs.filter { $0 != .readersWait || self["read-permille"] != 0 }
  }

  /// The number of threads; 1 if the workload has no such parameter.
  package var threads: Int { self["threads"] ?? 1 }
  /// The busy work in the critical section, in ns.
  package var inside: Int { self["inside"] ?? 0 }
}

extension Sequence where Element == Advice {
  /// The advice for the measured settings that are nearest to the wanted ones: first by threads,
  /// then by critical section.
  ///
  /// - Parameters:
  ///   - threads: The wanted number of threads; nil for any.
  ///   - inside: The wanted critical section in ns; nil for any.
  package func nearest(threads: Int?, inside: Int?) -> [Advice] {
    func nearest(_ all: [Advice], to wanted: Int?, _ value: (Advice) -> Int) -> [Advice] {
      guard let wanted else { return all }
      let least = all.map { (value($0) - wanted).magnitude }.min()
      return all.filter { (value($0) - wanted).magnitude == least }
    }
    // Each suite has its own settings, so the nearest setting of one suite must not hide that of
    // another.
    return grouped(by: \.finding.suite).flatMap {
      nearest(nearest($0, to: threads, \.threads), to: inside, \.inside)
    }
  }
}
