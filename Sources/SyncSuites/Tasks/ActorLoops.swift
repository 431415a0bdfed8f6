import CSyncShims
import SyncPrimitives

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

/// Calls an actor's method from another actor, or from the actor itself, and comes back, a turn.
///
/// Which of the two it is only the caller knows: the compiler must have the task go to the actor in either
/// case. The clobber is what it comes back for: without anything between two calls, the optimiser may leave
/// the task on the actor that it called.
@inline(never)
func hopLoop(
  from own: isolated ActorCounter, to counter: ActorCounter, operations: UInt64
) async -> TaskTally {
  var tally = TaskTally()
  while tally.operations < operations {
    await counter.increment(workSteps: 0)
    sync_clobber()
    tally.operations &+= 1
  }
  return tally
}

/// Calls the method of the actor that the task is on by the compiler's knowledge: the floor, a plain call.
@inline(never)
func plainCallLoop(_ counter: isolated ActorCounter, operations: UInt64) -> TaskTally {
  sync_align_code()
  var tally = TaskTally()
  while tally.operations < operations {
    counter.increment(workSteps: 0)
    tally.operations &+= 1
  }
  return tally
}

/// Calls a method of the main actor's from the pool and comes back, a turn.
@inline(never)
func mainActorLoop(_ counter: MainActorCounter, operations: UInt64) async -> TaskTally {
  var tally = TaskTally()
  while tally.operations < operations {
    await counter.increment()
    sync_clobber()
    tally.operations &+= 1
  }
  return tally
}
