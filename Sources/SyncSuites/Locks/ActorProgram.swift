import BenchmarkRunner
import CSyncShims
import SyncPrimitives

extension CounterEntry {
  /// Makes the line of an actor: it is counted with by tasks, which threads of the pool run.
  init(_ name: String, _ summary: String, tier: Tier = .headline, actor: ActorCounter.Type) {
    self.init(
      name: name, summary: summary, isUnprotected: false, usesPool: true, tier: tier,
      traits: ActorCounter.traits,
      programs: [
        .uncontended: { actorUncontendedProgram($0, ActorCounter()) },
        .contended: { actorContendedProgram($0, ActorCounter()) },
      ])
  }
}

/// The program of one task that increments a fixed number of times.
private func actorUncontendedProgram(
  _ context: CaseContext, _ counter: ActorCounter
) -> TrialProgram {
  let check = CounterCheck()
  let inside = context.workSteps("inside")
  let outside = context.workSteps("outside")
  return TrialProgram(threadCount: 1) { thread in
    untilTaskEnds(leaving: 0) {
      await actorUncontendedLoop(
        counter, operations: thread.operations, insideSteps: inside, outsideSteps: outside)
      return thread.operations
    }
  } conclude: { operations in
    check.conclude(operations, total: counter.total())
  }
}

/// The program of tasks that increment together until they are stopped.
private func actorContendedProgram(
  _ context: CaseContext, _ counter: ActorCounter
) -> TrialProgram {
  let check = CounterCheck()
  let inside = context.workSteps("inside")
  let outside = context.workSteps("outside")
  return TrialProgram(threadCount: context.value("threads", default: 1)) { thread in
    untilTaskEnds(leaving: 0) {
      await actorContendedLoop(
        counter, until: thread.stop, insideSteps: inside, outsideSteps: outside)
    }
  } conclude: { operations in
    check.conclude(operations, total: counter.total())
  }
}

/// A fixed number of increments by one task that nobody contends with.
///
/// As ``uncontendedLoop(_:operations:insideSteps:outsideSteps:)`` is for threads. The clobber keeps each
/// increment an acquisition of its own: between two calls without anything in between, the optimiser may
/// leave the task on the actor.
@inline(never)
func actorUncontendedLoop(
  _ counter: ActorCounter, operations: UInt64, insideSteps: UInt64, outsideSteps: UInt64
) async {
  var done: UInt64 = 0
  while done < operations {
    await counter.increment(workSteps: insideSteps)
    sync_clobber()
    if outsideSteps > 0 { _ = sync_work(outsideSteps) }
    done &+= 1
  }
}

/// Increments by one of several tasks until the flag is raised; how many it did.
@inline(never)
func actorContendedLoop(
  _ counter: ActorCounter, until stop: UnsafePointer<UInt32>, insideSteps: UInt64,
  outsideSteps: UInt64
) async -> UInt64 {
  var done: UInt64 = 0
  while sync_flag_read(stop) == 0 {
    await counter.increment(workSteps: insideSteps)
    if outsideSteps > 0 { _ = sync_work(outsideSteps) }
    done &+= 1
  }
  return done
}
