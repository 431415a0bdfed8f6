import CSyncShims

/// The observations of a pool while items block its threads.
///
/// Threads and memory are *additional* if they came after the watch began.
struct PoolObservation: Sendable {
  /// The number of additional threads of the process at each requested moment before the end.
  var threads: [(nanoseconds: UInt64, threads: Int)] = []
  /// The largest number of additional threads that was counted; nil if the kernel does not say.
  var mostThreads: Int?
  /// The number of additional threads at the end; nil if the kernel does not say.
  var lastThreads: Int?
  /// The additional memory in use at the end, in bytes; nil if the kernel does not say.
  var residentBytes: Int?
  /// The length of the watch, in ns.
  var nanoseconds: UInt64 = 0
}

/// Watches the process while items block its threads, and releases the items after
/// `windowNanoseconds`.
///
/// - Parameter moments: The times of the counts, in ns from the beginning, ascending.
func watchBlocking(
  _ items: BlockingItems, windowNanoseconds: UInt64, moments: [UInt64]
) -> PoolObservation {
  var sight = PoolObservation()
  let threadsBefore = sync_thread_count()
  let residentBefore = sync_resident_bytes()
  let begin = sync_monotonic_ns()
  items.begin()
  var pending = moments[...]
  while true {
    let passed = sync_monotonic_ns() - begin
    if let threads = growth(from: threadsBefore, to: sync_thread_count()) {
      sight.mostThreads = max(sight.mostThreads ?? 0, threads)
      sight.lastThreads = threads
    }
    while let moment = pending.first, moment <= passed {
      if let threads = sight.lastThreads { sight.threads.append((moment, threads)) }
      pending = pending.dropFirst()
    }
    sight.nanoseconds = passed
    if passed >= windowNanoseconds { break }
    let due = min(windowNanoseconds, passed + step(after: passed))
    sync_sleep_until(begin + min(due, pending.first ?? due))
  }
  sight.residentBytes = growth(from: residentBefore, to: sync_resident_bytes())
  items.release()
  items.waitUntilAllEnded()
  return sight
}

/// The difference of two figures of the kernel; nil if either figure is an error.
private func growth(from before: Int64, to now: Int64) -> Int? {
  before >= 0 && now >= 0 ? Int(now - before) : nil
}

/// The time until the next count: short at first, when most threads come.
private func step(after passed: UInt64) -> UInt64 { passed < 20_000_000 ? 1_000_000 : 10_000_000 }

/// The times at which idle threads of a pool ended, in ns from the end of the last item.
struct IdleObservation: Sendable {
  /// The number of threads that ran the items.
  var threads = 0
  /// The time at which the first thread was gone; nil if none was gone in time.
  var firstLeft: UInt64?
  /// The time at which the last thread was gone; nil if some remained.
  var lastLeft: UInt64?
}

/// Waits until items occupy the threads that a pool gives them, ends the items, and watches the
/// threads, now idle, until they are gone or `windowNanoseconds` are over.
func watchIdle(_ items: BlockingItems, windowNanoseconds: UInt64) -> IdleObservation {
  let begin = sync_monotonic_ns()
  items.begin()
  // On a busy machine, some threads can be late. Fewer threads are then watched.
  while items.startedCount < items.count, sync_monotonic_ns() - begin < 500_000_000 {
    sync_sleep_until(sync_monotonic_ns() + 1_000_000)
  }
  items.release()
  items.waitUntilAllEnded()
  let end = sync_monotonic_ns()
  var sight = IdleObservation()
  var left = items.threads
  sight.threads = left.count
  while !left.isEmpty, sync_monotonic_ns() - end < windowNanoseconds {
    sync_sleep_until(sync_monotonic_ns() + min(5_000_000, windowNanoseconds))
    let there = left.filter { sync_thread_exists($0) != 0 }
    let now = sync_monotonic_ns() - end
    if sight.firstLeft == nil, there.count < left.count { sight.firstLeft = now }
    if there.isEmpty { sight.lastLeft = now }
    left = there
  }
  return sight
}
