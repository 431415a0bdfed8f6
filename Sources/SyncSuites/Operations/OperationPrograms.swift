import BenchmarkRunner
import SyncPrimitives
import SyncWorkloads

/// The program of one thread that has rounds of items run in order; `key` says how many a round
/// has.
@inline(__always)
func orderedProgram<Items: OrderedItems>(
  _ context: CaseContext, key: String, _ type: Items.Type
) -> TrialProgram {
  let items = Items()
  let record = OrderedItemsRecord()
  let count = context.value(key, default: 64)
  return TrialProgram(threadCount: 1) { thread in
    orderedItemsLoop(items, record: record, count: count, until: thread.stop)
  } conclude: { operations in
    let done = operations.reduce(0, &+)
    let faults = record.takeFaults()
    return TrialConclusion(
      operations: done,
      violation: faults > 0 ? "\(faults) of \(done) items ran out of order, or not once" : nil)
  }
}

/// The program of one thread that has something follow each item.
@inline(__always)
func followedProgram<Items: FollowedItems>(
  _ context: CaseContext, _ type: Items.Type, patienceNanoseconds: Int = 2_000_000_000
) -> TrialProgram {
  let items = Items()
  let record = FollowedItemsRecord(
    count: context.value("items", default: 64), patienceNanoseconds: patienceNanoseconds)
  return TrialProgram(threadCount: 1) { thread in
    followedItemsLoop(items, record: record, until: thread.stop)
  } conclude: { operations in
    let done = operations.reduce(0, &+)
    let faults = record.takeFaults()
    return TrialConclusion(
      operations: done,
      violation: faults > 0
        ? "\(faults) times what follows \(done) items came before its item, or not once" : nil)
  }
}

/// The program of one thread that has diamonds run.
@inline(__always)
func diamondProgram<Shape: DiamondItems>(_ context: CaseContext, _ type: Shape.Type) -> TrialProgram
{
  let diamond = Shape()
  let record = DiamondRecord(branches: context.value("branches", default: 8))
  return TrialProgram(threadCount: 1) { thread in
    diamondLoop(diamond, record: record, until: thread.stop)
  } conclude: { operations in
    let done = operations.reduce(0, &+)
    let faults = record.takeFaults()
    return TrialConclusion(
      operations: done,
      violation: faults > 0
        ? "\(faults) of \(done) items ran before those that they depend on, or not once" : nil)
  }
}

/// The program of one thread that cancels batches of items.
@inline(__always)
func cancelProgram<Way: CancelledItems>(_ context: CaseContext, _ type: Way.Type) -> TrialProgram {
  let way = Way()
  let record = CancelledItemsRecord()
  let count = context.value("items", default: 64)
  let tally = MutexProtected(CancelTally())
  return TrialProgram(threadCount: 1) { thread in
    let seen = cancelledItemsLoop(way, record: record, count: count, until: thread.stop)
    tally.put(seen)
    return seen.items
  } conclude: { _ in
    let seen = tally.take(leaving: CancelTally())
    let ran = record.take()
    var conclusion = TrialConclusion(
      operations: seen.items,
      violation: fault(seen, cancelledRuns: ran.cancelled, survivorRuns: ran.survivors))
    if seen.items > 0 {
      conclusion.observations = [
        ("cancel_ns_per_op", Double(seen.cancelNanoseconds) / Double(seen.items))
      ]
    }
    return conclusion
  }
}

/// What is wrong with a trial's batches, nil where nothing ran that was cancelled, and all else
/// did.
func fault(_ tally: CancelTally, cancelledRuns: UInt64, survivorRuns: UInt64) -> String? {
  if cancelledRuns > 0 { return "\(cancelledRuns) of \(tally.items) cancelled items ran" }
  return survivorRuns == tally.batches
    ? nil : "\(survivorRuns) items ran that were not cancelled, not \(tally.batches)"
}

/// The program of one thread that has operations run by their importance.
@inline(__always)
func priorityProgram<Way: PrioritizedItems>(
  _ context: CaseContext, _ type: Way.Type
) -> TrialProgram {
  let way = Way()
  let record = PrioritizedItemsRecord(levels: mixedLevels(50, seed: context.seed))
  let tally = MutexProtected(PriorityTally())
  return TrialProgram(threadCount: 1) { thread in
    let seen = prioritizedItemsLoop(way, record: record, until: thread.stop)
    tally.put(seen)
    return seen.operations
  } conclude: { _ in
    conclude(tally.take(leaving: PriorityTally()))
  }
}

private func conclude(_ tally: PriorityTally) -> TrialConclusion {
  var conclusion = TrialConclusion(
    operations: tally.operations,
    violation: tally.faults > 0
      ? "in \(tally.faults) rounds not every operation ran once" : nil)
  if tally.neighbours > 0 {
    let share = Double(tally.inOrder) / Double(tally.neighbours)
    conclusion.observations.append((name: "in_order_share", value: share))
  }
  if tally.equals > 0 {
    let share = Double(tally.inAddedOrder) / Double(tally.equals)
    conclusion.observations.append((name: "added_order_share", value: share))
  }
  return conclusion
}

/// The program of one thread that has jobs tried until they succeed.
@inline(__always)
func retryProgram<Way: RetriedJobs>(
  _ context: CaseContext, _ type: Way.Type, patienceNanoseconds: Int = 2_000_000_000
) -> TrialProgram {
  let way = Way()
  @Sendable func freshRecord() -> RetriedJobRecord {
    RetriedJobRecord(
      // Each delay is twice the one before: beyond ten the last alone would be a second.
      failures: min(10, context.value("failures", default: 3)),
      delayNanoseconds: UInt64(context.value("delay", default: 250_000)),
      patienceNanoseconds: patienceNanoseconds)
  }
  let latest = MutexProtected(freshRecord())
  let length = context.trialNanoseconds
  let recorder = LatencyRecorder()
  let tally = MutexProtected(RetryTally())
  return TrialProgram(threadCount: 1) { thread in
    let recording = thread.isMeasured ? recorder : nil
    let seen = retriedJobsLoop(way, record: latest.get(), lengthNanoseconds: length) {
      recording?.record(nanoseconds: $0)
    }
    tally.put(seen)
    return seen.jobs
  } conclude: { _ in
    let seen = tally.take(leaving: RetryTally())
    latest.put(freshRecord())
    return TrialConclusion(operations: seen.jobs, violation: seen.fault)
  } latencies: {
    recorder.rows()
  }
}
