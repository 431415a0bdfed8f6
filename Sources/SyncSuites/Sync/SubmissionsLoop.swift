import CSyncShims
import SyncPrimitives

/// Submissions by one of several threads until the flag is raised, each timed from before it to its item's
/// first act; how many it did.
///
/// The submitter reads the stamps and records them when it has waited for its items: nothing of that
/// stands in an item, and a log that only its thread writes disturbs nobody.
@inline(never)
func submissionsLoop<Form: QueueForm & ~Copyable>(
  _ counter: borrowing ItemCounter<Form>, clock: TickClock,
  into record: UnsafeMutablePointer<TickRecord>, noting log: UnsafeMutablePointer<PassageLog>,
  until stop: UnsafePointer<UInt32>, insideSteps: UInt64
) -> UInt64 {
  var state = counter.makeThreadState()
  var recorded = state.submitted
  let first = recorded
  while sync_flag_read(stop) == 0 {
    let item = counter.nextItem(state)
    item.pointee.clock = clock.readsCounter ? 1 : 0
    item.pointee.arrival = clock.now()
    counter.increment(&state, workSteps: insideSteps)
    if counter.isAtRest(state) {
      while recorded != state.submitted {
        note(counter.item(recorded, of: state), into: record, log)
        recorded &+= 1
      }
    }
  }
  counter.finish(state)
  while recorded != state.submitted {
    note(counter.item(recorded, of: state), into: record, log)
    recorded &+= 1
  }
  let done = state.submitted &- first
  // Not before the last item is recorded: another thread may have the lane from here on.
  counter.endThreadState(state)
  return done
}

@inline(__always)
func note(
  _ item: UnsafeMutablePointer<QueueItem>, into record: UnsafeMutablePointer<TickRecord>,
  _ log: UnsafeMutablePointer<PassageLog>
) {
  let passage = Passage(arrival: item.pointee.arrival, entry: item.pointee.entry)
  record.pointee.record(from: passage.arrival, to: passage.entry)
  log.pointee.append(passage)
}
