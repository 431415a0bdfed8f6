import Glibc
import SyncPrimitives
import Synchronization

/// A lock that excludes no thread.
struct LosesUpdatesLock: Lock {
  // `profile` compares a lock with traits only with other locks with traits, so not with the other
  // locks of this file.
  static var traits: LockTraits? { LockTraits() }

  func acquire() {}
  func release() {}
}

/// A lock whose every 100,000th acquisition returns even if another thread holds the lock.
struct RarelyLyingLock: Lock, ~Copyable {
  private let mutex = PthreadMutex()
  private let acquisitions = Atomic<Int>(0)
  /// The thread that entered without the lock.
  private let liar = Atomic<UInt>(0)

  borrowing func acquire() {
    if acquisitions.wrappingAdd(1, ordering: .relaxed).newValue % 100_000 == 0 {
      liar.store(UInt(pthread_self()), ordering: .relaxed)
    } else {
      mutex.acquire()
    }
  }

  borrowing func release() {
    let own = UInt(pthread_self())
    if liar.compareExchange(expected: own, desired: 0, ordering: .relaxed).exchanged { return }
    mutex.release()
  }
}

/// A pair of locks that two threads take in opposite orders.
///
/// A thread takes its second lock only when each thread holds its first, so the first operation
/// always deadlocks.
struct DeadlockingPair: MutualExclusion, ~Copyable {
  private let left = PthreadMutex()
  private let right = PthreadMutex()
  private let held = Atomic<Int>(0)
  private let threads = Atomic<Int>(0)

  borrowing func makeThreadState() -> Int {
    threads.wrappingAdd(1, ordering: .relaxed).oldValue % 2
  }

  borrowing func exclusively(_ state: inout Int, _ body: () -> Void) {
    if state == 0 { left.acquire() } else { right.acquire() }
    held.wrappingAdd(1, ordering: .relaxed)
    while held.load(ordering: .relaxed) < 2 { sched_yield() }
    if state == 0 { right.acquire() } else { left.acquire() }
    body()
    left.release()
    right.release()
  }
}

/// A lock that acquires its non-recursive mutex twice.
struct SelfDeadlockingLock: Lock, ~Copyable {
  private let mutex = PthreadMutex()

  borrowing func acquire() {
    mutex.acquire()
    mutex.acquire()
  }

  borrowing func release() { mutex.release() }
}

/// A lock whose release does nothing.
struct NeverReleasedLock: Lock, ~Copyable {
  private let mutex = PthreadMutex()

  borrowing func acquire() { mutex.acquire() }
  borrowing func release() {}
}

/// A lock whose tenth acquisition traps.
struct CrashingLock: Lock, ~Copyable {
  private let acquisitions = Atomic<Int>(0)

  borrowing func acquire() {
    let count = acquisitions.wrappingAdd(1, ordering: .relaxed).newValue
    // A release build keeps the message of `fatalError`, and drops that of a precondition.
    if count == 10 { fatalError("the tenth acquisition") }
  }

  borrowing func release() {}
}

/// A lock whose creation traps and tells at which offset of a cache line its memory is.
struct OffsetTellingLock: Lock {
  init() { fatalError("offset \(UInt(bitPattern: malloc(100)) % 64) of a cache line") }

  borrowing func acquire() {}
  borrowing func release() {}
}

/// A lock whose acquisition ends the process.
struct ExitingLock: Lock, ~Copyable {
  borrowing func acquire() { exit(9) }
  borrowing func release() {}
}

/// A lock that writes once to standard output, on which the worker answers.
struct BabblingLock: Lock, ~Copyable {
  private let mutex = PthreadMutex()
  private let hasSpoken = Atomic<Bool>(false)

  borrowing func acquire() {
    mutex.acquire()
    if !hasSpoken.exchange(true, ordering: .relaxed) { _ = write(STDOUT_FILENO, "locked!\n", 8) }
  }

  borrowing func release() { mutex.release() }
}

/// A lock that works, unless the environment variable SYNCBENCH_LOCK makes it slow or wrong: the
/// baseline and the candidate in tests of gates.
struct ToldLock: Lock, ~Copyable {
  private enum Order {
    case work, beSlow, loseUpdates, crash
  }

  private let mutex = PthreadMutex()
  /// The address of the last allocation, stored so that the optimiser keeps the allocations.
  private let sink = Atomic<UInt>(0)
  private let order: Order

  init() {
    order =
      switch getenv("SYNCBENCH_LOCK").map({ String(cString: $0) }) {
      case "slow": .beSlow
      case "loses": .loseUpdates
      case "crashes": .crash
      default: .work
      }
  }

  borrowing func acquire() {
    switch order {
    case .work: mutex.acquire()
    case .beSlow:
      mutex.acquire()
      // Eight allocations cost several times as much as a mutex, which is measurable even on a busy
      // machine.
      for _ in 0..<8 { allocate() }
    case .loseUpdates: break
    case .crash: fatalError("told to crash")
    }
  }

  borrowing func release() {
    if case .loseUpdates = order { return }
    mutex.release()
  }

  private borrowing func allocate() {
    let memory = malloc(64)
    sink.store(UInt(bitPattern: memory), ordering: .relaxed)
    free(memory)
  }
}
