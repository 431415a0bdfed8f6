import BenchmarkModel
import BenchmarkRunner
import CSyncShims
import Foundation
import Glibc
import SyncPrimitives
import Synchronization

/// A function that starts a thread, waits until it has run, and returns 0, or the error number if no
/// thread could be started.
///
/// The started thread counts itself.
typealias ThreadMaking = @Sendable (_ runs: ThreadRuns) -> Int32

extension ThreadsSuite {
  private static let makers: [MeasuredPrimitive] = [
    maker("pthread-join", "pthread_create, and pthread_join", .headline) { runs in
      var thread = pthread_t()
      let context = Unmanaged.passUnretained(runs).toOpaque()
      let status = pthread_create(&thread, nil, countSelf, context)
      return status == 0 ? pthread_join(thread, nil) : status
    },
    maker("pthread-detached", "a detached pthread, which says that it has run") { runs in
      let before = runs.total
      var thread = pthread_t()
      let context = Unmanaged.passUnretained(runs).toOpaque()
      let status = pthread_create(&thread, nil, countSelfAndWake, context)
      guard status == 0 else { return status }
      let detached = pthread_detach(thread)
      runs.wait(past: before)
      return detached
    },
    maker("foundation-thread", "Foundation's Thread, which says that it has run") { runs in
      let before = runs.total
      Thread { runs.noteAndWake() }.start()
      // The wait lasts at most 2 s, because `start` does not report a refusal by the system.
      return runs.wait(past: before, patienceNanoseconds: 2_000_000_000) ? 0 : EAGAIN
    },
  ]

  static let create = Workload(
    name: "create", operation: "one thread, made and waited for, on its maker's CPU", axes: [],
    pace: .operations, summaryLevel: 0, threads: .single, launchLimit: 8, primitives: makers)

  static let createAnywhere = Workload(
    name: "create-anywhere", operation: "one thread, made and waited for, on any CPU",
    tier: .standard, axes: [], pace: .operations, summaryLevel: 0.25,
    threads: .pool(widthParameter: nil), launchLimit: 8, primitives: makers)

  /// The maker of lines for primitives that start a thread and wait until the thread has run.
  private static let maker = VariantLines<ThreadMaking> { threadCreateProgram($1) }
}

/// Counts the calling thread, as the body of a joinable thread.
private func countSelf(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let context { Unmanaged<ThreadRuns>.fromOpaque(context).takeUnretainedValue().note() }
  return nil
}

/// Counts the calling thread and wakes its creator, as the body of a detached thread.
///
/// Meanwhile the thread holds a reference to the count, because its creator may go on as soon as
/// the count has grown, and drop the count before the wake-up.
private func countSelfAndWake(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let context { Unmanaged<ThreadRuns>.fromOpaque(context).takeUnretainedValue().noteAndWake() }
  return nil
}

/// The program of a thread that makes other threads, one at a time, and waits for each thread.
func threadCreateProgram(_ runThread: @escaping ThreadMaking) -> TrialProgram {
  let runs = ThreadRuns()
  let tally = MutexProtected(CreateTally())
  return TrialProgram(threadCount: 1) { thread in
    let made = createLoop(runThread, noting: runs, operations: thread.operations)
    tally.put(made)
    return made.threads
  } conclude: { operations in
    concludeCreated(tally.get(), operations.reduce(0, &+))
  }
}

/// Checks that every thread ran once before the wait for the thread ended.
///
/// If the system has no more threads, that is a refusal, not a violation.
private func concludeCreated(_ tally: CreateTally, _ threads: UInt64) -> TrialConclusion {
  var conclusion = TrialConclusion(operations: threads)
  if tally.status != 0 {
    conclusion.refusal = "no thread after \(threads): \(errorWords(tally.status))"
  } else if tally.faults > 0 {
    conclusion.violation =
      "\(tally.faults) of \(threads) threads had not run exactly once when waited for"
  }
  return conclusion
}

/// A tally of threads that were made.
struct CreateTally: Sendable {
  /// The number of threads that were made and waited for.
  var threads: UInt64 = 0
  /// The number of waits after which the count of threads had not grown by exactly one.
  var faults: UInt64 = 0
  /// The error number of the refusal; 0 if there was none.
  var status: Int32 = 0
}

/// Makes one thread after another and waits for each thread, until `operations` threads were made
/// or the system refuses a thread.
@inline(never)
private func createLoop(
  _ runThread: ThreadMaking, noting runs: ThreadRuns, operations: UInt64
) -> CreateTally {
  var tally = CreateTally()
  var before = runs.total
  while tally.threads < operations {
    tally.status = runThread(runs)
    guard tally.status == 0 else { break }
    tally.threads &+= 1
    let after = runs.total
    if after &- before != 1 { tally.faults &+= 1 }
    before = after
  }
  return tally
}

/// A count of the threads that have run.
final class ThreadRuns: Sendable {
  private let count = CacheAligned(Atomic<UInt32>(0))

  /// The number of threads that have run so far, which wraps.
  var total: UInt32 { count.pointer.pointee.load(ordering: .acquiring) }

  /// Counts the calling thread, by an addition that releases what the thread did.
  func note() { count.pointer.pointee.wrappingAdd(1, ordering: .releasing) }

  /// Counts the calling thread and wakes the thread that waits for it.
  func noteAndWake() {
    note()
    _ = sync_futex_wake(count.pointer, 1)
  }

  /// Sleeps while the number of threads that have run is `before`.
  func wait(past before: UInt32) {
    while total == before { _ = sync_futex_wait(count.pointer, before) }
  }

  /// Sleeps while the number of threads that have run is `before`, for at most
  /// `patienceNanoseconds`.
  ///
  /// Returns whether another thread has run.
  func wait(past before: UInt32, patienceNanoseconds: Int) -> Bool {
    Patience(nanoseconds: patienceNanoseconds).wait { slice in
      if total == before { _ = sync_futex_wait_at_most(count.pointer, before, UInt64(slice)) }
      return total != before
    }
  }
}
