package import PerfEvents

/// An event that a run counts.
package struct PlannedEvent: Codable, Equatable, Sendable {
  /// The event's name, as rows have it.
  package let name: String
  /// The event's column in the suites' tables, with the unit in its name.
  package let column: String
  /// The encoding for the kernel; nil if the name has none on this machine.
  package let encoding: EncodedEvent?
  /// The reason why there is no encoding; empty if there is an encoding.
  package let reason: String

  package init(name: String, column: String, encoding: EncodedEvent?, reason: String = "") {
    self.name = name
    self.column = column
    self.encoding = encoding
    self.reason = reason
  }

  /// The pass that counts the event; breakpoints have a pass of their own, because they would
  /// slow the case down while other events count.
  package var pass: CountingPass { watchesLockWord ? .breakpoints : .counters }

  /// Whether the event counts writes to the lock's own word, whose address the worker finds.
  package var watchesLockWord: Bool { (encoding?.breakpointType ?? 0) != 0 }
}

/// The plan of the counting, which comes after all timing.
package struct CountingPlan: Codable, Equatable, Sendable {
  /// The events of the passes of counters and of breakpoints.
  package let events: [PlannedEvent]
  /// The passes, in their order.
  package let passes: [CountingPass]
  /// The number of launches of a case in each pass except callgrind's.
  package var launches: Int
  /// The number of launches of a case under callgrind; nil means one, because the count is the same
  /// in every launch.
  package var instructionLaunches: Int?
  /// The operations of a trial in a plan that times nothing; nil if they are calibrated.
  package var operations: UInt64?
  /// The indices in ``Plan/cases`` of the counted cases; in a gate, cases that were found slower.
  package var cases: [Int]
  /// The sampling of a counted launch; nil for the sampling of a timed launch.
  ///
  /// Counted trials may be longer than timed trials, because the kernel divides time into user and
  /// system time by ticks of some milliseconds.
  package var sampling: Sampling?
  /// The number of the processor's events that can be counted at the same time; nil if unknown, as
  /// in runs of earlier builds.
  package let counters: Int?

  /// Makes a plan; the planner may set its launches and cases later.
  package init(
    events: [PlannedEvent], passes: [CountingPass] = CountingPass.allCases, launches: Int = 0,
    cases: [Int] = [], sampling: Sampling? = nil, counters: Int? = nil
  ) {
    self.events = events
    self.passes = passes
    self.launches = launches
    self.cases = cases
    self.sampling = sampling
    self.counters = counters
  }
}

extension Plan {
  /// Every counted launch, sorted by pass, then by the launch's number, then by case.
  ///
  /// The sides of a gate alternate in being first, so that a drift affects both sides alike.
  package func countedSchedule() -> [CountedLaunch] {
    countedPasses.flatMap { pass in
      (0..<countedLaunches(of: pass)).flatMap { number in
        countedCases(of: pass).flatMap { index in
          (number.isMultiple(of: 2) ? countedSides : countedSides.reversed()).map {
            CountedLaunch(caseIndex: index, pass: pass, number: number, side: $0)
          }
        }
      }
    }
  }

  private var countedSides: [PairSide] { gate == nil ? [.candidate] : [.baseline, .candidate] }

  /// The number of launches in ``countedSchedule()``.
  package var countedCount: Int {
    countedSides.count
      * countedPasses.reduce(0) { $0 + countedLaunches(of: $1) * countedCases(of: $1).count }
  }

  /// Whether `launch` is in ``countedSchedule()``.
  package func counts(_ launch: CountedLaunch) -> Bool {
    countedPasses.contains(launch.pass) && countedSides.contains(launch.side)
      && 0..<countedLaunches(of: launch.pass) ~= launch.number
      && counting?.cases.contains(launch.caseIndex) == true
      && (launch.pass != .instructions || cases[launch.caseIndex].kernel != nil)
  }

  private var countedPasses: [CountingPass] {
    guard let counting else { return [] }
    return counting.passes.filter { pass in
      pass != .breakpoints || counting.events.contains { $0.pass == pass }
    }
  }

  private func countedLaunches(of pass: CountingPass) -> Int {
    guard let counting else { return 0 }
    return pass == .instructions ? counting.instructionLaunches ?? 1 : counting.launches
  }

  private func countedCases(of pass: CountingPass) -> [Int] {
    counting?.cases.filter { pass != .instructions || cases[$0].kernel != nil } ?? []
  }
}
