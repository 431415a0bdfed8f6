import BenchmarkModel
import BenchmarkStatistics
import TestSupport
import Testing

@testable import BenchmarkAnalysis

@Suite struct VerdictTests {
  @Test(arguments: ProfileScenes.all.indices)
  func `exactly the expected rules fire on a primitive`(index: Int) {
    let (scene, rules) = ProfileScenes.all[index]
    let profile = CaseProfile(scene.evidence())
    #expect(profile.findings.map(\.rule) == rules, "\(scene.name)")
    #expect(profile.nextSteps.isEmpty == !rules.isEmpty)
    for finding in profile.findings {
      #expect(!finding.evidence.isEmpty)
      #expect(finding.evidence.contains { !$0.demand.isEmpty })
      #expect((0...1).contains(finding.strength))
    }
  }

  @Test(arguments: VerdictRule.allCases)
  func `every rule is the first finding for some primitive`(rule: VerdictRule) {
    #expect(ProfileScenes.all.contains { $0.rules.first == rule })
  }

  /// If perf events are missing, getrusage, schedstat and the count of allocations remain.
  @Test(arguments: ProfileScenes.all.indices)
  func `without perf events the same rules fire, and missing counts are listed`(index: Int) {
    let (scene, rules) = ProfileScenes.all[index]
    let remaining = scene.rows.filter {
      $0.thread != nil || $0.event.hasPrefix("rusage") || $0.event == "allocations"
    }
    let profile = CaseProfile(scene.evidence([remaining]))
    #expect(profile.findings.map(\.rule) == rules, "\(scene.name)")
    for finding in profile.findings where finding.rule != .spinningBurnsCPU {
      if [.convoy, .kernelHandOver, .futexTraffic].contains(finding.rule) {
        #expect(!finding.missing.isEmpty, "\(scene.name)")
      }
    }
  }

