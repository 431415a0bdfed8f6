public import BenchmarkModel

/// A fact in which two runs differ beside what they measured.
public struct RunDifference: Equatable, Sendable {
  /// What differs, such as `kernel`.
  public let what: String
  /// What it is in A; nil where the run does not say.
  public let a: String?
  /// What it is in B; nil where the run does not say.
  public let b: String?
  /// The cases that differ in it, in the plan's order; empty where it is the whole run's.
  public let cases: [CaseID]

  init(_ what: String, a: String?, b: String?, cases: [CaseID] = []) {
    self.what = what
    self.a = a
    self.b = b
    self.cases = cases
  }
}

extension RunDifference {
  /// The differences of two runs: of their machines, then of their plans, then of the cases they share.
  ///
  /// The tool's own version is none of them: it is what two runs are mostly compared for.
  static func all(
    _ a: RunDocument, _ b: RunDocument, shared: [(a: PlannedCase, b: PlannedCase)]
  ) -> [RunDifference] {
    var whole = zip(facts(a), facts(b)).compactMap { a, b in
      a.value == b.value ? nil : RunDifference(a.what, a: a.value, b: b.value)
    }
    // A label may name two machines alike, and the fingerprint then does not. A host without a label is
    // its fingerprint, which need not be said twice.
    if [a, b].allSatisfy({ $0.host == $0.environment.hostLabel }) {
      whole.removeAll { $0.what == "machine" }
    }
    return whole
      + differences("sampling", in: shared) { text(of: $0.sampling) }
      + differences("a trial ends", in: shared) { text(of: $0.pace) }
      + differences("placement", in: shared) { text(of: $0.placement) }
      + differences("an invocation is", in: shared) { levelText($0.summaryLevel) }
  }

  private typealias Fact = (what: String, value: String?)

  private static func facts(_ run: RunDocument) -> [Fact] {
    let machine = run.environment
    return [
      ("host", run.host),
      ("machine", machine.hostLabel),
      ("processor", machine.processor.model ?? machine.processor.board),
      ("architecture", machine.processor.architecture),
    ] + facts(ofCPUs: machine) + facts(ofSystem: machine) + [
      ("profile", run.plan.profile),
      ("launches a case", "\(run.plan.blocks) at most"),
      ("preset", run.plan.preset?.name ?? "none"),
    ]
  }

  private static func facts(ofCPUs machine: MachineEnvironment) -> [Fact] {
    let topology = machine.topology
    return [
      ("CPUs online", "\(topology.online.count)"),
      ("CPUs usable", "\(machine.usableCPUs.count)"),
      ("cores", "\(topology.coreCount)"),
      ("multithreading", topology.multithreading?.rawValue),
      ("CPU quota", text(of: machine.cgroup.quota)),
      ("governor", governors(machine)),
      ("turbo", machine.frequency.turbo.map { $0.isOn ? "on" : "off" }),
      ("memory", machine.memory.totalBytes.map { "\(($0 + 1 << 29) >> 30) GiB" }),
      ("huge pages", machine.memory.transparentHugePages?.rawValue),
      ("hypervisor", hypervisor(machine)),
      ("container", machine.virtualization.container?.rawValue ?? "none"),
    ]
  }

  private static func facts(ofSystem machine: MachineEnvironment) -> [Fact] {
    let (kernel, software) = (machine.kernel, machine.software)
    return [
      ("kernel", kernel.release),
      ("clock source", kernel.clockSource),
      ("address layout", randomization(kernel)),
      ("may raise priority", machine.privileges.mayRaisePriority.map { $0 ? "yes" : "no" }),
      ("system", software.osName),
      ("glibc", software.glibcVersion),
      ("Swift", software.swiftVersion),
      ("build", software.buildMode.rawValue),
    ]
  }

  // MARK: Words

  private static func governors(_ machine: MachineEnvironment) -> String? {
    let names = Set(machine.frequency.groups.compactMap(\.governor))
    return names.isEmpty ? nil : names.sorted().joined(separator: ", ")
  }

  private static func hypervisor(_ machine: MachineEnvironment) -> String? {
    machine.virtualization.isGuest.map {
      $0 ? machine.virtualization.hypervisor ?? "unnamed" : "none"
    }
  }

  private static func randomization(_ kernel: MachineEnvironment.Kernel) -> String? {
    kernel.processDisablesRandomization == true
      ? "fixed for the process" : kernel.addressRandomization.map { "\($0.rawValue) randomisation" }
  }

  private static func text(of quota: MachineEnvironment.CPUQuota) -> String? {
    switch quota {
    case .limited(let cpus): "\(FigureText.significant(cpus)) CPUs"
    case .unlimited: "none"
    case .notReported: nil
    }
  }

  private static func text(of sampling: Sampling) -> String {
    let milliseconds = FigureText.significant(Double(sampling.trialNanoseconds) / 1e6)
    return "\(sampling.warmups) + \(sampling.trials) trials of \(milliseconds) ms"
  }

  private static func text(of pace: Pace) -> String {
    switch pace {
    case .operations: "after a count"
    case .window: "after a time"
    case .once: "after one operation"
    }
  }

  private static func text(of placement: Placement) -> String {
    switch placement {
    case .pinned(let cpus): "a thread a CPU of \(CPUList(cpus))"
    case .process(let cpus): "the process on CPUs \(CPUList(cpus))"
    case .unpinned: "nothing is bound"
    }
  }

  /// What sums an invocation's trials up, in words where there is one.
  static func levelText(_ level: Double) -> String {
    switch level {
    case 0: "its least trial"
    case 0.25: "its lower quartile"
    case 0.5: "its median"
    default: "its quantile \(FigureText.significant(level))"
    }
  }

  // MARK: Cases

  /// One difference for each pair of texts that cases have, in the order in which they are met.
  private static func differences(
    _ what: String, in shared: [(a: PlannedCase, b: PlannedCase)],
    _ text: (PlannedCase) -> String
  ) -> [RunDifference] {
    struct Pair: Hashable { let a, b: String }
    var order: [Pair] = []
    var cases: [Pair: [CaseID]] = [:]
    for both in shared {
      let pair = Pair(a: text(both.a), b: text(both.b))
      guard pair.a != pair.b else { continue }
      if cases[pair] == nil { order.append(pair) }
      cases[pair, default: []].append(both.a.id)
    }
    return order.map { RunDifference(what, a: $0.a, b: $0.b, cases: cases[$0] ?? []) }
  }
}
