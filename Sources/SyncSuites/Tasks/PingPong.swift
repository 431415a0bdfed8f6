import BenchmarkModel
import BenchmarkRunner
import SyncPrimitives

/// The program of tasks that each run on an actor and call a method of another actor, again and
/// again.
///
/// - Parameter target: The index of the actor that a pinger calls, among as many actors as there
///   are pingers.
/// - Parameter isRing: Whether the called actors are those on which the pingers run.
func pingProgram(
  _ context: CaseContext, isRing: Bool = false,
  target: @escaping @Sendable (_ pinger: Int, _ pingers: Int) -> Int
) -> TrialProgram {
  let pingers = context.value("pingers", default: 2)
  let homes = (0..<pingers).map { _ in ActorCounter() }
  let called = isRing ? homes : (0..<pingers).map { _ in ActorCounter() }
  return sharedOutProgram(tasks: pingers, total: { called.reduce(0) { $0 &+ $1.total() } }) {
    pinger, operations in
    let target = called[target(pinger, pingers)]
    _ = await hopLoop(from: homes[pinger], to: target, operations: operations)
  }
}

extension TasksSuite {
  static let pingPong = Workload.ofPool(
    "ping-pong", "one call of an actor's method by a task on another actor, there and back",
    tier: .standard, axes: [.pingers], pace: .operations, width: "width", launchLimit: 8,
    askedAxes: [Axis("width", .threads, [])],
    [
      MeasuredPrimitive("pairs", "each pinger calls an actor of its own") {
        pingProgram($0) { pinger, _ in pinger }
      },
      MeasuredPrimitive("one-target", "all pingers call one actor") {
        pingProgram($0) { _, _ in 0 }
      },
      MeasuredPrimitive("ring", "each pinger calls the actor on which the next pinger runs") {
        pingProgram($0, isRing: true) { ($0 + 1) % $1 }
      },
    ])
}

extension Axis {
  /// The number of tasks that call an actor.
  fileprivate static let pingers = Axis(
    "pingers", .count, headline: [2, 8], standard: [2, 8, 32],
    thorough: [1, 2, 4, 8, 16, 32, 64, 128])
}
