import CSyncShims
import SyncPrimitives
import Synchronization

/// Items that each block until they are released together, and note when they started.
///
/// One thread submits the items, and another thread watches and releases them. The notes are read
/// when all items have ended.
final class BlockingItems: @unchecked Sendable {
  /// The number of items.
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

  /// Makes `count` items that are not submitted yet.
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

  /// Waits until another thread watches.
  func waitUntilWatched() { mayBegin.wait() }

  /// Notes that an item is about to be submitted.
  func willSubmit(_ item: Int) { notes[item].submitted = sync_monotonic_ns() }

  /// The body of an item, which blocks its thread until all items are released.
  func run(_ item: Int) {
    start(item)
    isReleased.wait()
    end()
  }

  /// Notes that an item starts, on the calling thread.
  func start(_ item: Int) {
    let now = sync_monotonic_ns()
    notes[item].runs.wrappingAdd(1, ordering: .relaxed)
    notes[item].started = now
    notes[item].thread = sync_thread_id()
    started.pointer.pointee.wrappingAdd(1, ordering: .relaxed)
  }

  /// Notes that an item ends.
  func end() {
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

  /// The number of items that have started so far.
  var startedCount: Int { started.pointer.pointee.load(ordering: .relaxed) }

  /// The number of items that have ended so far.
  var endedCount: Int { Int(ended.pointer.pointee.load(ordering: .acquiring)) }

  /// Releases all items, including the items that have not started yet.
  func release() {
    released.pointer.pointee = sync_monotonic_ns()
    isReleased.open()
  }

  // MARK: At rest

  /// The number of items that started before the release.
  var startedBeforeRelease: Int { (0..<count).count { startDelay(of: $0) != nil } }

  /// The time of an item from its submission to its start, in ns; nil if the item started only
  /// after the release, or does not exist.
  func startDelay(of item: Int) -> UInt64? {
    guard item < count, notes[item].started <= released.pointer.pointee else { return nil }
    return notes[item].started &- notes[item].submitted
  }

  /// The number of items that did not run exactly once.
  var missedCount: Int { (0..<count).count { notes[$0].runs.load(ordering: .relaxed) != 1 } }

  /// The times from submission to start of the items that ran, in ns, in the order of the starts.
  func startDelays() -> [UInt64] {
    (0..<count).filter { notes[$0].runs.load(ordering: .relaxed) > 0 }
      .sorted { notes[$0].started < notes[$1].started }
      .map { notes[$0].started &- notes[$0].submitted }
  }

  /// The ids of the threads that ran items.
  var threads: Set<Int32> { Set((0..<count).map { notes[$0].thread }) }

  /// The first fault in the notes; nil if every item ran once, after its submission.
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

  /// Resets the items for another round.
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

/// A gate at which threads sleep until it is open.
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
