import SyncBenchCLI
import SyncSuites

SyncBench.main(
  suites: BuiltInSuites.all(adding: [
    CounterEntry(
      "yielding-lock", "exchange, and sched_yield between tries", lock: YieldingLock.self
    ).guardingData(with: YieldingLock.self)
  ]), tool: OwnTool(name: "mybench", version: "1.0.0"))
