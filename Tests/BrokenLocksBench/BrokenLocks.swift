import Glibc
import SyncPrimitives
import Synchronization

/// Excludes nobody.
struct LosesUpdatesLock: Lock {
  // With traits, the lock is compared with the package's locks, not with its neighbours here.
  static var traits: LockTraits? { LockTraits() }

  func acquire() {}
  func release() {}
}

/// Excludes, but for one acquisition in 100,000, which goes in beside the holder.
struct RarelyLyingLock: Lock, ~Copyable {
  private let mutex = PthreadMutex()
  private let acquisitions = Atomic<Int>(0)
  /// The thread that went in without the lock.
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

/// Takes two locks in an order that depends on the thread, and waits for another thread to hold the
/// other one: two threads deadlock on the first operation, always.
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

/// Takes a lock that is not recursive twice.
struct SelfDeadlockingLock: Lock, ~Copyable {
  private let mutex = PthreadMutex()

  borrowing func acquire() {
    mutex.acquire()
    mutex.acquire()
  }

  borrowing func release() { mutex.release() }
}

/// Keeps what it acquires.
struct NeverReleasedLock: Lock, ~Copyable {
  private let mutex = PthreadMutex()

  borrowing func acquire() { mutex.acquire() }
  borrowing func release() {}
}

/// Runs into a Swift trap.
struct CrashingLock: Lock, ~Copyable {
  private let acquisitions = Atomic<Int>(0)

  borrowing func acquire() {
    let count = acquisitions.wrappingAdd(1, ordering: .relaxed).newValue
    // A release build keeps the words of this trap, and drops those of a precondition.
    if count == 10 { fatalError("the tenth acquisition") }
  }

  borrowing func release() {}
}

/// Ends the process.
struct ExitingLock: Lock, ~Copyable {
  borrowing func acquire() { exit(9) }
  borrowing func release() {}
}

/// Writes where the worker answers, once.
struct BabblingLock: Lock, ~Copyable {
  private let mutex = PthreadMutex()
  private let hasSpoken = Atomic<Bool>(false)

  borrowing func acquire() {
    mutex.acquire()
    if !hasSpoken.exchange(true, ordering: .relaxed) { _ = write(STDOUT_FILENO, "locked!\n", 8) }
  }

  borrowing func release() { mutex.release() }
}

/// A lock that works, unless SYNCBENCH_LOCK says otherwise: what a gate sees where a baseline was good and
/// its candidate is not.
struct ToldLock: Lock, ~Copyable {
  private enum Order {
    case work, beSlow, loseUpdates, crash
  }

  private let mutex = PthreadMutex()
  /// Where the allocations go, or the optimiser would leave them out.
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
      // Several times the cost of a mutex, which shows on any machine, however busy.
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
