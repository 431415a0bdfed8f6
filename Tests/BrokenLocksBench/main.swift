import SyncBenchCLI
import SyncSuites

// What a user's own package looks like, with locks that nobody should ship: the command line's tests
// see what becomes of each.
SyncBench.main(
  suites: BuiltInSuites.all(adding: [
    CounterEntry("loses-updates", "excludes nobody and says it does", lock: LosesUpdatesLock.self),
    CounterEntry("deadlocks", "two locks taken in either order", lock: DeadlockingPair.self),
    CounterEntry("self-deadlocks", "takes the lock that it holds", lock: SelfDeadlockingLock.self),
    CounterEntry("never-returns", "gives nothing back", lock: NeverReleasedLock.self),
    CounterEntry("crashes", "traps on its tenth acquisition", lock: CrashingLock.self),
    CounterEntry("exits", "ends the process with status 9", lock: ExitingLock.self),
    CounterEntry("babbles", "prints to standard output", lock: BabblingLock.self),
  ]))
