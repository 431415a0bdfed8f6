import BenchmarkModel
public import BenchmarkRunner
import SyncPrimitives

/// Dispatch's objects around the queues: groups, semaphores, work items, sources, timers.
public enum DispatchSuite {
  /// The suite.
  public static func suite() -> Suite {
    Suite(
      name: "dispatch", summary: "what groups, work items, semaphores, sources and timers cost",
      columns: latenessColumns + latencyColumns + costColumns,
      workloads: [
        fanOut, workItems, latency, pingPong, dataAdd, after, timer, debounce,
      ])
  }

  // MARK: Columns

  private static let latenessColumns: [MetricColumn] =
    percentiles("lateness", of: ["after", "timer", "debounce"])
    + [
      MetricColumn("jitter_ns", .lowerIsBetter, .observation("jitter_ns"), workloads: ["timer"]),
      MetricColumn(
        "period_error_ns", .lowerIsBetter, .observation("period_error_ns"), workloads: ["timer"]),
      MetricColumn(
        "expected_firings", .neutral, .observation("expected_firings"), workloads: ["timer"]),
      MetricColumn("seen_firings", .neutral, .observation("seen_firings"), workloads: ["timer"]),
      MetricColumn("armed_late", .neutral, .observation("armed_late"), workloads: ["after"]),
    ]

  private static let latencyColumns = percentiles("latency", of: ["latency"])

  private static let costColumns: [MetricColumn] = {
    let counted = ["fan-out", "work-items", "ping-pong", "data-add"]
    return [
      MetricColumn(
        "ns_per_op", .lowerIsBetter, .elapsedPerOperation, workloads: counted + ["debounce"]),
      MetricColumn("ops_per_s", .higherIsBetter, .operationsPerSecond, workloads: counted),
      MetricColumn(
        "cpu_ns_per_op", .lowerIsBetter, .processorTimePerOperation, workloads: counted),
      MetricColumn("switches_per_op", .lowerIsBetter, .switchesPerOperation, workloads: counted),
      MetricColumn(
        "handlers_per_op", .neutral, .observation("handlers_per_op"), workloads: ["data-add"]
      ).besideTheRanking(),
    ]
  }()

  /// The percentiles of recorded times, ranked by the median: the others are as much the machine's.
  static func percentiles(_ what: String, of workloads: [String]) -> [MetricColumn] {
    [("p50", 50.0), ("p90", 90), ("p99", 99), ("max", 100)].map { name, percentile in
      MetricColumn(
        "\(what)_\(name)_ns", .lowerIsBetter, .latency(percentile: percentile),
        workloads: workloads)
    }
  }

  // MARK: Workloads that count

  private static let fanOut = Workload(
    name: "fan-out", operation: "one item of a round, handed to a global queue and waited for",
    axes: [
      Axis(
        "items", .count, headline: [64], standard: [1, 8, 64, 512],
        thorough: [1, 2, 4, 8, 16, 64, 256, 1024, 4096])
    ],
    pace: .window, summaryLevel: 0.25, threads: .pool(widthParameter: nil), invocationLimit: 5,
    primitives: [
      MeasuredPrimitive(name: "group-async", summary: "async(group:), and the group's wait") {
        fanOutProgram($0, GroupAsyncFanIn.self)
      },
      MeasuredPrimitive(
        name: "group-enter-leave", summary: "enter, leave at the end of each item, and wait",
        tier: .standard
      ) { fanOutProgram($0, GroupEnterLeaveFanIn.self) },
      MeasuredPrimitive(
        name: "group-notify", summary: "a group with a notify",
        tier: .standard
      ) { fanOutProgram($0, GroupNotifyFanIn.self) },
      MeasuredPrimitive(
        name: "countdown", summary: "an atomic count, whose last item signals a semaphore",
        tier: .standard
      ) { fanOutProgram($0, CountdownFanIn.self) },
    ])

