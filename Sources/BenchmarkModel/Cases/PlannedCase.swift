/// The expected end of a case.
public enum Expectation: Codable, Equatable, Sendable {
  /// The primitive keeps its promise.
  case valid
  /// A negative control: its check must fail, for the reason given.
  case invalid(reason: String)
  /// A negative control: the case must never return, for the reason given.
  case hangs(reason: String)
  /// A negative control whose fault this case can't show, for the reason given: the case is invalid
  /// whatever its check says.
  case unsound(reason: String)
  /// A case whose end is the result, for the reason given.
  ///
  /// The primitive may keep its promise or break it, and the case may crash or never return. Such a
  /// case has no figures.
  case open(reason: String)
}

/// The condition that ends a trial.
public enum Pace: String, Codable, Sendable {
  /// After a fixed number of operations, calibrated once for each case.
  case operations
  /// When the trial's stop flag is raised, after a fixed time.
  case window
  /// At the end of the workload, which runs once in a trial.
  case once
}

/// The CPUs of a case, and the threads that are bound to them.
package enum Placement: Codable, Equatable, Sendable {
  /// Each thread of ours is bound to one CPU, in the order of the list.
  case pinned(cpus: [Int])
  /// The whole process is bound to the list before it starts, because a library starts threads or
  /// the kernel is to choose each thread's CPU.
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
  /// The number of trials that are run first and thrown away.
  public var warmups: Int
  /// The number of trials that are kept.
  public var trials: Int
  /// A trial's length in ns: the window, or the time that the calibrated operations should take.
  public var trialNanoseconds: UInt64

  /// Makes a sampling of `warmups` and then `trials` trials of `trialNanoseconds` each.
  public init(warmups: Int, trials: Int, trialNanoseconds: UInt64) {
    self.warmups = warmups
    self.trials = trials
    self.trialNanoseconds = trialNanoseconds
  }

  /// The length of all trials of a launch together, in ns.
  public var totalNanoseconds: UInt64 { UInt64(warmups + trials) * trialNanoseconds }
}

/// A case as the plan fixes it, with all facts that its summary needs.
package struct PlannedCase: Codable, Equatable, Sendable {
  /// The case's name.
  package let id: CaseID
  /// The condition that ends a trial of the case.
  package let pace: Pace
  /// The quantile of a launch's trials that sums up the launch, unless ``isPooled``: 0 is the
  /// minimum, 0.25 the lower quartile.
  package let summaryLevel: Double
  /// The expected end of the case.
  package let expectation: Expectation
  /// The CPUs of the case.
  package var placement: Placement
  /// The trials of one launch.
  package private(set) var sampling: Sampling
  /// The largest number of launches; nil means one launch in each block.
  package private(set) var launchLimit: Int?
  /// The case with which this case is compared, for example for a speed-up; nil for none.
  package let reference: CaseID?
  /// The number of CPUs that the case may use at the same time.
  package let width: Int
  /// The stored value of ``isPooled``; nil, as in older runs, means no.
  private var pooled: Bool?
  /// True for a case without a check; nil for all others.
  private var unchecked: Bool?
  /// The CPU on which the case's memory is touched first; nil if any CPU will do.
  package var memoryCPU: Int?
  /// The symbol of the measured loop's function; nil if more than one thread works, because
  /// instructions then can't be counted by function.
  package let kernel: String?

  package init(
    id: CaseID, pace: Pace, summaryLevel: Double, expectation: Expectation, placement: Placement,
    sampling: Sampling, launchLimit: Int? = nil, reference: CaseID? = nil, width: Int = 1,
    isPooled: Bool = false, isChecked: Bool = true, memoryCPU: Int? = nil, kernel: String? = nil
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
    unchecked = isChecked ? nil : true
    self.memoryCPU = memoryCPU
    self.kernel = kernel
  }

  /// Whether a launch is summed up by the total time of its windows divided by their operations.
  ///
  /// This ratio is the mean cost of an operation over all windows, also if some windows are much
  /// slower than others.
  package var isPooled: Bool { pooled ?? false }

  /// Whether each trial of the case ends with a check.
  package var isChecked: Bool { unchecked != true }

  /// Returns the case with at most `launches` launches.
  package func limited(to launches: Int) -> PlannedCase {
    var planned = self
    planned.launchLimit = launches
    return planned
  }

  /// Returns the case with another sampling of its launches.
  package func sampled(_ sampling: Sampling) -> PlannedCase {
    var planned = self
    planned.sampling = sampling
    return planned
  }

  /// The number of launches of the case in a plan of `blocks` blocks.
  package func launches(ofBlocks blocks: Int) -> Int { min(blocks, launchLimit ?? blocks) }

  /// Whether the case is launched in block `block` of `blocks`.
  ///
  /// If a case has fewer launches than there are blocks, its launches are spread evenly over the
  /// blocks, so that a drift of the machine affects all cases alike. The first block has every
  /// case, so a run that is stopped early has data on each case.
  package func isMeasured(inBlock block: Int, of blocks: Int) -> Bool {
    block * launches(ofBlocks: blocks) % blocks < launches(ofBlocks: blocks)
  }

  /// Whether the case is a negative control, or a case of which only the end matters.
  ///
  /// Such a case has no figures, and is not ranked, gated or counted.
  package var isNegativeControl: Bool { expectation != .valid }

  /// Whether every end of the case is an expected result.
  package var isOpen: Bool { if case .open = expectation { true } else { false } }

  /// Whether a failure is an end that the case is meant to show.
  package func expects(_ failure: FailureRow) -> Bool {
    switch expectation {
    case .hangs: failure.kind == .timedOut
    case .open: failure.kind == .timedOut || failure.kind == .crashed
    case .valid, .invalid, .unsound: false
    }
  }

  /// Whether the fault of this control must be found, because otherwise checks prove nothing on
  /// this machine.
  ///
  /// The fault of a control of several threads must be found only if they are bound to at least two
  /// CPUs.
  package var mustBeCaught: Bool { width == 1 || Set(placement.cpus).count > 1 }
}
