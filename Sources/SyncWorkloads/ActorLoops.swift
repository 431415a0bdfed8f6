import CSyncShims
public import SyncPrimitives

/// A fixed number of increments by one task that nobody contends with.
///
/// As ``uncontendedLoop(_:operations:insideSteps:outsideSteps:)`` is for threads. The clobber keeps each
/// increment an acquisition of its own: between two calls without anything in between, the optimiser may
/// leave the task on the actor.
@inline(never)
public func actorUncontendedLoop(
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
public func actorContendedLoop(
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
