package import BenchmarkModel
package import BenchmarkRunner
import SyncPrimitives

/// The cost of handing a cache line from one CPU to another, for pairs of a machine's CPUs.
package enum CoresSuite {
  /// The suite for a machine, by default this machine.
  ///
  /// - Parameter machine: Describes the machine; called once, when cases are first asked for.
  package static func suite(
    machine: @escaping @Sendable () -> MachineEnvironment = { EnvironmentProbe.current }
  ) -> Suite {
    let pairs = PairsOnce(machine)
    return Suite(
      name: "cores", summary: "what it costs to hand a cache line from one CPU to another",
      columns: columns,
      workloads: [
        handOver("hand-over", "one hand-over of a word to the thread on the other CPU", means) {
          $0 == .headline ? pairs.value.nearest : pairs.value.all
        },
        handOver("control", "one hand-over by a thread that does not wait for its turn", broken) {
          _ in Array(pairs.value.all.prefix(1))
        },
      ])
  }

  private static let columns =
    [MetricColumn].costs() + [.observed("asleep_percent", in: "hand-over").besideTheRanking()]

  private static let means: [MeasuredPrimitive] = [
    MeasuredPrimitive("store", "a store, seen by loads") { _ in
      lineHandOverProgram(StoreHandOver.self)
    },
    MeasuredPrimitive("exchange", "an atomic exchange, seen by loads") { _ in
      lineHandOverProgram(ExchangeHandOver.self)
    },
    MeasuredPrimitive("futex-wake", "a store and FUTEX_WAKE of a sleeper") { _ in
      lineHandOverProgram(FutexHandOver.self)
    },
  ]

  private static let broken = [
    MeasuredPrimitive(
      name: "broken-no-wait", summary: "a store, after which neither thread waits for the other",
      expectation: { _ in .invalid(reason: "both threads write at once, and values get lost") }
    ) { _ in lineHandOverProgram(BrokenHandOver.self) }
  ]

  /// A workload of two threads, each on its CPU of a pair.
  private static func handOver(
    _ name: String, _ operation: String, _ primitives: [MeasuredPrimitive],
    pairs: @escaping @Sendable (Tier) -> [(first: Int, second: Int)]
  ) -> Workload {
    Workload(
      name: name, operation: operation,
      axes: [
        Axis("from", .cpu) { tier, _, _ in pairs(tier).map(\.first).uniqued() },
        Axis("to", .cpu) { tier, _, earlier in
          pairs(tier).filter { $0.first == earlier["from"] }.map(\.second)
        },
      ], pace: .window, summaryLevel: 0.25, threads: .pair(first: "from", second: "to"),
      // The sampling is the same in every profile (`--profile`), and short, because a large machine
      // has thousands of pairs.
      sampling: { _ in Sampling(warmups: 1, trials: 2, trialNanoseconds: 2_000_000) },
      launchLimit: name == "control" ? 1 : 6, primitives: primitives)
  }

  /// The pairs of a machine, which is examined at the first use of the pairs and not at the start
  /// of a worker.
  private final class PairsOnce: Sendable {
    private let machine: @Sendable () -> MachineEnvironment
    private let known = MutexProtected<CorePairs?>(nil)

    init(_ machine: @escaping @Sendable () -> MachineEnvironment) { self.machine = machine }

    var value: CorePairs {
      known.withLock { known in
        if let known { return known }
        let environment = machine()
        let pairs = CorePairs(environment.topology, allowed: environment.usableCPUs.cpus)
        known = pairs
        return pairs
      }
    }
  }
}
