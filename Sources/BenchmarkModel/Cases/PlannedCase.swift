/// The expected end of a case: its check holds or, if the case is a negative control, fails in a given way.
public enum Expectation: Codable, Equatable, Sendable {
  /// The primitive keeps its promise.
  case valid
  /// A negative control: its check must fail, for the reason given.
  case invalid(reason: String)
  /// A negative control: it must never return, for the reason given.
  case hangs(reason: String)
  /// A negative control whose fault this case can't show, for the reason given: invalid whatever its
  /// check says.
  case unsound(reason: String)
  /// No control: its end is the result, for the reason given. The case may hold, break its promise, crash or never
  /// return, and has no figures.
  case open(reason: String)
}

/// The end of a trial.
public enum Pace: String, Codable, Sendable {
  /// After a fixed number of operations, calibrated once a case.
  case operations
  /// When a flag is raised after a fixed time.
  case window
  /// After one operation, which is observed and not timed.
  case once
}

/// The CPUs of a case, and the threads that are bound to them.
package enum Placement: Codable, Equatable, Sendable {
  /// Each thread of ours is bound to one CPU of the list, in turn.
  case pinned(cpus: [Int])
  /// The whole process is bound to the list before it starts: the threads are not ours.
  case process(cpus: [Int])
  /// Nothing is bound.
  case unpinned

  /// The CPUs, empty when nothing is bound.
  package var cpus: [Int] {
    switch self {
    case .pinned(let cpus), .process(let cpus): cpus
    case .unpinned: []
    }
  }
}

/// The trials of one launch of a case.
public struct Sampling: Codable, Equatable, Sendable {
  /// Trials run and thrown away first.
  public var warmups: Int
  /// Trials kept.
  public var trials: Int
  /// A trial's length in ns: the window, or the time that the calibrated operations should take.
  public var trialNanoseconds: UInt64

  /// Makes a sampling of `trials` of `trialNanoseconds` each after `warmups` more.
  public init(warmups: Int, trials: Int, trialNanoseconds: UInt64) {
    self.warmups = warmups
    self.trials = trials
    self.trialNanoseconds = trialNanoseconds
  }

  /// The length of all trials of a launch together, in ns.
  public var totalNanoseconds: UInt64 { UInt64(warmups + trials) * trialNanoseconds }
}

/// A case as the plan fixed it, with all that its summary needs to know.
package struct PlannedCase: Codable, Equatable, Sendable {
  /// The case's name.
  package let id: CaseID
  /// The end of its trials.
  package let pace: Pace
  /// The quantile of a launch's trials that sums it up: 0 is the minimum, 0.25 the lower quartile.
  package let summaryLevel: Double
  /// The expected result of its check.
  package let expectation: Expectation
  /// Its CPUs.
  package var placement: Placement
  /// The trials of one launch.
  package private(set) var sampling: Sampling
  /// The launches it gets at most; nil means one a block.
  package private(set) var launchLimit: Int?
  /// The case that speed-up compares with.
  package let reference: CaseID?
  /// The number of CPUs that the case may use at once.
  package let width: Int
  /// Whether a launch is summed up by the time of its windows over their operations; nil, as in older runs, is
  /// no.
  private var pooled: Bool?
  /// The CPU whose thread touches the case's memory first, nil if nobody asked for one.
  package var memoryCPU: Int?
  /// The function of its measured loop, as its symbol has it, nil if instructions can't be counted by it, because
  /// more than one thread works.
  package let kernel: String?

  package init(
    id: CaseID, pace: Pace, summaryLevel: Double, expectation: Expectation, placement: Placement,
    sampling: Sampling, launchLimit: Int? = nil, reference: CaseID? = nil, width: Int = 1,
    isPooled: Bool = false, memoryCPU: Int? = nil, kernel: String? = nil
  ) {
    self.id = id
    self.pace = pace
    self.summaryLevel = summaryLevel
    self.expectation = expectation
    self.placement = placement
    self.sampling = sampling
    self.launchLimit = launchLimit
    self.reference = reference
    self.width = width
    pooled = isPooled ? true : nil
    self.memoryCPU = memoryCPU
    self.kernel = kernel
  }

  /// Whether a launch is summed up by the time of its windows over their operations: the cost to a process whose
  /// threads share a window.
  package var isPooled: Bool { pooled ?? false }

  /// The same case, launched so many times at most.
  package func limited(to launches: Int) -> PlannedCase {
    var planned = self
    planned.launchLimit = launches
    return planned
  }

  /// The same case, with another sampling of its launches.
  package func sampled(_ sampling: Sampling) -> PlannedCase {
    var planned = self
    planned.sampling = sampling
    return planned
  }

  /// The number of launches of the case in a plan of `blocks` blocks.
  package func launches(ofBlocks blocks: Int) -> Int { min(blocks, launchLimit ?? blocks) }

  /// Whether a block of so many measures the case.
  ///
  /// A case with fewer launches than blocks is spread evenly over them, so that a drift of the
  /// machine falls on it as on the others; the first block has every case, so that a run that is
  /// stopped early has something of each.
  package func isMeasured(inBlock block: Int, of blocks: Int) -> Bool {
    block * launches(ofBlocks: blocks) % blocks < launches(ofBlocks: blocks)
  }

  /// Whether the case is a negative control, or one of which only the end is looked at: it has no figures,
  /// is not ranked, not gated and not counted.
  package var isNegativeControl: Bool { expectation != .valid }

  /// Whether any end of the case is one that it is here to show.
  package var isOpen: Bool { if case .open = expectation { true } else { false } }

  /// Whether a failure is the one that the case is here to show.
  package func expects(_ failure: FailureRow) -> Bool {
    switch expectation {
    case .hangs: failure.kind == .timedOut
    case .open: failure.kind == .timedOut || failure.kind == .crashed
    case .valid, .invalid, .unsound: false
    }
  }

  /// Whether a control that is not caught shows that checks prove nothing here: one of several threads
  /// must have had several CPUs to meet on.
  package var mustBeCaught: Bool { width == 1 || Set(placement.cpus).count > 1 }
}
