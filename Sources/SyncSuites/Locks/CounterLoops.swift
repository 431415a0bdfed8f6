public import CSyncShims
public import SyncPrimitives

/// A fixed number of increments by one thread that nobody contends with.
///
/// Not inlined, so that the loop keeps a frame of its own name for profilers; inlinable, so that it is
/// specialised for its counter. Without busy work it is a loop of its own: the tests for work would
/// double what an increment without a lock costs, and are no part of any lock.
@inlinable @inline(never)
func uncontendedLoop<Counter: SharedCounter & ~Copyable>(
  _ counter: borrowing Counter, operations: UInt64, insideSteps: UInt64, outsideSteps: UInt64
) {
  sync_align_code()
  var state = counter.makeThreadState()
  var done: UInt64 = 0
  if insideSteps == 0, outsideSteps == 0 {
    while done < operations {
      counter.increment(&state, workSteps: 0)
      done &+= 1
    }
  } else {
    while done < operations {
      counter.increment(&state, workSteps: insideSteps)
      if outsideSteps > 0 { _ = sync_work(outsideSteps) }
      done &+= 1
    }
  }
  counter.endThreadState(state)
}

/// Increments by one of several threads until the flag is raised; how many it did.
///
/// Without busy work it is a loop of its own, as the uncontended one is.
@inlinable @inline(never)
public func contendedLoop<Counter: SharedCounter & ~Copyable>(
  _ counter: borrowing Counter, until stop: UnsafePointer<UInt32>, insideSteps: UInt64,
  outsideSteps: UInt64
) -> UInt64 {
  sync_align_code()
  var state = counter.makeThreadState()
  var done: UInt64 = 0
  if insideSteps == 0, outsideSteps == 0 {
    while sync_flag_read(stop) == 0 {
      counter.increment(&state, workSteps: 0)
      done &+= 1
    }
  } else {
    while sync_flag_read(stop) == 0 {
      counter.increment(&state, workSteps: insideSteps)
      if outsideSteps > 0 { _ = sync_work(outsideSteps) }
      done &+= 1
    }
  }
  counter.endThreadState(state)
  return done
}
