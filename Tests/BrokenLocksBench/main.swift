import BenchmarkModel
import BenchmarkRunner
import SyncBenchCLI
import SyncSuites

/// A made-up preset, for tests of `--preset` in a user's own tool.
let madeUp = Preset(
  PresetDescription(
    name: "made-up", summary: "an increment, alone", suite: "locks", source: "nobody (2020)",
    address: "https://example.org", machine: "no machine", difference: "everything",
    figures: [
      PublishedFigure(
        "their ticket", workload: "uncontended", primitive: "ticket",
        parameters: [Parameter("inside", 0)], metric: "ns_per_op", value: 1000,
        note: "1 ms for 1000"),
      PublishedFigure(
        "std::mutex", workload: "uncontended", primitive: nil, parameters: [Parameter("inside", 0)],
        metric: "ns_per_op", value: 20),
    ]),
  workloads: ["uncontended"], primitives: ["ticket", "mutex"], values: ["inside": [0]], blocks: 2,
  placement: .unpinned)

// A user's own tool with broken locks, which the tests of the command line expect to fail.
SyncBench.main(
  suites: BuiltInSuites.all(adding: [
    CounterEntry("loses-updates", "excludes nobody and says it does", lock: LosesUpdatesLock.self),
    CounterEntry(
      "rarely-lies", "lets a thread in beside another once in 100,000 times",
      lock: RarelyLyingLock.self),
    CounterEntry(
      "deadlocks", "two locks that two threads take in opposite orders", lock: DeadlockingPair.self),
    CounterEntry("self-deadlocks", "takes the lock that it holds", lock: SelfDeadlockingLock.self),
    CounterEntry("never-returns", "gives nothing back", lock: NeverReleasedLock.self),
    CounterEntry("crashes", "traps on its tenth acquisition", lock: CrashingLock.self),
    CounterEntry(
      "offset", "traps and tells where its memory is", lock: OffsetTellingLock.self),
    CounterEntry("exits", "ends the process with status 9", lock: ExitingLock.self),
    CounterEntry("babbles", "prints to standard output", lock: BabblingLock.self),
    CounterEntry("told", "does what the environment says", lock: ToldLock.self),
  ]), presets: [madeUp])
