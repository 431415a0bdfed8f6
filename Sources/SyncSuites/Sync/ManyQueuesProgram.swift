public import BenchmarkRunner
public import CSyncShims
public import SyncPrimitives
public import SyncWorkloads

/// Keeps the queues alive while the threads of a case use them.
@usableFromInline
final class CounterRowBox<Counter: SharedCounter & ~Copyable>: Sendable
where Counter.ThreadState == Void {
  @usableFromInline let row: CounterRow<Counter>

  @usableFromInline
  init(count: Int, _ make: () -> Counter) { row = CounterRow(count: count, make) }
}

/// The program of threads that each time submit to one of many queues.
@inlinable @inline(__always)
func manyQueuesProgram<Counter: SharedCounter & ~Copyable>(
  _ context: CaseContext, counter make: () -> Counter
) -> TrialProgram where Counter.ThreadState == Void {
  let box = CounterRowBox(count: context.value("queues", default: 1), make)
  let check = CounterCheck()
  let inside = context.workSteps("inside")
  let seed = context.seed
  return TrialProgram(threadCount: context.value("threads", default: 2)) { thread in
    manyQueuesLoop(
      box.row, until: thread.stop, seed: sync_mix_index(seed &+ UInt64(thread.index)),
      insideSteps: inside)
  } conclude: { operations in
    check.conclude(operations, total: box.row.total())
  }
}
