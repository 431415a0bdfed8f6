import BenchmarkModel
public import BenchmarkRunner
import SyncPrimitives

/// Dispatch's objects around the queues: groups, semaphores, work items, sources, timers.
public enum DispatchSuite {
  /// The suite.
  public static func suite() -> Suite {
    Suite(
      name: "dispatch", summary: "what groups, work items, semaphores, sources and timers cost",
      columns: columns,
      workloads: [
        fanOut, workItems, latency, pingPong, dataAdd, after, timer, debounce, throttle,
        throttleControl, once, onceShared, onceControl, groupTimeout, groupTimeoutControl,
        mainQueue,
        mainQueueBurst, mainQueueControl, queueLife, queueLifeControl,
      ])
  }

  private static let columns: [MetricColumn] = {
    let counted = [
      "fan-out", "work-items", "ping-pong", "data-add", "main-queue", "main-queue-burst",
      "queue-life", "once", "once-shared", "group-timeout",
    ]
    let costs = [MetricColumn].costs(in: counted)
    let cost = MetricColumn(
      "ns_per_op", .lowerIsBetter, .elapsedPerOperation,
      workloads: counted + ["debounce", "throttle"])
    return percentiles("lateness", in: ["after", "timer", "debounce"]) + [
      .observedCost("jitter_ns", in: "timer"), .observedCost("period_error_ns", in: "timer"),
      .observed("expected_firings", in: "timer"), .observed("seen_firings", in: "timer"),
      .observed("armed_late", in: "after"),
    ] + percentiles("latency", in: ["latency", "main-queue-burst"]) + [cost] + costs.dropFirst() + [
      .observed("handlers_per_op", in: "data-add").besideTheRanking(),
      .observed("firings_per_allowed", in: "throttle").besideTheRanking(),
    ] + percentiles("overrun", in: ["group-timeout"])
  }()

  /// The percentiles of recorded times, ranked by the median: the others are as much the machine's.
  static func percentiles(_ what: String, in workloads: [String]) -> [MetricColumn] {
    .percentiles(what, [50, 90, 99, 100], in: workloads)
  }

  // MARK: Workloads that count

  private static let fanOut = Workload.ofPool(
    "fan-out", "one item of a round, handed to a global queue and waited for",
    axes: [
      Axis(
        "items", .count, headline: [64], standard: [1, 8, 64, 512],
        thorough: [1, 2, 4, 8, 16, 64, 256, 1024, 4096])
    ], pace: .window,
    [
      fanOutLine(
        "group-async", "async(group:), and the group's wait", GroupAsyncFanIn.self, .headline),
      fanOutLine(
        "group-enter-leave", "enter, leave at the end of each item, and wait",
        GroupEnterLeaveFanIn.self),
      fanOutLine("group-notify", "a group with a notify", GroupNotifyFanIn.self),
      fanOutLine(
        "countdown", "an atomic count, whose last item signals a semaphore", CountdownFanIn.self),
    ])

  private static let workItems = Workload.ofPool(
    "work-items", "one item, from its making to its end on a serial queue", pace: .window,
    [
      item(
        "work-item-async", "a work item given to async(execute:) of a serial queue",
        WorkItemAsyncLife.self, .headline),
      item(
        "closure-async", "a closure given to async of a serial queue", ClosureAsyncLife.self),
      item("work-item-create", "a work item is made and dropped", WorkItemCreateLife.self),
      item(
        "work-item-perform", "a work item is made and performed by the thread",
        WorkItemPerformLife.self),
      item(
        "work-item-cancel", "a work item is made, cancelled and submitted",
        WorkItemCancelLife.self),
      item("work-item-notify", "a work item with a notify", WorkItemNotifyLife.self),
    ])

  @inline(__always)
  static func item<Life: ItemLife>(
    _ name: String, _ summary: String, _ type: Life.Type, _ tier: Tier = .standard
  ) -> MeasuredPrimitive {
    MeasuredPrimitive(name, summary, tier) { _ in itemProgram(type) }
  }

  private static let pingPong = Workload.shared(
    "ping-pong", "one turn: the other thread is signalled, and wakes", axes: [.twoThreads],
    invocationLimit: 5,
    [
      MeasuredPrimitive("dispatch-semaphore", "DispatchSemaphore between threads") { _ in
        signalTurnsProgram(DispatchTurnSignal.self)
      },
      MeasuredPrimitive("sem", "two POSIX semaphores, which Dispatch's sleep on", .standard) { _ in
        signalTurnsProgram(SemaphoreTurnSignal.self)
      },
    ])

  private static let dataAdd = Workload.shared(
    "data-add", "one addition of one, by any of the threads, handled on a queue",
    axes: [
      Axis("threads", .threads) { tier, cpus, earlier in
        tier == .headline ? [1] : Axis.threads.values(tier, cpus, earlier)
      }
    ], invocationLimit: 5,
    [
      MeasuredPrimitive(
        "source-data-add", "a data-add source, in which additions may come together",
        usesPool: true
      ) { dataAddProgram($0, SourceDataAddCounter()) },
      MeasuredPrimitive(
        "serial-queue-async-drain", "async on a serial queue, drained every 256", .standard,
        usesPool: true
      ) { contendedProgram($0, ItemCounter<AsyncDrain<Serial>>()) },
    ])

