import BenchmarkModel
import BenchmarkRunner
import SyncPrimitives

extension DispatchSuite {
  static let mainQueue = Workload.ofPool(
    "main-queue", "one trip from a thread of the pool to the main queue and back",
    pace: .operations, summaryLevel: 0.25,
    [
      trip(
        "main-async", "main.async, and async on a global queue from there",
        AsyncTrip<MainQueueAsync>.self, .headline),
      trip("main-sync", "main.sync, from one thread of the pool", MainSyncTrip.self),
      trip(
        "main-operation-queue", "OperationQueue.main, and async on a global queue from there",
        AsyncTrip<MainOperationQueue>.self),
      trip("main-actor", "a task that awaits the main actor", MainActorTrip.self),
      trip(
        "serial-queue-async", "the same trip to a private serial queue, which the pool runs",
        AsyncTrip<PrivateQueueAsync>.self),
    ])

  static let mainQueueBurst = Workload.ofPool(
    "main-queue-burst", "one item of a burst that is put on the main queue",
    axes: [
      Axis(
        "items", .count, headline: [100], standard: [1, 100, 1000], thorough: [1, 10, 100, 1000]),
      Axis("block", .nanoseconds, headline: [0], later: [0, 10_000_000]),
    ], pace: .operations, summaryLevel: 0.25,
    [
      burst("main-async", "main.async", MainQueueAsync.self, .headline),
      burst("main-operation-queue", "OperationQueue.main", MainOperationQueue.self),
      burst(
        "serial-queue-async", "a private serial queue, which the pool runs", PrivateQueueAsync.self),
    ])

  static let mainQueueControl = Workload.ofPool(
    "main-queue-control", "as main-queue-burst", axes: [Axis("items", .count, [100])],
    pace: .operations, summaryLevel: 0.25,
    [
      .control(
        "global-queue-async", "a global queue in place of the main one keeps no order"
      ) { mainQueueBurstProgram($0, GlobalQueueAsync.self) }
    ])

  private static func trip<Trip: MainQueueTrip>(
    _ name: String, _ summary: String, _ type: Trip.Type, _ tier: Tier = .standard
  ) -> MeasuredPrimitive {
    MeasuredPrimitive(name, summary, tier) { _ in mainQueueTripProgram(type) }
  }

  private static func burst<Form: MainQueueForm>(
    _ name: String, _ summary: String, _ type: Form.Type, _ tier: Tier = .standard
  ) -> MeasuredPrimitive {
    MeasuredPrimitive(name, summary, tier, sweepsAtOnce: tier > .headline) {
      mainQueueBurstProgram($0, type)
    }
  }
}