  private static let workItems = Workload(
    name: "work-items", operation: "one item, from its making to its end on a serial queue",
    axes: [], pace: .window, summaryLevel: 0.25, threads: .pool(widthParameter: nil),
    invocationLimit: 5,
    primitives: [
      MeasuredPrimitive(
        name: "work-item-async", summary: "a work item given to async(execute:) of a serial queue"
      ) { _ in itemProgram(WorkItemAsyncLife.self) },
      MeasuredPrimitive(
        name: "closure-async", summary: "a closure given to async of a serial queue",
        tier: .standard
      ) { _ in itemProgram(ClosureAsyncLife.self) },
      MeasuredPrimitive(
        name: "work-item-create", summary: "a work item is made and dropped", tier: .standard
      ) { _ in itemProgram(WorkItemCreateLife.self) },
      MeasuredPrimitive(
        name: "work-item-perform", summary: "a work item is made and performed by the thread",
        tier: .standard
      ) { _ in itemProgram(WorkItemPerformLife.self) },
      MeasuredPrimitive(
        name: "work-item-cancel", summary: "a work item is made, cancelled and submitted",
        tier: .standard
      ) { _ in itemProgram(WorkItemCancelLife.self) },
      MeasuredPrimitive(
        name: "work-item-notify", summary: "a work item with a notify",
        tier: .standard
      ) { _ in itemProgram(WorkItemNotifyLife.self) },
    ])

  private static let pingPong = Workload(
    name: "ping-pong", operation: "one turn: the other thread is signalled, and wakes",
    axes: [.twoThreads], pace: .window, summaryLevel: 0.25, threads: .own(parameter: "threads"),
    invocationLimit: 5,
    primitives: [
      MeasuredPrimitive(name: "dispatch-semaphore", summary: "DispatchSemaphore between threads") {
        _ in
        signalTurnsProgram(DispatchTurnSignal.self)
      },
      MeasuredPrimitive(
        name: "sem", summary: "two POSIX semaphores, which Dispatch's sleep on", tier: .standard
      ) { _ in signalTurnsProgram(SemaphoreTurnSignal.self) },
    ])

  private static let dataAdd = Workload(
    name: "data-add", operation: "one addition of one, by any of the threads, handled on a queue",
    axes: [
      Axis("threads", .threads) { tier, cpus, earlier in
        tier == .headline ? [1] : Axis.threads.values(tier, cpus, earlier)
      }
    ],
    pace: .window, summaryLevel: 0.25, threads: .own(parameter: "threads"), invocationLimit: 5,
    primitives: [
      MeasuredPrimitive(
        name: "source-data-add", summary: "a data-add source, in which additions may come together",
        usesPool: true
      ) { dataAddProgram($0, SourceDataAddCounter()) },
      MeasuredPrimitive(
        name: "serial-queue-async-drain", summary: "async on a serial queue, drained every 256",
        tier: .standard, usesPool: true
      ) { contendedProgram($0, ItemCounter<SerialAsyncDrain>()) },
    ])

  // MARK: Workloads that time

  private static let latency = Workload(
    name: "latency", operation: "one event, from its cause to its handler's first instruction",
    axes: [
      Axis(
        "rest", .nanoseconds, headline: [100_000], standard: [0, 100_000],
        thorough: [0, 20_000, 100_000, 1_000_000])
    ],
    pace: .window, summaryLevel: 0.5, threads: .pool(widthParameter: nil),
    sampling: {
      Sampling(warmups: 1, trials: 4, trialNanoseconds: min($0.trialNanoseconds * 2, 10_000_000))
    }, invocationLimit: 5, primitives: latencyPrimitives)

  private static let latencyPrimitives: [MeasuredPrimitive] = [
    MeasuredPrimitive(name: "source-read", summary: "a read source of an event descriptor") {
      latencyProgram($0, ReadEventPath.self)
    },
    MeasuredPrimitive(
      name: "source-read-pipe", summary: "a read source of a pipe", tier: .standard
    ) { latencyProgram($0, ReadPipePath.self) },
    MeasuredPrimitive(
      name: "source-signal", summary: "a signal source, and kill of the own process",
      tier: .standard
    ) { latencyProgram($0, SignalPath.self) },
    MeasuredPrimitive(
      name: "source-data-add", summary: "a data-add source, in which additions may come together",
      tier: .standard
    ) { latencyProgram($0, DataAddPath.self) },
    MeasuredPrimitive(
      name: "dispatch-semaphore", summary: "DispatchSemaphore between threads", tier: .standard
    ) { latencyProgram($0, SemaphorePath.self) },
    MeasuredPrimitive(
      name: "closure-async", summary: "a closure given to async of a serial queue", tier: .standard
    ) { latencyProgram($0, AsyncPath.self) },
    MeasuredPrimitive(
      name: "work-item-async", summary: "a work item given to async(execute:) of a serial queue",
      tier: .standard
    ) { latencyProgram($0, WorkItemPath.self) },
    MeasuredPrimitive(
      name: "work-item-notify", summary: "a work item with a notify", tier: .standard
    ) { latencyProgram($0, WorkItemNotifyPath.self) },
    MeasuredPrimitive(
      name: "group-notify", summary: "a group with a notify", tier: .standard
    ) { latencyProgram($0, GroupNotifyPath.self) },
  ]

