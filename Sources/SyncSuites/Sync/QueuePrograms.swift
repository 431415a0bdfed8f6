import BenchmarkRunner
import CSyncShims
import SyncPrimitives

/// A row of counters, each behind a queue of its own.
///
/// The row itself is only read, because queues and counters write to other memory, on cache lines
/// of their own.
struct CounterRow<Counter: SharedCounter & ~Copyable>: ~Copyable, @unchecked Sendable
where Counter.ThreadState == Void {
  /// The number of counters.
  let count: Int
  let counters: UnsafeMutablePointer<Counter>

  /// Makes counters at zero.
  ///
  /// - Complexity: O(count).
  init(count: Int, _ make: () -> Counter) {
    precondition(count > 0, "one queue at least")
    self.count = count
    counters = .allocate(capacity: count)
    for index in 0..<count { (counters + index).initialize(to: make()) }
  }

  /// The sum of all counters, to be read after every thread has stopped.
  ///
  /// - Complexity: O(count).
  borrowing func total() -> UInt64 {
    (0..<count).reduce(0) { $0 &+ counters[$1].total() }
  }

  deinit {
    counters.deinitialize(count: count)
    counters.deallocate()
  }
}

/// Increments counters drawn at random, each behind its own queue, until `stop` is raised, as one
/// of several threads.
///
/// Returns the number of increments.
@inline(never)
func manyQueuesLoop<Counter: SharedCounter & ~Copyable>(
  _ row: borrowing CounterRow<Counter>, until stop: UnsafePointer<UInt32>, seed: UInt64,
  insideSteps: UInt64
) -> UInt64 where Counter.ThreadState == Void {
  sync_align_code()
  var state: Void = ()
  var random = Xorshift(seed: seed)
  let count = UInt64(row.count)
  var done: UInt64 = 0
  while sync_flag_read(stop) == 0 {
    let index = Int(random.next(below: count))
    (row.counters + index).pointee.increment(&state, workSteps: insideSteps)
    done &+= 1
  }
  return done
}

/// Submits items until `stop` is raised, as one of several threads, and times each item from
/// before its submission to its first act.
///
/// Returns the number of submissions.
///
/// The submitter reads and records the stamps after it has waited for its items. So no recording is
/// part of an item, and each log is written only by its own thread.
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
  // The state ends only after the last item is recorded, because after its end another thread may
  // get the same items.
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

/// The program of threads that submit each item to one of many queues.
@inline(__always)
func manyQueuesProgram<Counter: SharedCounter & ~Copyable>(
  _ context: CaseContext, counter make: () -> Counter
) -> TrialProgram where Counter.ThreadState == Void {
  let row = CounterRow(count: context.value("queues", default: 1), make)
  let inside = context.workSteps("inside")
  let seed = context.seed
  return countedProgram(
    threads: context.value("threads", default: 2), total: { row.total() }
  ) { thread in
    manyQueuesLoop(
      row, until: thread.stop, seed: sync_mix_index(seed &+ UInt64(thread.index)),
      insideSteps: inside)
  }
}

/// The program of threads that time every submission and observe the order of service.
@inline(__always)
func submissionsProgram<Form: QueueForm & ~Copyable>(
  _ context: CaseContext, _ type: Form.Type
) -> TrialProgram {
  let threads = context.value("threads", default: 2)
  let counter = ItemCounter<Form>()
  let times = TimedTrials(threads: threads)
  let passages = PassageLogs(threads: threads)
  let inside = context.workSteps("inside")
  return TrialProgram(threadCount: threads) { thread in
    submissionsLoop(
      counter, clock: times.clock, into: times.record(of: thread),
      noting: passages.threads[thread.index], until: thread.stop, insideSteps: inside)
  } conclude: { operations in
    let fault = counter.takeFault()
    var conclusion = times.conclude(operations, total: counter.total())
    conclusion.violation = conclusion.violation ?? fault
    let order = passages.takeOrder()
    // If items run beside each other, there are no hand-overs.
    guard Form.excludes, let percent = order.overtakingPercent else { return conclusion }
    conclusion.observations.append(("overtaking_percent", percent))
    conclusion.observations.append(("overtaken_by_most", Double(order.overtakenByMost)))
    return conclusion
  } latencies: {
    times.rows()
  } longestWaits: {
    times.longest()
  }
}
