import BenchmarkModel
import BenchmarkRunner
import SyncPrimitives

/// The program of items that block until a trial's time is over: one thread submits, and the other
/// thread watches.
///
/// Check: every item ran once, after its submission.
func blockingProgram(_ context: CaseContext, submit: @escaping BlockingSubmit) -> TrialProgram {
  let items = BlockingItems(count: context.value("items", default: 1))
  let sight = MutexProtected(PoolObservation())
  let moments = PoolSuite.moments.map(\.nanoseconds)
  return twoThreads(items, width: context.width, submit: submit) {
    let seen = watchBlocking(
      items, windowNanoseconds: context.trialNanoseconds, moments: moments)
    sight.put(seen)
  } observe: {
    observations(sight.get(), items, width: context.width)
  }
}

/// The program of a burst of items, after which the idle threads of the pool are watched.
func idleProgram(_ context: CaseContext, submit: @escaping BlockingSubmit) -> TrialProgram {
  let items = BlockingItems(count: context.width)
  let sight = MutexProtected(IdleObservation())
  return twoThreads(items, width: context.width, submit: submit) {
    let seen = watchIdle(items, windowNanoseconds: context.trialNanoseconds)
    sight.put(seen)
  } observe: {
    let seen = sight.get()
    return present([
      ("workers", Double(seen.threads)), ("first_left_ns", seen.firstLeft.map { Double($0) }),
      ("last_left_ns", seen.lastLeft.map { Double($0) }),
    ])
  }
}

/// Makes the program of a thread that submits and a thread that watches.
private func twoThreads(
  _ items: BlockingItems, width: Int, submit: @escaping BlockingSubmit,
  watch: @escaping @Sendable () -> Void,
  observe: @escaping @Sendable () -> [(name: String, value: Double)]
) -> TrialProgram {
  TrialProgram(threadCount: 2) { thread in
    if thread.index == 0 {
      items.waitUntilWatched()
      submit(items, width)
      return UInt64(items.count)
    }
    watch()
    return 0
  } conclude: { operations in
    let conclusion = TrialConclusion(
      operations: operations.reduce(0, &+), violation: items.violation(), observations: observe())
    items.reset()
    return conclusion
  }
}

/// Returns the observations of blocking items: counts of threads, start delays, and memory.
///
/// The delays are those of the first item, of the last item for which there is a CPU, of the item
/// after it, and of the last item of all. Items that started only after the release have no delay.
private func observations(
  _ sight: PoolObservation, _ items: BlockingItems, width: Int
) -> [(name: String, value: Double)] {
  func delay(_ item: Int) -> Double? { items.startDelay(of: item).map { Double($0) } }
  let counts = PoolSuite.moments.compactMap { moment in
    sight.threads.first { $0.nanoseconds == moment.nanoseconds }.map {
      (name: "threads_\(moment.name)", value: Double($0.threads))
    }
  }
  return counts
    + present([
      ("threads_max", sight.mostThreads.map { Double($0) }),
      ("started", Double(items.startedBeforeRelease)), ("start_first_ns", delay(0)),
      ("start_width_ns", delay(width - 1)), ("start_past_width_ns", delay(width)),
      ("start_last_ns", delay(items.count - 1)),
      ("resident_kib", sight.residentBytes.map { Double($0) / 1024 }),
      ("kib_per_thread", sight.kibibytesPerThread(of: items.count)),
      ("threads_per_s", sight.threadsPerSecond),
      ("started_past_width", Double(items.startedBeforeRelease - width)),
    ])
}

extension PoolObservation {
  /// The memory that each additional thread brought into use, in KiB.
  ///
  /// Nil if most of the `items` have no thread, because then most of the memory is that of the
  /// waiting items.
  fileprivate func kibibytesPerThread(of items: Int) -> Double? {
    guard let residentBytes, let lastThreads, lastThreads > 0, 2 * lastThreads >= items else {
      return nil
    }
    return Double(residentBytes) / 1024 / Double(lastThreads)
  }

  /// The number of threads that came per second after the first tenth of a second.
  fileprivate var threadsPerSecond: Double? {
    guard let start = threads.first(where: { $0.nanoseconds == 100_000_000 }), let lastThreads,
      nanoseconds > 2 * start.nanoseconds
    else { return nil }
    return Double(lastThreads - start.threads) / (Double(nanoseconds - start.nanoseconds) / 1e9)
  }
}
