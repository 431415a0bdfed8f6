import BenchmarkModel
import BenchmarkRunner
import SyncPrimitives

extension DispatchSuite {
  static let groupTimeout = Workload.ofPool(
    "group-timeout", "one leave of a group that a thread waits for, mostly with a limit",
    tier: .standard,
    axes: [
      Axis(
        "leaves", .count, headline: [2, 1000], standard: [2, 64, 1000], thorough: [2, 64, 1000]),
      limit,
    ], pace: .window,
    [
      waiting("wait", "wait() without a limit", waits: UnlimitedWait.self),
      waiting("wait-in-time", "wait(timeout:), all leave in time", waits: WaitInTime.self),
      waiting(
        "wait-timed-out", "wait(timeout:) that gives up, and then one that does not",
        waits: WaitTimedOut.self),
      waiting(
        "leave-alone", "the waiting thread itself makes all leaves before its wait",
        waits: LeaveAlone.self),
    ])

  static let groupTimeoutControl = Workload.ofPool(
    "group-timeout-control", "as group-timeout", tier: .standard,
    axes: [Axis("leaves", .count, [64])], pace: .window,
    [
      .control("taken-for-done", "a wait that gave up is taken as complete") {
        timedGroupProgram($0, WaitTakenForDone.self)
      }
    ])

  static let throttle = Workload.ofPool(
    "throttle", "one call of a burst, two bursts in each period", tier: .standard,
    axes: [throttleCalls, period], sampling: tenMilliseconds,
    [
      MeasuredPrimitive("first", "the first call of a period passes, the others are dropped") {
        throttleProgram($0, FirstThrottle.self)
      },
      MeasuredPrimitive(
        "latest", "the first call passes, the last runs at the period's end, in one delayed closure"
      ) { throttleProgram($0, LatestThrottle.self) },
      MeasuredPrimitive(
        "latest-work-item", "as latest, but each call replaces the delayed work item"
      ) { throttleProgram($0, WorkItemThrottle.self) },
    ])

  static let throttleControl = Workload.ofPool(
    "throttle-control", "as throttle", tier: .standard, axes: [throttleCalls, period],
    sampling: tenMilliseconds,
    [
      .control("one-too-many", "a throttle that lets a second call of a period pass") {
        throttleProgram($0, LeakyThrottle.self)
      }
    ])

  /// The length of a wait that has to give up, in ns.
  private static let limit = Axis("limit", .nanoseconds, [100_000], thorough: [0, 100_000])

  /// The number of calls in a burst.
  private static let throttleCalls = Axis(
    "calls", .count, headline: [16], standard: [2, 16, 256], thorough: [2, 16, 256])

  /// The throttle's period: the shortest time between two runs of its action, in ns.
  private static let period = Axis(
    "period", .nanoseconds, [1_000_000], thorough: [200_000, 1_000_000])

  @inline(__always)
  private static func waiting<Group: TimedGroup>(
    _ name: String, _ summary: String, waits: Group.Type
  ) -> MeasuredPrimitive {
    MeasuredPrimitive(name, summary, unusedAxes: waits.givesUpFirst ? [] : ["limit"]) {
      timedGroupProgram($0, waits)
    }
  }
}
