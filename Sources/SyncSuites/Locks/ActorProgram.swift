import BenchmarkRunner
import CSyncShims
import SyncPrimitives

extension CounterEntry {
  /// Makes the entry of an actor.
  ///
  /// Tasks on threads of the pool increment the actor's counter.
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
  let inside = context.workSteps("inside")
  let outside = context.workSteps("outside")
  return countedProgram(threads: 1, total: { counter.total() }) { thread in
    untilTaskEnds(leaving: 0) {
      await actorUncontendedLoop(
        counter, operations: thread.operations, insideSteps: inside, outsideSteps: outside)
      return thread.operations
    }
  }
}

/// The program of tasks that increment together until they are stopped.
private func actorContendedProgram(
  _ context: CaseContext, _ counter: ActorCounter
) -> TrialProgram {
  let inside = context.workSteps("inside")
  let outside = context.workSteps("outside")
  return countedProgram(
    threads: context.value("threads", default: 1), total: { counter.total() }
  ) { thread in
    untilTaskEnds(leaving: 0) {
      await actorContendedLoop(
        counter, until: thread.stop, insideSteps: inside, outsideSteps: outside)
    }
  }
}

/// Increments a fixed number of times, by one task without contention.
///
/// The counterpart of ``uncontendedLoop(_:operations:insideSteps:outsideSteps:)``, for a task.
/// `sync_clobber` makes each increment a separate acquisition. Without that call, the optimiser may
/// keep the task on the actor from one increment to the next.
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

/// Increments the counter until `stop` is raised, as one of several tasks.
///
/// Returns the number of increments.
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
