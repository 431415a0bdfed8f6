import CSyncShims
public import Synchronization

/// Plain threads that take part in loops beside the caller: started once, asleep on a futex between
/// loops.
///
/// Nobody spins: who starts a loop wakes the threads, and sleeps until the last of them is through, as
/// Dispatch does. The threads are bound to nothing but the process's CPUs, as a pool's are.
@usableFromInline
final class LoopTeam: Sendable {
  private let board: TeamBoard
  private let threads: [PosixThread]

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
    let board = TeamBoard()
    self.board = board
    threads = (1..<max(1, width)).compactMap { number in
      try? PosixThread { board.serve(number) }
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
public final class TeamBoard: @unchecked Sendable {
  private let generation = CacheAligned(Atomic<UInt32>(0))
  private let running = CacheAligned(Atomic<UInt32>(0))
  /// What to run, nil for the end.
  ///
  /// Written before a generation is started, read after.
  private let order = CacheAligned<BorrowedBody?>(nil)

  /// Makes a board whose threads have nothing to do yet.
  public init() {}

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

  /// Has each of the threads do its part, and waits for the last.
  public func run(threads: Int, _ part: @Sendable (Int) -> Void) {
    BorrowedBody.lend(part) { part in
      start(part, threads: threads)
      waitForAll()
    }
  }

  /// Lets the threads end.
  public func end(_ threads: Int) { start(nil, threads: threads) }

  /// A thread's life: a part a generation, until there is none.
  ///
  /// No generation is missed, because none begins before every thread has done its part of the last.
  public func serve(_ number: Int) {
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

/// A loop's body by its address, for threads and tasks that may live on when the loop has returned.
///
/// What ends an operation or a task may still hold its closure for a moment, and would keep the body
/// itself beyond the call that lent it. An address holds nothing.
@usableFromInline
struct BorrowedBody: @unchecked Sendable {
  private let address: UnsafePointer<@Sendable (Int) -> Void>

  /// Runs `use` with the body's address, which is good until `use` returns.
  @usableFromInline
  static func lend(_ body: @Sendable (Int) -> Void, to use: (BorrowedBody) -> Void) {
    withoutActuallyEscaping(body) { body in
      withUnsafePointer(to: body) { use(BorrowedBody(address: $0)) }
    }
  }

  /// Runs the body for an index; what the call holds of it is given back when it returns.
  @usableFromInline @inline(never) func callAsFunction(_ index: Int) { address.pointee(index) }
}
