import CSyncShims
import Dispatch
import SyncPrimitives
import Synchronization

/// Experiments on properties that two threads change together.
enum PropertyBehaviours {
  static let all: [Behaviour] =
    QueuedProperty.Setter.allCases.map { setter in
      Behaviour(
        "queue-property-\(setter.rawValue)",
        "\"count += 1\" of two threads keeps every update of a property that is read by sync and written by \(setter.words)",
        attempts: 1
      ) {
        let property = QueuedProperty(setter)
        return keepsEveryUpdate(of: property) { property.value += 1 }
      }
    } + [
      Behaviour(
        "queue-property-section",
        "a property on a serial queue keeps every update if one sync is around read and write",
        attempts: 1
      ) {
        let property = QueuedProperty(.sync)
        return keepsEveryUpdate(of: property) { property.increment() }
      },
      Behaviour(
        "lazy-var-runs-twice", "two threads that first read a lazy var both run its initialiser",
        attempts: 100
      ) {
        let object = LazyObject()
        atOnce { _ = object.value }
        return object.runs > 1
      },
      Behaviour(
        "unguarded-finish-twice",
        "an operation with a plain state finishes twice if two threads call finish at once",
        attempts: 100
      ) { PlainlyFinished().finishes(byTwo: { $0.finish() }) == 2 },
      Behaviour(
        "guarded-finish-once",
        "an operation that changes its state behind a lock finishes once, whoever calls",
        attempts: 100
      ) { PlainlyFinished().finishes(byTwo: { $0.finishGuarded() }) == 1 },
    ]

  /// Whether no update is lost if two threads each make updates until both have made 5,000.
  ///
  /// Neither thread stops before the other thread has made 5,000 updates, so the two overlap on a
  /// busy machine too.
  ///
  /// Each thread has a CPU of its own, if the process has two. On one CPU the threads would take
  /// turns, and in some processes no update would be lost.
  private static func keepsEveryUpdate(
    of property: QueuedProperty, _ increment: @escaping @Sendable () -> Void
  ) -> Bool {
    let updates = [WordCount(), WordCount()]
    let (threads, cpus) = (WordCount(), PairOfCPUs())
    atOnce {
      let own = threads.add()
      cpus.meet(own)
      while updates.contains(where: { $0.value < 5_000 }) {
        increment()
        updates[own].add()
      }
    }
    return property.value == updates.reduce(0) { $0 + $1.value }
  }
}

/// Runs a body on two threads that begin together, and waits for both.
///
/// Each thread yields until the other thread has begun. The wait ends after a second, because the
/// system may have refused to start the other thread.
func atOnce(_ body: @escaping @Sendable () -> Void) {
  let missing = Atomic(2)
  let threads = OwnThreads(2) { _ in
    missing.wrappingSubtract(1, ordering: .acquiringAndReleasing)
    _ = BoundedWait.spin { missing.load(ordering: .acquiring) <= 0 }
    body()
  }
  threads.join()
}

/// A count that threads share.
private final class WordCount: Sendable {
  private let count = Atomic(0)

  var value: Int { count.load(ordering: .relaxed) }

  /// Adds one, and returns the count before.
  @discardableResult
  func add() -> Int { count.wrappingAdd(1, ordering: .relaxed).oldValue }
}

/// A property guarded by a queue: its getter and its setter are separate sections, as in guides.
///
/// Unchecked: the queue guards the stored value.
private final class QueuedProperty: @unchecked Sendable {
  /// The way in which the setter submits its write.
  enum Setter: String, CaseIterable {
    case sync
    case barrierSync = "barrier-sync"
    case barrierAsync = "barrier-async"

    var words: String {
      switch self {
      case .sync: "sync on a serial queue"
      case .barrierSync: "barrier sync on a concurrent queue"
      case .barrierAsync: "barrier async on a concurrent queue"
      }
    }
  }

  private let setter: Setter
  private let queue: DispatchQueue
  private var stored = 0

  init(_ setter: Setter) {
    self.setter = setter
    queue = DispatchQueue(
      label: "syncbench.property", attributes: setter == .sync ? [] : .concurrent)
  }

  var value: Int {
    get { queue.sync { stored } }
    set {
      switch setter {
      case .sync: queue.sync { stored = newValue }
      case .barrierSync: queue.sync(flags: .barrier) { stored = newValue }
      case .barrierAsync: queue.async(flags: .barrier) { self.stored = newValue }
      }
    }
  }

  /// Reads and writes in one section.
  func increment() { queue.sync { stored += 1 } }
}

/// An object with a lazy property.
///
/// Unchecked: the race of its first readers is the experiment.
private final class LazyObject: @unchecked Sendable {
  private let count = Atomic(0)
  private let company = Company(of: 2)

  lazy var value: Int = {
    count.wrappingAdd(1, ordering: .relaxed)
    // The initialiser waits for the other thread, which a guard would keep out.
    company.join(atMost: 1_000_000)
    return 1
  }()

  /// The number of times that the initialiser ran.
  var runs: Int { count.load(ordering: .acquiring) }
}

/// The state of an operation that two threads may want to finish.
///
/// Unchecked: the race of the plain flag is the experiment.
private final class PlainlyFinished: @unchecked Sendable {
  private let isFinished = UnsafeMutablePointer<UInt32>.allocate(capacity: 1)
  private let lock = MutexProtected(false)
  private let finishes = Atomic(0)
  private let company = Company(of: 2)

  init() { isFinished.initialize(to: 0) }

  deinit { isFinished.deallocate() }

  /// Finishes unless the flag says that this has happened; the flag is read and written without a
  /// lock.
  func finish() {
    guard sync_flag_read(isFinished) == 0 else { return }
    // A real operation tells its observers between the read and the write; here the other thread
    // gets this time.
    company.join(atMost: 1_000_000)
    sync_flag_write(isFinished, 1)
    finishes.wrappingAdd(1, ordering: .relaxed)
  }

  /// Finishes unless the flag says that this has happened; the flag is read and written in one
  /// section.
  func finishGuarded() {
    let isFirst = lock.withLock { isFinished in
      defer { isFinished = true }
      if !isFinished { company.join(atMost: 100_000) }
      return !isFinished
    }
    if isFirst { finishes.wrappingAdd(1, ordering: .relaxed) }
  }

  /// The number of times that the operation finishes if two threads call `finish` together.
  func finishes(byTwo finish: @escaping @Sendable (PlainlyFinished) -> Void) -> Int {
    atOnce { finish(self) }
    return finishes.load(ordering: .acquiring)
  }
}
