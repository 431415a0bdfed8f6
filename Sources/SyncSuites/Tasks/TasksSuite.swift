import BenchmarkModel
public import BenchmarkRunner
import SyncPrimitives
import SyncWorkloads

/// Swift's concurrency: what a task costs, a hop, a resumption, an element of a stream, and what becomes of
/// the pool when tasks block.
public enum TasksSuite {
  /// The suite.
  public static func suite() -> Suite {
    Suite(
      name: "tasks", summary: "what Swift's tasks, actors, continuations and streams cost",
      columns: columns,
      workloads: [
        create, fanOut, hop, counter, resume, resumeFromThread, stream, streamTurns, blocked,
        blockedLonger,
      ])
  }

  /// The workloads that hold tasks and look what runs, in place of timing operations.
  private static let held = ["blocked", "blocked-longer"]
  private static let timed = [
    "create", "fan-out", "hop", "counter", "resume", "resume-from-thread", "stream",
    "stream-turns",
  ]

  private static let columns: [MetricColumn] = [
    MetricColumn(
      "next_start_ns", .lowerIsBetter, .observation("next_start_ns"), workloads: held),
    MetricColumn(
      "width_start_ns", .lowerIsBetter, .observation("width_start_ns"), workloads: held),
    MetricColumn("drain_ns", .lowerIsBetter, .observation("drain_ns"), workloads: held),
    MetricColumn(
      "running_at_once", .neutral, .observation("running_at_once"), workloads: held),
    MetricColumn("stalled", .neutral, .observation("stalled"), workloads: held).besideTheRanking(),
    MetricColumn("ns_per_op", .lowerIsBetter, .elapsedPerOperation, workloads: timed),
    MetricColumn("ops_per_s", .higherIsBetter, .operationsPerSecond, workloads: timed),
    MetricColumn("cpu_ns_per_op", .lowerIsBetter, .processorTimePerOperation, workloads: timed),
    MetricColumn("switches_per_op", .lowerIsBetter, .switchesPerOperation, workloads: timed),
  ]

  /// A workload whose operations are counted out, on the pool's threads.
  private static func timedWorkload(
    _ name: String, _ operation: String, tier: Tier = .headline, axes: [Axis] = [],
    _ primitives: [MeasuredPrimitive]
  ) -> Workload {
    Workload(
      name: name, operation: operation, tier: tier, axes: axes, pace: .operations,
      summaryLevel: 0.25,
      threads: .pool(widthParameter: axes.contains(where: { $0.key == "width" }) ? "width" : nil),
      invocationLimit: 8, primitives: primitives)
  }

  private static let create = timedWorkload(
    "create", "one task, from its creation to its answer", axes: [.taskPoolWidth],
    [
      MeasuredPrimitive(
        name: "async-call", summary: "floor: an asynchronous function, awaited; no task",
        tier: .standard
      ) { _ in countedTaskProgram { await asyncCallLoop($0, operations: $1) } },
      MeasuredPrimitive(
        name: "async-let", summary: "a structured child by async let", tier: .standard
      ) { _ in countedTaskProgram { await asyncLetLoop($0, operations: $1) } },
      MeasuredPrimitive(name: "task-group", summary: "a child of a TaskGroup") { _ in
        countedTaskProgram { await groupChildLoop($0, operations: $1) }
      },
      MeasuredPrimitive(name: "task", summary: "an unstructured Task") { _ in
        countedTaskProgram { await unstructuredLoop($0, operations: $1) }
      },
      MeasuredPrimitive(name: "detached", summary: "a detached Task", tier: .standard) { _ in
        countedTaskProgram { await detachedLoop($0, operations: $1) }
      },
    ])

  private static let fanOut = timedWorkload(
    "fan-out", "one of many tasks that are started together and all waited for",
    tier: .standard, axes: [.taskPoolWidth, .fannedOutTasks],
    [
      MeasuredPrimitive(name: "task-group", summary: "children of a TaskGroup") { context in
        taskFanOutProgram(context) {
          await groupFanOutLoop(tasks: $0, operations: $1, expected: $2)
        }
      },
      MeasuredPrimitive(
        name: "discarding-task-group", summary: "children of a group that keeps no answers"
      ) { context in
        taskFanOutProgram(context) {
          await discardingFanOutLoop(tasks: $0, operations: $1, expected: $2)
        }
      },
      MeasuredPrimitive(name: "tasks", summary: "unstructured Tasks, awaited in turn") { context in
        taskFanOutProgram(context) {
          await unstructuredFanOutLoop(tasks: $0, operations: $1, expected: $2)
        }
      },
    ])

  private static let hop = timedWorkload(
    "hop", "one call of an actor's method that adds one to its counter, there and back",
    [
      MeasuredPrimitive(
        name: "plain-call", summary: "floor: the caller is known to be on the actor",
        tier: .standard
      ) { _ in hopProgram { await plainCallLoop($0, operations: $1) } },
      MeasuredPrimitive(
        name: "same-actor", summary: "the caller is on the actor, which only the runtime finds",
        tier: .standard
      ) { _ in hopProgram { await hopLoop(from: $0, to: $0, operations: $1) } },
      MeasuredPrimitive(
        name: "no-actor", summary: "the caller is on no actor", tier: .standard
      ) { _ in
        hopProgram {
          await actorUncontendedLoop($0, operations: $1, insideSteps: 0, outsideSteps: 0)
          return TaskTally(operations: $1)
        }
      },
      MeasuredPrimitive(name: "other-actor", summary: "the caller is on another actor") { _ in
        let home = ActorCounter()
        return hopProgram { await hopLoop(from: home, to: $0, operations: $1) }
      },
      MeasuredPrimitive(
        name: "main-actor", summary: "the main actor, its queue run by the first thread's run loop"
      ) { _ in mainActorProgram() },
    ])

