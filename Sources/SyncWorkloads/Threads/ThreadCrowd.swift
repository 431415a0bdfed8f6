import CSyncShims
import Glibc
import SyncPrimitives
import Synchronization

/// Threads that share out a fixed amount of work, all of them ready to run from its beginning.
///
/// They are bound to the process's CPUs in turn, as many to each, and asleep on a futex between rounds.
public final class ThreadCrowd: @unchecked Sendable {
  /// How many threads there are: fewer than asked for where the system refused one.
  public var count: Int { handles.count }
  /// The number of the error for which there was no further thread; 0 for none.
  public private(set) var status: Int32 = 0

  private let board = CrowdBoard()
  private var handles: [pthread_t] = []

  /// Starts the threads.
  ///
  /// - Parameters:
  ///   - threads: How many there are to be.
  ///   - microseconds: How many microseconds of work each does in a round.
  ///   - stepsPerMicrosecond: Steps of busy work in one of them.
  ///   - pieceMicroseconds: After how many it gives its CPU away; nil for never.
  public init(
    threads: Int, microseconds: Int, stepsPerMicrosecond: UInt64, pieceMicroseconds: Int?
  ) {
    let cpus = allowedCPUs().map { Int32($0) }
    for index in 0..<threads {
      let member = CrowdMember(
        board: board, microseconds: microseconds, stepsPerMicrosecond: stepsPerMicrosecond,
        pieceMicroseconds: pieceMicroseconds,
        cpu: cpus.isEmpty ? nil : cpus[index % cpus.count])
      guard let handle = start(member) else { break }
      handles.append(handle)
    }
  }

  deinit {
    board.begin(threads: count, isEnd: true)
    for handle in handles { pthread_join(handle, nil) }
  }

  /// Has all threads do their work, and waits for the last; how many microseconds of work were done.
  public func round() -> UInt64 {
    board.begin(threads: count, isEnd: false)
    board.waitForAll()
    return board.done
  }

  /// Starts a thread with a small stack, for there may be thousands; nil where the system has no more.
  private func start(_ member: CrowdMember) -> pthread_t? {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, 262_144)
    let context = Unmanaged.passRetained(member)
    var handle = pthread_t()
    status = pthread_create(
      &handle, &attributes,
      { context in
        if let context { Unmanaged<CrowdMember>.fromOpaque(context).takeRetainedValue().live() }
        return nil
      }, context.toOpaque())
    guard status == 0 else {
      context.release()
      return nil
    }
    return handle
  }
}

/// What the threads of a crowd are told, and how much of it is done.
private final class CrowdBoard: @unchecked Sendable {
  private let generation = CacheAligned(Atomic<UInt32>(0))
  private let running = CacheAligned(Atomic<UInt32>(0))
  private let work = CacheAligned(Atomic<UInt64>(0))
  /// Written before a generation begins, read after.
  private let isEnd = CacheAligned(false)

  /// The microseconds of work of the round; read it when all threads are through.
  var done: UInt64 { work.pointer.pointee.load(ordering: .relaxed) }

  /// Wakes the threads; the release pairs with their acquire, so they see whether it is the end.
  func begin(threads: Int, isEnd: Bool) {
    self.isEnd.pointer.pointee = isEnd
    work.pointer.pointee.store(0, ordering: .relaxed)
    running.pointer.pointee.store(UInt32(threads), ordering: .relaxed)
    generation.pointer.pointee.wrappingAdd(1, ordering: .releasing)
    _ = sync_futex_wake(generation.pointer, .max)
  }

  func waitForAll() {
    while case let left = running.pointer.pointee.load(ordering: .acquiring), left != 0 {
      _ = sync_futex_wait(running.pointer, left)
    }
  }

  /// Waits for the generation after `served`; false for the end.
  func wait(past served: UInt32) -> Bool {
    while generation.pointer.pointee.load(ordering: .acquiring) == served {
      _ = sync_futex_wait(generation.pointer, served)
    }
    return !isEnd.pointer.pointee
  }

  /// Notes a thread's work of the round.
  func finish(microseconds: UInt64) {
    work.pointer.pointee.wrappingAdd(microseconds, ordering: .relaxed)
    let left = running.pointer.pointee.wrappingSubtract(1, ordering: .acquiringAndReleasing)
    if left.newValue == 0 { _ = sync_futex_wake(running.pointer, 1) }
  }
}

/// A thread of a crowd.
private final class CrowdMember: Sendable {
  private let board: CrowdBoard
  private let microseconds: Int
  private let steps: UInt64
  private let piece: Int?
  private let cpu: Int32?

  init(
    board: CrowdBoard, microseconds: Int, stepsPerMicrosecond: UInt64, pieceMicroseconds: Int?,
    cpu: Int32?
  ) {
    self.board = board
    self.microseconds = microseconds
    steps = stepsPerMicrosecond
    piece = pieceMicroseconds
    self.cpu = cpu
  }

  /// Works round after round, until there is none.
  ///
  /// No round is missed, for none begins before every thread has done its part of the last.
  func live() {
    // Where it is refused, the kernel spreads the threads.
    if var cpu { _ = sync_affinity_set(0, &cpu, 1) }
    var served: UInt32 = 0
    while board.wait(past: served) {
      served &+= 1
      work()
      board.finish(microseconds: UInt64(microseconds))
    }
  }

  private func work() {
    for done in 1...max(1, microseconds) {
      _ = sync_work(steps)
      if let piece, done % piece == 0 { sync_yield() }
    }
  }
}
