import BenchmarkModel
import BenchmarkRunner
import CSyncShims
import Dispatch
import SyncPrimitives
import SyncWorkloads

/// The program of one trip after another to the main queue and back.
///
/// The leader, which is the process's first thread, runs the main queue in a run loop until the last trip is over.
func mainQueueTripProgram<Trip: MainQueueTrip>(_ type: Trip.Type) -> TrialProgram {
  let trip = Trip()
  let counter = MainActorCounter()
  counter.nameRunner()
  let check = CounterCheck()
  let elapsed = MutexProtected<UInt64>(0)
  return TrialProgram(threadCount: 1) { thread in
    let asked = thread.operations
    let ended = DispatchSemaphore(value: 0)
    let start = sync_monotonic_ns()
    trip.run(asked, counter) {
      elapsed.put(sync_monotonic_ns() - start)
      ended.signal()
    }
    ended.wait()
    DispatchQueue.main.async { counter.endRun() }
    return asked
  } conclude: { operations in
    let strays = counter.takeStrays()
    var conclusion = check.conclude(operations, total: counter.total())
    conclusion.elapsedNanoseconds = max(1, elapsed.get())
    if conclusion.violation == nil, Trip.isMain { conclusion.violation = fault(strays: strays) }
    return conclusion
  }.led { counter.runMainQueue() }
}

/// What is wrong with items of the main queue that another thread ran, nil where there are none.
func fault(strays: UInt64) -> String? {
  strays == 0 ? nil : "\(strays) calls were not run by the thread of the main queue"
}

/// The program of bursts of items on the main queue, of which each notes its place and how late it began.
///
/// With a `block` an item that works so long goes before each burst.
func mainQueueBurstProgram<Form: MainQueueForm>(
  _ context: CaseContext, _ type: Form.Type
) -> TrialProgram {
  let form = Form()
  let counter = MainActorCounter()
  counter.nameRunner()
  let record = BurstRecord()
  let recorder = LatencyRecorder()
  let items = UInt64(context.value("items", default: 1))
  let blockSteps = context.workSteps("block")
  let elapsed = MutexProtected<UInt64>(0)
  return TrialProgram(threadCount: 1) { thread in
    let bursts = max(1, thread.operations / items)
    let into = thread.isMeasured ? recorder : nil
    let start = sync_monotonic_ns()
    for burst in 0..<bursts {
      let ended = DispatchSemaphore(value: 0)
      if blockSteps > 0 { form.submit { _ = sync_work(blockSteps) } }
      for item in 0..<items {
        let submitted = sync_monotonic_ns()
        form.submit {
          into?.record(nanoseconds: sync_monotonic_ns() - submitted)
          counter.noteThread()
          record.note(burst * items + item)
          if item == items - 1 { ended.signal() }
        }
      }
      ended.wait()
    }
    elapsed.put(sync_monotonic_ns() - start)
    DispatchQueue.main.async { counter.endRun() }
    return bursts * items
  } conclude: { operations in
    let done = operations.reduce(0, &+)
    let (runs, disorder) = record.take()
    let strays = counter.takeStrays()
    var conclusion = TrialConclusion(
      operations: done, violation: fault(items: done, runs: runs, disorder: disorder))
    conclusion.elapsedNanoseconds = max(1, elapsed.get())
    if conclusion.violation == nil, Form.isMain { conclusion.violation = fault(strays: strays) }
    return conclusion
  } latencies: {
    recorder.rows()
  }.led { counter.runMainQueue() }
}

/// What is wrong with the items of bursts, nil where each ran in its turn.
func fault(items: UInt64, runs: UInt64, disorder: UInt64) -> String? {
  if disorder > 0 { return "\(disorder) of \(items) items ran out of their turn" }
  return runs == items ? nil : "\(runs) items ran, not \(items)"
}