  private static let counter = timedWorkload(
    "counter", "one increment of a counter that tasks share", axes: [.countingTasks, .inside],
    [
      MeasuredPrimitive(
        name: "actor", summary: "an actor's method", prepare: actorCounterProgram),
      MeasuredPrimitive(name: "mutex", summary: "Synchronization.Mutex") {
        taskCounterProgram($0, GuardedCounter<StandardMutex>())
      },
      MeasuredPrimitive(
        name: "serial-queue-sync", summary: "a serial queue's sync", tier: .standard
      ) { taskCounterProgram($0, GuardedCounter<SerialQueueSync>()) },
      MeasuredPrimitive(name: "atomic-add", summary: "floor: no lock", tier: .standard) {
        taskCounterProgram($0, AtomicAddCounter())
      },
    ])

  private static let resume = timedWorkload(
    "resume", "one continuation, resumed by the thread that made it before the task is suspended",
    tier: .standard,
    [
      MeasuredPrimitive(name: "checked", summary: "withCheckedContinuation") { _ in
        taskProgram { await checkedResumeLoop(operations: $0) }
      },
      MeasuredPrimitive(name: "unsafe", summary: "withUnsafeContinuation") { _ in
        taskProgram { await unsafeResumeLoop(operations: $0) }
      },
    ])

  private static let resumeFromThread = timedWorkload(
    "resume-from-thread", "one continuation, resumed by a thread that is none of the pool's",
    [
      MeasuredPrimitive(name: "checked", summary: "withCheckedContinuation") { _ in
        resumeProgram(
          of: CheckedContinuation<UInt64, Never>.self,
          suspend: { await checkedSuspendLoop($0, operations: $1) },
          resume: { resumeCheckedLoop($0, operations: $1) })
      },
      MeasuredPrimitive(
        name: "unsafe", summary: "withUnsafeContinuation", tier: .standard
      ) { _ in
        resumeProgram(
          of: UnsafeContinuation<UInt64, Never>.self,
          suspend: { await unsafeSuspendLoop($0, operations: $1) },
          resume: { resumeUnsafeLoop($0, operations: $1) })
      },
    ])

  private static let stream = timedWorkload(
    "stream", "one element, yielded by one task as fast as it can and taken by another",
    axes: [.taskPoolWidth],
    [
      MeasuredPrimitive(name: "async-stream", summary: "AsyncStream, its buffer unbounded") { _ in
        taskProgram { await streamLoop(operations: $0) }
      }
    ])

  private static let streamTurns = timedWorkload(
    "stream-turns", "one element yielded to another task and its echo awaited: two hand-overs",
    tier: .standard, axes: [.taskPoolWidth],
    [
      MeasuredPrimitive(name: "async-stream", summary: "an AsyncStream each way") { _ in
        taskProgram { await streamTurnsLoop(operations: $0) }
      }
    ])

  private static let blocked = Workload(
    name: "blocked", operation: "one look at tasks that all wait, more than the pool is wide",
    axes: [.taskPoolWidth, .waitingTasks], pace: .once, summaryLevel: 0.5,
    threads: .pool(widthParameter: "width"),
    sampling: { _ in Sampling(warmups: 1, trials: 2, trialNanoseconds: 10_000_000) },
    invocationLimit: 8, primitives: blockers(waitsForNext: false))

  private static let blockedLonger = Workload(
    name: "blocked-longer",
    operation: "the same, until one more has started than the pool is wide or 2.5 s have passed",
    tier: .standard, axes: [.taskPoolWidth, .waitingTasks], pace: .once, summaryLevel: 0.5,
    threads: .pool(widthParameter: "width"),
    // Dispatch looks once a second whether its threads are blocked: two such looks are within.
    sampling: { _ in Sampling(warmups: 0, trials: 1, trialNanoseconds: 2_500_000_000) },
    invocationLimit: 2, primitives: blockers(waitsForNext: true))

  private static func blockers(waitsForNext: Bool) -> [MeasuredPrimitive] {
    [
      MeasuredPrimitive(name: "futex", summary: "a futex: the task keeps its thread") {
        blockedTasksProgram($0, FutexTaskBlocker.self, waitsForNext: waitsForNext)
      },
      MeasuredPrimitive(
        name: "dispatch-semaphore", summary: "a DispatchSemaphore: the task keeps its thread",
        tier: .standard
      ) { blockedTasksProgram($0, SemaphoreTaskBlocker.self, waitsForNext: waitsForNext) },
      MeasuredPrimitive(
        name: "continuation", summary: "control: the task is suspended and its thread goes on",
        tier: .standard
      ) { blockedTasksProgram($0, ContinuationTaskBlocker.self, waitsForNext: waitsForNext) },
    ]
  }
}
