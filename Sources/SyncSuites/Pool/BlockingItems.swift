import CSyncShims
import SyncPrimitives
import Synchronization

/// Items that each block their thread until they are released together, and note when they started.
///
/// One thread submits them, another watches and releases them. What is noted is read when all have ended.
final class BlockingItems: @unchecked Sendable {
  /// How many there are.
  let count: Int
  private let notes: UnsafeMutablePointer<Note>
  private let started = CacheAligned(Atomic<Int>(0))
  private let ended = CacheAligned(Atomic<UInt32>(0))
  private let mayBegin = Gate()
  private let isReleased = Gate()
  private let released = CacheAligned<UInt64>(0)

  private struct Note: ~Copyable {
    var submitted: UInt64 = 0
    var started: UInt64 = 0
    var thread: Int32 = 0
    let runs = Atomic<UInt32>(0)
  }

  /// Makes `count` items, none of them submitted.
  init(count: Int) {
    precondition(count > 0, "there is nothing to submit")
    self.count = count
    notes = .allocate(capacity: count)
    for item in 0..<count { (notes + item).initialize(to: Note()) }
  }

  deinit {
    notes.deinitialize(count: count)
    notes.deallocate()
  }

  // MARK: The submitter's side

  /// Waits until somebody watches.
  func waitUntilWatched() { mayBegin.wait() }

  /// Notes that an item is about to be submitted.
  func willSubmit(_ item: Int) { notes[item].submitted = sync_monotonic_ns() }

  /// The body of an item: it blocks until all are released.
  func run(_ item: Int) {
    let now = sync_monotonic_ns()
    notes[item].runs.wrappingAdd(1, ordering: .relaxed)
    notes[item].started = now
    notes[item].thread = sync_thread_id()
    started.pointer.pointee.wrappingAdd(1, ordering: .relaxed)
    isReleased.wait()
    let done = ended.pointer.pointee.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue
    if done == UInt32(count) { _ = sync_futex_wake(ended.pointer, .max) }
  }

  /// Waits until all items have ended.
  func waitUntilAllEnded() {
    while case let done = ended.pointer.pointee.load(ordering: .acquiring), done < UInt32(count) {
      _ = sync_futex_wait(ended.pointer, done)
    }
  }

  // MARK: The watcher's side

  /// Lets the submitter begin.
  func begin() { mayBegin.open() }

  /// How many items have started so far.
  var startedCount: Int { started.pointer.pointee.load(ordering: .relaxed) }

  /// Releases all items, those that have not started too.
  func release() {
    released.pointer.pointee = sync_monotonic_ns()
    isReleased.open()
  }

  // MARK: At rest

  /// How many items started before the release.
  var startedBeforeRelease: Int { (0..<count).count { startDelay(of: $0) != nil } }

  /// How long an item took from its submission to its start, in ns; nil where it started after the release
  /// only, or there is no such item.
  func startDelay(of item: Int) -> UInt64? {
    guard item < count, notes[item].started <= released.pointer.pointee else { return nil }
    return notes[item].started &- notes[item].submitted
  }

  /// The threads that ran items, each once.
  var threads: Set<Int32> { Set((0..<count).map { notes[$0].thread }) }

  /// What is wrong with what was noted, nil where every item ran once, after its submission.
  func violation() -> String? {
    for item in 0..<count {
      let runs = notes[item].runs.load(ordering: .relaxed)
      if runs != 1 { return "item \(item) ran \(runs) times" }
      if notes[item].submitted == 0 { return "item \(item) was not submitted" }
      if notes[item].started < notes[item].submitted {
        return "item \(item) started before it was submitted"
      }
    }
    return nil
  }

  /// Makes ready for another round.
  func reset() {
    for item in 0..<count {
      notes[item].submitted = 0
      notes[item].started = 0
      notes[item].thread = 0
      notes[item].runs.store(0, ordering: .relaxed)
    }
    started.pointer.pointee.store(0, ordering: .relaxed)
    ended.pointer.pointee.store(0, ordering: .relaxed)
    released.pointer.pointee = 0
    mayBegin.shut()
    isReleased.shut()
  }
}

/// What threads sleep at until it is open.
private struct Gate: ~Copyable {
  private let word = CacheAligned(Atomic<UInt32>(0))

  borrowing func open() {
    word.pointer.pointee.store(1, ordering: .releasing)
    _ = sync_futex_wake(word.pointer, .max)
  }

  borrowing func wait() {
    while word.pointer.pointee.load(ordering: .acquiring) == 0 {
      _ = sync_futex_wait(word.pointer, 0)
    }
  }

  borrowing func shut() { word.pointer.pointee.store(0, ordering: .relaxed) }
}