  // MARK: Workloads that time

  private static let latency = Workload.ofPool(
    "latency", "one event, from its cause to its handler's first instruction",
    axes: [
      Axis(
        "rest", .nanoseconds, headline: [100_000], standard: [0, 100_000],
        thorough: [0, 20_000, 100_000, 1_000_000])
    ], pace: .window, summaryLevel: 0.5,
    sampling: {
      Sampling(warmups: 1, trials: 4, trialNanoseconds: min($0.trialNanoseconds * 2, 10_000_000))
    },
    [
      event("source-read", "a read source of an event descriptor", ReadEventPath.self, .headline),
      event("source-read-pipe", "a read source of a pipe", ReadPipePath.self),
      event("source-signal", "a signal source, and kill of the own process", SignalPath.self),
      event(
        "source-data-add", "a data-add source, in which additions may come together",
        DataAddPath.self),
      event("dispatch-semaphore", "DispatchSemaphore between threads", SemaphorePath.self),
      event("closure-async", "a closure given to async of a serial queue", AsyncPath.self),
      event(
        "work-item-async", "a work item given to async(execute:) of a serial queue",
        WorkItemPath.self),
      event("work-item-notify", "a work item with a notify", WorkItemNotifyPath.self),
      event("group-notify", "a group with a notify", GroupNotifyPath.self),
    ])

  private static func event<Path: EventPath>(
    _ name: String, _ summary: String, _ type: Path.Type, _ tier: Tier = .standard
  ) -> MeasuredPrimitive {
    MeasuredPrimitive(name, summary, tier) { latencyProgram($0, type) }
  }

  private static let after = Workload.ofPool(
    "after", "one closure that is to run once, at an instant",
    axes: [
      Axis(
        "delay", .nanoseconds, headline: [1_000_000], standard: [100_000, 1_000_000, 10_000_000],
        thorough: [20_000, 100_000, 1_000_000, 10_000_000, 50_000_000])
    ], sampling: tenMilliseconds,
    [
      MeasuredPrimitive("async-after", "asyncAfter on a serial queue") {
        afterProgram($0, AsyncAfterShot.self)
      },
      MeasuredPrimitive("timer-once", "a timer source without leeway, made for each", .standard) {
        afterProgram($0, TimerShot.self)
      },
      MeasuredPrimitive(
        "sleep-until", "the thread itself sleeps until then: the kernel's part", .standard
      ) { afterProgram($0, SleepUntilShot.self) },
    ])

  private static let timer = Workload.ofPool(
    "timer", "one deadline of a repeating timer",
    axes: [
      Axis(
        "period", .nanoseconds, headline: [1_000_000], standard: [1_000_000, 5_000_000],
        thorough: [200_000, 1_000_000, 5_000_000, 20_000_000]),
      Axis("leeway", .nanoseconds) { tier, _, earlier in
        let tenth = (earlier["period"] ?? 0) / 10
        return tier == .headline ? [0] : Set([0, tenth, 1_000_000]).sorted()
      },
    ], sampling: tenMilliseconds,
    [
      MeasuredPrimitive("timer-source", "a timer source on a serial queue") {
        timerProgram($0, TimerSource.self)
      },
      MeasuredPrimitive("timer-source-strict", "a timer source with the flag strict", .standard) {
        timerProgram($0, StrictTimerSource.self)
      },
      MeasuredPrimitive(
        "sleep-until", "the thread itself sleeps until then: the kernel's part", .standard,
        unusedAxes: ["leeway"]
      ) { timerProgram($0, SleepingTimer.self) },
    ])

  private static let debounce = Workload.ofPool(
    "debounce", "one call of a burst: cancel what was armed, and arm anew",
    axes: [
      Axis("calls", .count, headline: [16], standard: [2, 16, 256], thorough: [2, 16, 256, 1024]),
      Axis("quiet", .nanoseconds, [1_000_000], thorough: [200_000, 1_000_000, 10_000_000]),
    ], sampling: tenMilliseconds,
    [
      MeasuredPrimitive("work-item", "a work item, cancelled and submitted anew with asyncAfter") {
        debounceProgram($0, WorkItemDebouncer.self)
      }
    ])

  /// Trials of ten milliseconds: some firings each, whatever the profile.
  @Sendable static func tenMilliseconds(_ profile: Sampling) -> Sampling {
    Sampling(warmups: 1, trials: 4, trialNanoseconds: 10_000_000)
  }
}

/// The line of a fan-in.
@inline(__always)
func fanOutLine<Gathering: FanIn & ~Copyable>(
  _ name: String, _ summary: String, _ type: Gathering.Type, _ tier: Tier = .standard
) -> MeasuredPrimitive {
  MeasuredPrimitive(name, summary, tier) { fanOutProgram($0, type) }
}
