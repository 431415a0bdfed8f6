import BenchmarkModel
package import BenchmarkRunner
import SyncPrimitives

/// The suite of Swift concurrency: the costs of a task, a hop, a resumption and an element of a
/// stream, and the growth of the pool while tasks block.
package enum TasksSuite {
  package static func suite() -> Suite {
    Suite(
      name: "tasks", summary: "what Swift's tasks, actors, continuations and streams cost",
      columns: columns,
      workloads: [
        create, fanOut, hop, counter, cancellation, resume, resumeFromThread, stream, streamTurns,
        pingPong, blocked, blockedLonger,
      ], presets: TaskPresets.all)
  }

  /// The workloads that hold tasks and observe the pool, and time no operations.
  private static let held = ["blocked", "blocked-longer"]
  private static let timed = [
    "create", "fan-out", "hop", "counter", "cancellation", "resume", "resume-from-thread", "stream",
    "stream-turns", "ping-pong",
  ]

  private static let columns =
    ["next_start_ns", "width_start_ns", "drain_ns"].map {
      MetricColumn($0, .lowerIsBetter, .observation($0), workloads: held)
    } + [
      MetricColumn(
        "running_at_once", .neutral, .observation("running_at_once"), workloads: held),
      MetricColumn("stalled", .neutral, .observation("stalled"), workloads: held)
        .besideTheRanking(),
    ] + .costs(in: timed)

  /// Makes a workload whose trials have a fixed number of operations, on the pool's threads.
  private static func timedWorkload(
    _ name: String, _ operation: String, tier: Tier = .headline, axes: [Axis] = [],
    _ primitives: [MeasuredPrimitive]
  ) -> Workload {
    .ofPool(
      name, operation, tier: tier, axes: axes, pace: .operations,
      width: axes.contains { $0.key == "width" } ? "width" : nil, launchLimit: 8, primitives)
  }

  private static let create = timedWorkload(
    "create", "one task, from its creation to its answer", axes: [.taskPoolWidth],
    [
      counted("async-call", "floor: an asynchronous function, awaited; no task") {
        await asyncCallLoop($0, operations: $1)
      }.asYardstick(.floor),
      counted("async-let", "a structured child by async let") {
        await asyncLetLoop($0, operations: $1)
      },
      counted("task-group", "a child of a TaskGroup", .headline) {
        await groupChildLoop($0, operations: $1)
      },
      counted("task", "an unstructured Task", .headline) {
        await unstructuredLoop($0, operations: $1)
      },
      counted("detached", "a detached Task") { await detachedLoop($0, operations: $1) },
    ])

  private static let counted = VariantLines<
    @Sendable (_ count: WordReference, _ operations: UInt64) async -> TaskTally
  > { countedTaskProgram($1) }

  private static let fanOut = timedWorkload(
    "fan-out", "one of many tasks that are started together and all waited for",
    tier: .standard, axes: [.taskPoolWidth, .fannedOutTasks],
    [
      fannedOut("task-group", "children of a TaskGroup") {
        await groupFanOutLoop(tasks: $0, operations: $1, expected: $2)
      },
      fannedOut("discarding-task-group", "children of a group that keeps no answers") {
        await discardingFanOutLoop(tasks: $0, operations: $1, expected: $2)
      },
      fannedOut("tasks", "unstructured Tasks, awaited in turn") {
        await unstructuredFanOutLoop(tasks: $0, operations: $1, expected: $2)
      },
    ])

  private static let fannedOut = VariantLines<FanOutLoop>(tier: .headline) {
    taskFanOutProgram($0, $1)
  }

  private static let hop = timedWorkload(
    "hop", "one call of an actor's method that adds one to its counter, there and back",
    [
      MeasuredPrimitive("plain-call", "floor: the caller is known to be on the actor", .standard) {
        _ in hopProgram { await plainCallLoop($0, operations: $1) }
      }.asYardstick(.floor),
      MeasuredPrimitive(
        "same-actor", "the caller is on the actor, which only the runtime finds out", .standard
      ) { _ in hopProgram { await hopLoop(from: $0, to: $0, operations: $1) } },
      MeasuredPrimitive("no-actor", "the caller is on no actor", .standard) { _ in
        hopProgram {
          await actorUncontendedLoop($0, operations: $1, insideSteps: 0, outsideSteps: 0)
          return TaskTally(operations: $1)
        }
      },
      MeasuredPrimitive("other-actor", "the caller is on another actor") { _ in
        let home = ActorCounter()
        return hopProgram { await hopLoop(from: home, to: $0, operations: $1) }
      },
      MeasuredPrimitive(
        "main-actor", "the main actor, its queue run by the first thread's run loop"
      ) { _ in mainActorProgram() },
    ])

  private static let counter = timedWorkload(
    "counter", "one increment of a counter that tasks share", axes: [.countingTasks, .inside],
    [
      MeasuredPrimitive(
        "actor", "an actor's method", family: PrimitiveFamily.composite.rawValue,
        prepare: actorCounterProgram),
      MeasuredPrimitive(
        "mutex", "Synchronization.Mutex", family: PrimitiveFamily.futex.rawValue
      ) {
        taskCounterProgram($0, GuardedCounter<StandardMutex>())
      },
      MeasuredPrimitive(
        "serial-queue-sync", "a serial queue's sync", .standard,
        family: PrimitiveFamily.serialQueue.rawValue
      ) {
        taskCounterProgram($0, GuardedCounter<SerialQueueSync>())
      },
      MeasuredPrimitive("atomic-add", "floor: no lock", .standard) {
        taskCounterProgram($0, AtomicAddCounter())
      }.asYardstick(.floor),
    ])

  private static let cancellation = timedWorkload(
    "cancellation", "one check by a task whether it is cancelled", tier: .standard,
    [
      MeasuredPrimitive("task-is-cancelled", "Task.isCancelled") { _ in
        taskProgram { isCancelledLoop(operations: $0) }
      },
      MeasuredPrimitive("check-cancellation", "try Task.checkCancellation()") { _ in
        taskProgram { checkCancellationLoop(operations: $0) }
      },
    ])

  private static let resume = timedWorkload(
    "resume", "one continuation, resumed before the task is suspended, by the thread that made it",
    tier: .standard,
    [
      MeasuredPrimitive("checked", "withCheckedContinuation") { _ in
        taskProgram { await checkedResumeLoop(operations: $0) }
      },
      MeasuredPrimitive("unsafe", "withUnsafeContinuation") { _ in
        taskProgram { await unsafeResumeLoop(operations: $0) }
      },
    ])

  private static let resumeFromThread = timedWorkload(
    "resume-from-thread", "one continuation, resumed by a thread outside the pool",
    [
      MeasuredPrimitive("checked", "withCheckedContinuation") { _ in
        resumeProgram(
          of: CheckedContinuation<UInt64, Never>.self,
          suspend: { await checkedSuspendLoop($0, operations: $1) },
          resume: { resumeCheckedLoop($0, operations: $1) })
      },
      MeasuredPrimitive("unsafe", "withUnsafeContinuation", .standard) { _ in
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
      MeasuredPrimitive("async-stream", "AsyncStream, its buffer unbounded") { _ in
        taskProgram { await streamLoop(operations: $0) }
      }
    ])

  private static let streamTurns = timedWorkload(
    "stream-turns", "one element yielded to another task and its echo awaited: two hand-overs",
    tier: .standard, axes: [.taskPoolWidth],
    [
      MeasuredPrimitive("async-stream", "an AsyncStream each way") { _ in
        taskProgram { await streamTurnsLoop(operations: $0) }
      }
    ])

  private static let blocked = Workload.ofPool(
    "blocked", "one hold of waiting tasks, more than the pool has threads, and their release",
    axes: [.taskPoolWidth, .waitingTasks], width: "width",
    sampling: { _ in Sampling(warmups: 1, trials: 2, trialNanoseconds: 10_000_000) },
    launchLimit: 8, blockers(waitsForNext: false))

  private static let blockedLonger = Workload.ofPool(
    "blocked-longer",
    "as blocked, but released once one task more than the pool is wide has started, or after 2.5 s",
    tier: .standard, axes: [.taskPoolWidth, .waitingTasks], width: "width",
    // Dispatch checks once a second whether its threads are blocked: twice in a trial.
    sampling: { _ in Sampling(warmups: 0, trials: 1, trialNanoseconds: 2_500_000_000) },
    launchLimit: 5, blockers(waitsForNext: true))

  private static func blockers(waitsForNext: Bool) -> [MeasuredPrimitive] {
    [
      MeasuredPrimitive("futex", "a futex: the task keeps its thread") {
        blockedTasksProgram($0, FutexTaskBlocker.self, waitsForNext: waitsForNext)
      },
      MeasuredPrimitive(
        "dispatch-semaphore", "a DispatchSemaphore: the task keeps its thread", .standard
      ) { blockedTasksProgram($0, SemaphoreTaskBlocker.self, waitsForNext: waitsForNext) },
      MeasuredPrimitive(
        "continuation", "for comparison: the task is suspended and its thread goes on", .standard
      ) { blockedTasksProgram($0, ContinuationTaskBlocker.self, waitsForNext: waitsForNext) }
      .asYardstick(.control),
    ]
  }
}

extension Axis {
  /// The number of CPUs that the process may use, which is the width of Swift's pool.
  ///
  /// The headline tier has all CPUs, the standard tier also one CPU, and the thorough tier also
  /// powers of two.
  static let taskPoolWidth = Axis("width", .threads) { tier, cpus, _ in
    switch tier {
    case .headline: return [cpus]
    case .standard: return Set([1, cpus]).sorted()
    case .thorough:
      let powers = Array(sequence(first: 1) { $0 * 2 }.prefix { $0 < cpus })
      return powers + [cpus]
    }
  }

  /// The number of children in a round.
  static let fannedOutTasks = Axis(
    "tasks", .count, headline: [64], standard: [1, 8, 64, 1024],
    thorough: [1, 2, 8, 64, 1024, 16_384])

  /// The number of tasks that share a counter.
  static let countingTasks = Axis("tasks", .count) { tier, cpus, _ in
    tier == .headline ? [2] : Set([1, 2, cpus, 2 * cpus]).sorted()
  }

  /// The number of waiting tasks, which is more than the pool is wide.
  static let waitingTasks = Axis("tasks", .count) { tier, cpus, earlier in
    let width = earlier["width"] ?? cpus
    return tier == .thorough ? Set([width + 1, 2 * width, 16 * width]).sorted() : [2 * width]
  }
}
