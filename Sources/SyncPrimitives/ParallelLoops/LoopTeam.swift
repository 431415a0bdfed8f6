import CSyncShims
import Glibc
public import Synchronization

/// Plain threads that take part in loops beside the caller: started once, asleep on a futex between
/// loops.
///
/// Nobody spins: who starts a loop wakes the threads, and sleeps until the last of them is through, as
/// Dispatch does. The threads are bound to nothing but the process's CPUs, as a pool's are.
@usableFromInline
final class LoopTeam: Sendable {
  private let board: LoopBoard
  private let threads: [LoopThread]

  /// What a loop may hand its indices out with.
  @usableFromInline let next = CacheAligned(Atomic<Int>(0))

  /// Who takes part in a loop: the caller and the threads.
  ///
  /// Where the system refuses a thread, there are fewer than asked for, and ``refusal`` says so.
  @usableFromInline let size: Int
  /// What the system refused, nil where it did not.
  let refusal: String?

  /// Starts the threads of a team of `width`, the caller included.
  @usableFromInline
  init(width: Int) {
    let board = LoopBoard()
    self.board = board
    threads = (1..<max(1, width)).compactMap { number in
      LoopThread { board.serve(number) }
    }
    size = threads.count + 1
    refusal = Self.refusal(size: size, width: width)
  }

  /// Why a team can't be as large as it was asked for, nil where it is.
  static func refusal(size: Int, width: Int) -> String? {
    size == max(1, width)
      ? nil : "the system gave \(size) of \(width) threads; raise `ulimit -u`"
  }

  deinit {
    board.end(threads.count)
    for thread in threads { thread.join() }
  }

  /// Runs `part(0)` here and the other parts on the threads; returns when all have ended.
  @usableFromInline
  func run(_ part: @Sendable (Int) -> Void) {
    guard size > 1 else { return part(0) }
    BorrowedBody.lend(part) { part in
      board.start(part, threads: size - 1)
      part(0)
      board.waitForAll()
    }
  }
}

/// What a team's threads are told, and how many of them are still at it.
private final class LoopBoard: @unchecked Sendable {
  private let generation = CacheAligned(Atomic<UInt32>(0))
  private let running = CacheAligned(Atomic<UInt32>(0))
  /// What to run, nil for the end.
  ///
  /// Written before a generation is started, read after.
  private let order = CacheAligned<BorrowedBody?>(nil)

  /// Wakes the threads for a part; the release pairs with their acquire, so they see it.
  func start(_ part: BorrowedBody?, threads: Int) {
    order.pointer.pointee = part
    running.pointer.pointee.store(UInt32(threads), ordering: .relaxed)
    generation.pointer.pointee.wrappingAdd(1, ordering: .releasing)
    _ = sync_futex_wake(generation.pointer, Int32(threads))
  }

  /// Sleeps until every thread has done its part.
  func waitForAll() {
    while case let left = running.pointer.pointee.load(ordering: .acquiring), left != 0 {
      _ = sync_futex_wait(running.pointer, left)
    }
  }

  func end(_ threads: Int) { start(nil, threads: threads) }

  /// A thread's life: a part a generation, until there is none.
  ///
  /// No generation is missed, for none begins before every thread has done its part of the last.
  func serve(_ number: Int) {
    var served: UInt32 = 0
    while true {
      while generation.pointer.pointee.load(ordering: .acquiring) == served {
        _ = sync_futex_wait(generation.pointer, served)
      }
      served &+= 1
      guard let part = order.pointer.pointee else { return }
      part(number)
      let left = running.pointer.pointee.wrappingSubtract(1, ordering: .acquiringAndReleasing)
      if left.newValue == 0 { _ = sync_futex_wake(running.pointer, 1) }
    }
  }
}

/// A thread that is joined.
private struct LoopThread: Sendable {
  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  private let handle: pthread_t

  /// Starts a thread; nil when the system has no more.
  init?(_ run: @escaping @Sendable () -> Void) {
    let body = Unmanaged.passRetained(Body(run))
    var handle = pthread_t()
    let status = pthread_create(
      &handle, nil,
      { context in
        if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, body.toOpaque())
    guard status == 0 else {
      body.release()
      return nil
    }
    self.handle = handle
  }

  func join() { pthread_join(handle, nil) }
}
