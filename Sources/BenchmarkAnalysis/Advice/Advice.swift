package import BenchmarkModel
package import BenchmarkStatistics

/// The primitive to take in one situation, with its conditions and its certainty.
package struct Advice: Equatable, Sendable {
  /// The highest ratio of ``robust``'s cost to the best's at which ``robust`` is advised even if
  /// the situation has no more threads than CPUs.
  ///
  /// A cost that is 50 % higher matters only to a program that does little but acquire: a program
  /// that spends a tenth of its time on acquisitions loses 5 %. A wait for a holder without a CPU
  /// costs a time slice, which is as long as a thousand acquisitions.
  package static let mostPrice = 1.5

  /// The best of the primitives that meet the requirements, with the primitives that can't be told
  /// from it.
  package let finding: FastestFinding
  /// The parameters of the situation.
  package let parameters: [Parameter]
  /// The preferred one of the best primitives of ``finding``; nil if the run can't tell.
  package internal(set) var best: AdvisedCase?
  /// The best primitive without conditions; nil if the run can't tell or has none.
  package internal(set) var robust: AdvisedCase?
  /// The usual choice, with its cost; nil if no usual choice is ranked.
  package internal(set) var usual: UsualChoice?
  /// The valid cases of the situation that can't be compared with its other cases.
  package internal(set) var setApart: [CaseSummary] = []
  /// The names of the suite's usual choices; ``usual`` is the first that is ranked.
  package let usualNames: [String]
  /// The number of primitives that meet the requirements, including primitives whose launches were
  /// all disturbed.
  package let considered: Int
  /// The number of considered primitives with too few undisturbed launches for an interval.
  package let lacking: Int
  /// The number of CPUs that the run could use; 0 if unknown.
  package let cpus: Int

  /// Whether more than half of the considered primitives have no interval, so that the best of the
  /// remaining primitives says little.
  static func isOfFew(_ lacking: Int, of considered: Int) -> Bool { 2 * lacking > considered }

  package var certainty: AdviceCertainty {
    guard finding.isTellingApart, finding.best[0].metric.estimate.interval != nil,
      !Self.isOfFew(lacking, of: considered)
    else { return .unknown }
    return finding.best.count == 1 ? .told : .tied
  }

  /// The primitive to take; nil if the run can't tell, or if the situation has more threads than
  /// CPUs and every measured primitive has a condition.
  package var choice: AdvisedCase? {
    guard let best else { return nil }
    if best.conditions.isEmpty { return best }
    let isCheap = robust?.costOverBest.map { $0.value <= Self.mostPrice } ?? false
    return isOversubscribed || isCheap ? robust : best
  }

  /// The primitive to take if a condition of the choice does not hold; nil if the choice has no
  /// conditions, or if no primitive without conditions was measured.
  package var otherwise: AdvisedCase? { choice?.conditions.isEmpty == false ? robust : nil }

  /// Whether the situation has more threads than CPUs.
  package var isOversubscribed: Bool { cpus > 0 && threads > cpus }
}

/// The certainty of a piece of advice.
package enum AdviceCertainty: String, Equatable, Sendable {
  /// The best is told apart from all other primitives.
  case told
  /// Several primitives can't be told from the best.
  case tied
  /// There were too few launches to say anything.
  case unknown
}

/// A primitive that is advised.
package struct AdvisedCase: Equatable, Sendable {
  package let ranked: RankedCase
  /// The behaviour that the primitive's author declares.
  package let behaviour: DeclaredBehaviour
  /// The conditions under which the primitive can be taken; empty if it can be taken anywhere.
  package let conditions: [AdviceCondition]
  /// The primitive's waits, with the number of threads and the work of the case ``ranked``: one
  /// entry for each workload that times waits; empty if not measured.
  package let waits: [MeasuredWait]
  /// The workloads of the suite that would time the primitive's waits in this situation.
  package let waitWorkloads: [String]
  /// The ratio of the cost to the best primitive's; nil for the best, and for a primitive that
  /// can't be told from the best.
  package let costOverBest: Estimate?
}

/// A condition of a primitive: if it does not hold, the primitive is no choice, however cheap.
package enum AdviceCondition: String, Equatable, Sendable {
  /// At most as many threads contend as there are CPUs.
  case threadsWithinCPUs = "threads-within-cpus"
  /// The callers are async, because they await the primitive.
  case asyncCallers = "async-callers"
  /// The program tolerates that a thread is kept out without end: in the run, a thread was kept out
  /// for most of a trial.
  case toleratedStarvation = "tolerated-starvation"
}

/// The waits for a primitive, as a workload timed them.
package struct MeasuredWait: Equatable, Sendable {
  package let workload: String
  /// The time that 99 % of the waits do not exceed, in ns.
  package let percentile99: Estimate
  /// The part of a trial, 0 to 1, that the most starved thread spent in a wait that lasted until
  /// the trial's end; nil if not observed.
  package let starvedShare: Estimate?

  /// Whether a thread was kept out for most of a trial.
  package var isStarving: Bool {
    starvedShare?.isSurelyAbove(UnfairnessRule.starvedShare) ?? false
  }
}

/// The primitive that programmers take without a measurement.
package struct UsualChoice: Equatable, Sendable {
  package let ranked: RankedCase
  /// The behaviour that the primitive's author declares.
  package let behaviour: DeclaredBehaviour
  /// The ratio of the cost to the advised primitive's; nil if the usual choice is advised, or if
  /// none is advised.
  package let costOverChoice: Estimate?
  /// The reasons for its extra cost; empty if it does not surely cost more.
  package let losses: [UsualLoss]
}

/// A reason for the extra cost of the usual choice.
package struct UsualLoss: Equatable, Sendable {
  /// A property of the usual choice that neither the advised primitive nor any other primitive tied
  /// with the best has.
  package let cost: DeclaredCost
  /// The ratio of the cost to the advised primitive's if all operations are writes; nil unless the
  /// property is ``DeclaredCost/readersWait`` and such cases were measured.
  ///
  /// The ratio is surely smaller than with reads.
  package let without: Estimate?
}

/// The requirements on a lock, independent of its cost.
package struct AdviceRequirements: Equatable, Sendable {
  /// Whether the lock must be fair, as ``DeclaredBehaviour/isFair`` defines it.
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

  /// The number of threads; 1 if the workload has no such parameter.
  package var threads: Int { self["threads"] ?? 1 }
  /// The busy work inside the section, in ns.
  package var inside: Int { self["inside"] ?? 0 }
}

extension Sequence where Element == Advice {
  /// The advice for the measured settings nearest to the wanted settings: first by threads, then by
  /// work inside the section.
  ///
  /// - Parameters:
  ///   - threads: The wanted number of threads; nil for any.
  ///   - inside: The wanted work inside the section, in ns; nil for any.
  package func nearest(threads: Int?, inside: Int?) -> [Advice] {
    func nearest(_ all: [Advice], to wanted: Int?, _ value: (Advice) -> Int) -> [Advice] {
      guard let wanted else { return all }
      let least = all.map { (value($0) - wanted).magnitude }.min()
      return all.filter { (value($0) - wanted).magnitude == least }
    }
    // Each suite has its own settings, so each suite keeps its own nearest setting.
    return grouped(by: \.finding.suite).flatMap {
      nearest(nearest($0, to: threads, \.threads), to: inside, \.inside)
    }
  }
}