  @Test func `without any count, the figures of the timed launches are evidence`() {
    var evidence = ProfileScenes.serialQueue.evidence([])
    evidence.summary = ProfileScene.summary(
      evidence.id, cost: 10_900, metrics: ["switches_per_op": 0.57, "cpu_ns_per_op": 11_000])
    let profile = CaseProfile(evidence)
    #expect(profile.findings.map(\.rule) == [.convoy])
    #expect(
      profile.findings[0].missing == [
        "voluntary-switches", "futex-pi-waits, so it may be the kernel's hand-over",
      ])
    #expect(profile.processorNanosecondsPerOperation == 11_000)
    #expect(
      profile.wallTime
        == .unavailable(reason: "no row says how long the threads' trials took"))
  }

  @Test func `without any evidence no rule fires`() {
    var evidence = ProfileScenes.serialQueue.evidence([])
    evidence.uncontended = nil
    let profile = CaseProfile(evidence)
    #expect(profile.findings.isEmpty)
    #expect(profile.nextSteps.count == 2)
  }

  @Test func `a note says that threads with a CPU each had to wait for it`() {
    let note = "the threads waited for a CPU for 60 % of their time while events were counted"
    func notes(threads: Int) -> [String] {
      let scene = ProfileScene(
        name: "locks/contended/spin/threads=\(threads)", threads: threads, cost: 100,
        shares: (0.2, 0.1, 0.6))
      return CaseProfile(scene.evidence()).notes
    }
    #expect(notes(threads: 2).contains { $0.hasPrefix(note) })
    #expect(!notes(threads: 4).contains { $0.hasPrefix(note) })
  }

  @Test func `no rule fires on a case that failed its check, whatever its counts and waits`() {
    var evidence = ProfileScenes.starvingLock.evidence()
    #expect(!CaseProfile(evidence).findings.isEmpty)
    evidence.summary = ProfileScene.summary(evidence.id, cost: 1, status: .invalid)
    let profile = CaseProfile(evidence)
    #expect(profile.findings.isEmpty)
    #expect(profile.nextSteps.count == 1 && profile.nextSteps[0].hasPrefix("mend it first"))
  }

  @Test(arguments: [
    ([0, 1], "use no more threads than CPUs"), ([], "measure when no other program uses the CPUs"),
  ])
  func `threads that wait for a CPU are too many if they outnumber the CPUs that they are bound to`(
    cpus: [Int], advice: String
  ) {
    let scene = ProfileScene(
      name: "locks/contended/spin/threads=4", threads: 4, cpus: cpus, cost: 100,
      shares: (0.1, 0.1, 0.6))
    let steps = CaseProfile(scene.evidence()).nextSteps
    #expect(steps[0] == "its threads wait for a CPU for 60 % of the time: " + advice)
  }

  // MARK: Kernel hand-overs and convoys

  @Test func `a mutex of eight threads on two CPUs is handed over by the kernel`() throws {
    let finding = try #require(
      CaseProfile(ProfileScenes.mutexOversubscribed.evidence()).findings.first)
    #expect(finding.rule == .kernelHandOver)
    #expect(finding.evidence[0].what == "priority-inheriting futex waits")
    #expect(abs(finding.evidence[0].value - 0.16) < 1e-9)
    #expect(finding.evidence[0].demand == "0.1 or more")
  }

  // The case was also measured at 430 to 700 ns per operation. Few operations were hand-overs then,
  // but these hand-overs made up the cost.
  @Test func `even rare hand-overs are the first finding if they explain the cost`() {
    var scene = ProfileScenes.mutexOversubscribed
    scene.cost = 500
    scene.events["futex-pi-waits"] = 0.03
    scene.events["voluntary-switches"] = 0.03
    #expect(CaseProfile(scene.evidence()).findings.first?.rule == .kernelHandOver)
    scene.events["futex-pi-waits"] = 0.0004
    #expect(CaseProfile(scene.evidence()).findings.first?.rule != .kernelHandOver)
    scene.events["futex-pi-waits"] = 0.0006
    #expect(CaseProfile(scene.evidence()).findings.first?.rule == .kernelHandOver)
    scene.events["rusage-system-ns"] = 100
    #expect(CaseProfile(scene.evidence()).findings.first?.rule != .kernelHandOver)
  }

  @Test func `a contended serial queue is a convoy, with its switches as evidence`() throws {
    let finding = try #require(CaseProfile(ProfileScenes.serialQueue.evidence()).findings.first)
    #expect(finding.rule == .convoy)
    #expect(finding.sentence.contains("first come, first served"))
    #expect(finding.evidence.map(\.what).contains("futex waits"))
    #expect(abs(finding.evidence[0].value - 0.57) < 1e-9)
    #expect(finding.missing.isEmpty)
  }

  @Test func `a queue with two regimes is a convoy in some of its counted launches`() throws {
    var fast = ProfileScenes.serialQueue
    fast.cost = 90
    fast.shares = (0.9, 0.02, 0.01)
    for (event, rate) in [
      ("voluntary-switches", 0.0002), ("futex-waits", 0.0002), ("futex-wakes", 0.0002),
      ("rusage-user-ns", 170), ("rusage-system-ns", 2),
    ] { fast.events[event] = rate }
    let slow = ProfileScenes.serialQueue
    let profile = CaseProfile(slow.evidence([fast.rows, slow.rows, fast.rows]))
    let finding = try #require(profile.findings.first)
    #expect(finding.rule == .convoy)
    #expect(finding.sentence.hasSuffix("It was so in 1 of 3 counted launches."))
    #expect(finding.seen == 1.0 / 3)
    #expect(profile.verdict == nil && !profile.nextSteps.isEmpty)
    #expect(profile.notes.contains { $0.contains("two regimes") })
    #expect(profile.notes.contains { $0.contains("while it was counted") })
  }

  @Test func `counts of a cheaper regime give no verdict on the timed cost`() throws {
    var evidence = ProfileScenes.mutexOversubscribed.evidence()
    let counted = try #require(CaseProfile(evidence).verdict)
    evidence.summary = ProfileScene.summary(evidence.id, cost: 1e6)
    let profile = CaseProfile(evidence)
    #expect(profile.verdict == nil && !profile.nextSteps.isEmpty)
    #expect(profile.findings.map(\.rule).contains(counted.rule))
    #expect(profile.findings.allSatisfy { $0.explained ?? 1 < 0.1 })
  }

  @Test
  func `a partial convoy explains a smaller part of the timed cost than of a lower counted cost`()
    throws
  {
    var scene = ProfileScenes.serialQueue
    scene.events["voluntary-switches"] = 0.1
    var evidence = scene.evidence()
    let counted = try #require(CaseProfile(evidence).findings.first { $0.rule == .convoy })
    evidence.summary = ProfileScene.summary(evidence.id, cost: 10 * scene.cost)
    let timed = try #require(CaseProfile(evidence).findings.first { $0.rule == .convoy })
    let explained = try (#require(counted.explained), #require(timed.explained))
    #expect(explained.0 > 0 && abs(explained.1 - explained.0 / 10) < 1e-9)
  }

  @Test func `a convoy in the timed launches alone is found, and the finding says so`() throws {
    var scene = ProfileScenes.serialQueue
    scene.events["voluntary-switches"] = 0.001
    var evidence = scene.evidence()
    #expect(CaseProfile(evidence).findings.map(\.rule) != [.convoy])
    evidence.summary = ProfileScene.summary(
      evidence.id, cost: 10_900, metrics: ["switches_per_op": 0.46])
    let finding = try #require(CaseProfile(evidence).findings.first)
    #expect(finding.rule == .convoy)
    #expect(finding.sentence.hasSuffix("the counted processes did not."))
    #expect(finding.evidence.first?.what == "switches when it was timed")
  }

  // MARK: Threads that share unevenly

  @Test func `sleep that no hand-over explains is the verdict, but only beside idle CPUs`() {
    var scene = ProfileScenes.readersAsleep
    #expect(CaseProfile(scene.evidence()).findings.map(\.rule) == [.asleep])
    // As many threads run as there are CPUs.
    scene.shares = (0.24, 0.01, 0.01)
    #expect(CaseProfile(scene.evidence()).findings.map(\.rule) == [])
    // Other processes have the CPUs.
    scene.shares = (0.12, 0.01, 0.5)
    #expect(CaseProfile(scene.evidence()).findings.map(\.rule) == [])
    // Switches explain the sleep.
    #expect(
      !CaseProfile(ProfileScenes.serialQueue.evidence()).findings.map(\.rule).contains(.asleep))
    // The operation itself is a hand-over.
    #expect(CaseProfile(ProfileScenes.barrier.evidence()).findings.map(\.rule) == [.threadHandOff])
  }

  @Test(
    arguments: [
      (0.0, VerdictRule.starved), (0.019, .starved), (0.02, .hogged), (0.25, .hogged),
      (0.26, .uncontendedFastPath), (1, .uncontendedFastPath),
    ])
  func `a thread's small share shows a hogged lock, and a share near 0 shows starvation`(
    share: Double, rule: VerdictRule
  ) {
    var scene = ProfileScenes.hoggedMutex
    scene.metrics = ["smallest_share": share]
    #expect(CaseProfile(scene.evidence()).findings.map(\.rule) == [rule])
  }

  @Test(arguments: [(0.5, true), (0.49, false)])
  func `a long wait at the trial's end is starvation, even if the operations are shared evenly`(
    share: Double, isStarved: Bool
  ) {
    var scene = ProfileScenes.hoggedMutex
    scene.metrics = ["smallest_share": 0.9, "starved_share": share]
    #expect(CaseProfile(scene.evidence()).findings.map(\.rule).contains(.starved) == isStarved)
  }

  @Test func `a single thread can't be starved`() {
    var scene = ProfileScenes.testAndSetAlone
    scene.metrics = ["smallest_share": 0, "starved_share": 1]
    #expect(CaseProfile(scene.evidence()).findings.map(\.rule) == [.uncontendedFastPath])
  }

  // MARK: Thresholds

  @Test func `a convoy needs 0.3 switches per operation, and a partial convoy needs 0.02`() {
    var scene = ProfileScenes.serialQueue
    scene.events["voluntary-switches"] = 0.3
    #expect(CaseProfile(scene.evidence()).findings.map(\.rule) == [.convoy])
    scene.events["voluntary-switches"] = 0.299
    let inPart = CaseProfile(scene.evidence()).findings.first
    #expect(inPart?.rule == .convoy && inPart?.sentence.contains("In some operations") == true)
    scene.events["voluntary-switches"] = 0.0199
    #expect(!CaseProfile(scene.evidence()).findings.map(\.rule).contains(.convoy))
  }

  @Test func `switches that explain nothing of a long operation make no convoy`() {
    var scene = ProfileScenes.serialQueue
    scene.cost = 1_000_000
    scene.twin = 990_000
    #expect(!CaseProfile(scene.evidence()).findings.map(\.rule).contains(.convoy))
  }

  @Test func `an uncontended case with other work is no measure of contention`() {
    var evidence = ProfileScenes.ticket.evidence()
    for (inside, rules) in [(200, []), (0, [.cacheLineTransfer])] as [(Int, [VerdictRule])] {
      evidence.uncontended = ProfileScene.summary(
        MadeRun.id("uncontended/ticket/inside=\(inside)"), cost: 8)
      #expect(CaseProfile(evidence).findings.map(\.rule) == rules)
    }
  }

  @Test func `allocations count by their measured cost, and a missing cost is named`() throws {
    var scene = ProfileScenes.serialQueueAlone
    scene.mallocPair = 14
    #expect(CaseProfile(scene.evidence()).findings.map(\.rule) == [.uncontendedFastPath])
    scene.mallocPair = nil
    let finding = try #require(CaseProfile(scene.evidence()).findings.first)
    #expect(finding.rule == .allocationBound)
    #expect(finding.missing == ["the cost of malloc and free here"])
  }
}
