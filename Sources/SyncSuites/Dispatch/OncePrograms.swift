import BenchmarkModel
import BenchmarkRunner
import CSyncShims
import SyncPrimitives

/// Reads a value `operations` times, and returns the sum of the values read.
///
/// The value is made at its first use.
@inline(never)
func onceLoop<Value: OnceValue & ~Copyable>(
  _ value: borrowing Value, operations: UInt64
) -> UInt64 {
  sync_align_code()
  var sum: UInt64 = 0
  var done: UInt64 = 0
  while done < operations {
    sum &+= value.read()
    done &+= 1
  }
  return sum
}

/// The reads of a value by a thread.
struct OnceTally: Sendable {
  /// The number of reads.
  var reads: UInt64 = 0
  /// The sum of the values read.
  var sum: UInt64 = 0
}

/// Runs the reads of one of several threads until `stop` is raised.
@inline(never)
func sharedOnceLoop<Value: OnceValue & ~Copyable>(
  _ value: borrowing Value, until stop: UnsafePointer<UInt32>
) -> OnceTally {
  sync_align_code()
  var tally = OnceTally()
  while sync_flag_read(stop) == 0 {
    tally.sum &+= value.read()
    tally.reads &+= 1
  }
  return tally
}

extension DispatchSuite {
  static let once = Workload(
    name: "once", operation: "one read of a value that is made at its first use", axes: [],
    pace: .operations, summaryLevel: 0, threads: .single, launchLimit: 8,
    primitives: [
      OnceLine("plain", "floor: a value that is there from the start", once: PlainOnceValue.self)
        .alone.asYardstick(.floor)
    ] + onceLines.map(\.alone) + [
      OnceLine(
        "serial-queue-sync", "sync on a serial queue, for each read",
        once: LockedOnceValue<SerialQueueSync>.self
      ).alone
    ])

  static let onceShared = Workload.shared(
    "once-shared", "one read by any of the threads, which came to the first use together",
    tier: .standard, axes: [.twoThreads], launchLimit: 5, onceLines.map(\.shared))

  private static let onceLines = [
    OnceLine("static-let", "Swift's static let", .headline, once: StaticOnceValue.self),
    OnceLine("dispatch-once", "dispatch_once, which C has", once: DispatchOnceValue.self),
    OnceLine("pthread-once", "C's pthread_once", once: PthreadOnceValue.self),
    OnceLine(
      "atomic-load", "an atomic load with acquire, and a mutex for the first use",
      once: AtomicOnceValue.self),
    OnceLine(
      "mutex", "Synchronization.Mutex, around each read",
      once: LockedOnceValue<StandardMutex>.self),
    OnceLine("ns-lock", "NSLock, around each read", once: LockedOnceValue<NSLockExclusion>.self),
  ]

  static let onceControl = Workload.shared(
    "once-control", "as once-shared", tier: .standard, axes: [.twoThreads],
    [
      .control("check-then-act", "two threads find no value, and each makes it") {
        sharedOnceProgram($0, UncheckedOnceValue.self)
      },
      .control(
        "flag-first", "the flag is set before the value is made: other threads read no whole value"
      ) { sharedOnceProgram($0, HastyOnceValue.self) },
    ])
}

/// The lines of one primitive in `once` (`alone`) and in `once-shared` (`shared`).
private struct OnceLine: Sendable {
  let alone: MeasuredPrimitive
  let shared: MeasuredPrimitive

  @inline(__always)
  init<Value: OnceValue & ~Copyable>(
    _ name: String, _ summary: String, _ tier: Tier = .standard, once: Value.Type
  ) {
    alone = MeasuredPrimitive(name, summary, tier) { _ in onceProgram(once) }
    shared = MeasuredPrimitive(name, summary) { sharedOnceProgram($0, once) }
  }
}

/// The program of one thread that reads a value again and again.
@inline(__always)
func onceProgram<Value: OnceValue & ~Copyable>(_ type: Value.Type) -> TrialProgram {
  let value = Value()
  let sums = ThreadNumbers(threads: 1)
  return TrialProgram(threadCount: 1) { thread in
    sums.note(onceLoop(value, operations: thread.operations), thread: 0)
    return thread.operations
  } conclude: { operations in
    defer { value.forget() }
    return concludeOnce(operations, sums: sums.take(), count: value.count())
  }
}

/// The program of threads that begin together, and read the value until they are stopped.
@inline(__always)
func sharedOnceProgram<Value: OnceValue & ~Copyable>(
  _ context: CaseContext, _ type: Value.Type
) -> TrialProgram {
  let value = Value()
  let threads = context.value("threads", default: 2)
  let sums = ThreadNumbers(threads: threads)
  return TrialProgram(threadCount: threads) { thread in
    let tally = sharedOnceLoop(value, until: thread.stop)
    sums.note(tally.sum, thread: thread.index)
    return tally.reads
  } conclude: { operations in
    defer { value.forget() }
    return concludeOnce(operations, sums: sums.take(), count: value.count())
  }
}

/// Checks that the value was made once, and that no thread read an incomplete value.
func concludeOnce(_ operations: [UInt64], sums: [UInt64], count: UInt64) -> TrialConclusion {
  let reads = operations.reduce(0, &+)
  var conclusion = TrialConclusion(operations: reads)
  if reads > 0, count != 1 {
    conclusion.violation = "the value was made \(count) times, not once"
  } else if sums.reduce(0, &+) != reads &* sync_once_whole() {
    conclusion.violation = "some of \(reads) reads came before the value was whole"
  }
  return conclusion
}