  private static let after = Workload(
    name: "after", operation: "one closure that is to run once, at an instant",
    axes: [
      Axis(
        "delay", .nanoseconds, headline: [1_000_000], standard: [100_000, 1_000_000, 10_000_000],
        thorough: [20_000, 100_000, 1_000_000, 10_000_000, 50_000_000])
    ],
    pace: .once, summaryLevel: 0.5, threads: .pool(widthParameter: nil), sampling: tenMilliseconds,
    invocationLimit: 5,
    primitives: [
      MeasuredPrimitive(name: "async-after", summary: "asyncAfter on a serial queue") {
        afterProgram($0, AsyncAfterShot.self)
      },
      MeasuredPrimitive(
        name: "timer-once", summary: "a timer source without leeway, made for each",
        tier: .standard
      ) { afterProgram($0, TimerShot.self) },
      MeasuredPrimitive(
        name: "sleep-until", summary: "the thread itself sleeps until then: the kernel's part",
        tier: .standard
      ) { afterProgram($0, SleepUntilShot.self) },
    ])

  private static let timer = Workload(
    name: "timer", operation: "one deadline of a repeating timer",
    axes: [
      Axis(
        "period", .nanoseconds, headline: [1_000_000], standard: [1_000_000, 5_000_000],
        thorough: [200_000, 1_000_000, 5_000_000, 20_000_000]),
      Axis("leeway", .nanoseconds) { tier, _, earlier in
        let tenth = (earlier["period"] ?? 0) / 10
        return tier == .headline ? [0] : Set([0, tenth, 1_000_000]).sorted()
      },
    ],
    pace: .once, summaryLevel: 0.5, threads: .pool(widthParameter: nil), sampling: tenMilliseconds,
    invocationLimit: 5,
    primitives: [
      MeasuredPrimitive(name: "timer-source", summary: "a timer source on a serial queue") {
        timerProgram($0, TimerSource.self)
      },
      MeasuredPrimitive(
        name: "timer-source-strict", summary: "a timer source with the flag strict",
        tier: .standard
      ) { timerProgram($0, StrictTimerSource.self) },
      MeasuredPrimitive(
        name: "sleep-until", summary: "the thread itself sleeps until then: the kernel's part",
        tier: .standard, unusedAxes: ["leeway"]
      ) { timerProgram($0, SleepingTimer.self) },
    ])

  private static let debounce = Workload(
    name: "debounce", operation: "one call of a burst: cancel what was armed, and arm anew",
    axes: [
      Axis("calls", .count, headline: [16], standard: [2, 16, 256], thorough: [2, 16, 256, 1024]),
      Axis(
        "quiet", .nanoseconds, headline: [1_000_000], standard: [1_000_000],
        thorough: [200_000, 1_000_000, 10_000_000]),
    ],
    pace: .once, summaryLevel: 0.5, threads: .pool(widthParameter: nil), sampling: tenMilliseconds,
    invocationLimit: 5,
    primitives: [
      MeasuredPrimitive(
        name: "work-item", summary: "a work item, cancelled and submitted anew with asyncAfter"
      ) { debounceProgram($0, WorkItemDebouncer.self) }
    ])

  /// Trials of ten milliseconds: some firings each, whatever the profile.
  @Sendable private static func tenMilliseconds(_ profile: Sampling) -> Sampling {
    Sampling(warmups: 1, trials: 4, trialNanoseconds: 10_000_000)
  }
}
