import CSyncShims
public import Synchronization

/// Plain threads that take part in the caller's loops, started once and asleep on a futex between
/// loops.
///
/// No thread spins: the caller of a loop wakes the threads, and sleeps until the last of them has
/// ended its share of the loop, as in Dispatch. The threads may run on all of the process's CPUs,
/// like those of a pool.
@usableFromInline
final class LoopTeam: Sendable {
  private let board: TeamBoard
  private let threads: [PosixThread]

  /// A counter with which a loop may hand out its indices.
  @usableFromInline let next = CacheAligned(Atomic<Int>(0))

  /// The number of participants of a loop: the caller and the threads.
  ///
  /// If the system refuses a thread, there are fewer than asked for, and ``refusal`` gives the
  /// reason.
  @usableFromInline let size: Int
  /// The reason why the team is smaller than asked for; nil if no thread is missing.
  let refusal: String?

  /// Starts the threads of a team of `width` participants, the caller included.
  @usableFromInline
  init(width: Int) {
    let board = TeamBoard()
    self.board = board
    // The numbers of the threads have no gap, because a loop divides its indices by them.
    var threads: [PosixThread] = []
    while threads.count + 1 < width {
      let number = threads.count + 1
      guard let thread = try? PosixThread({ board.serve(number) }) else { break }
      threads.append(thread)
    }
    self.threads = threads
    size = threads.count + 1
    refusal = Self.refusal(size: size, width: width)
  }

  /// The reason why a team is smaller than asked for; nil if no thread is missing.
  static func refusal(size: Int, width: Int) -> String? {
    size == max(1, width)
      ? nil : "the system gave \(size) of \(width) threads; raise `ulimit -u`"
  }

  deinit {
    board.end(threads.count)
    for thread in threads { thread.join() }
  }

  /// Runs `part(0)` here and the other parts on the threads; returns when all parts have ended.
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

/// The closure that a team's threads run, and the number of threads that still run it.
///
/// A *generation* is one run of a closure by all threads.
public final class TeamBoard: @unchecked Sendable {
  private let generation = CacheAligned(Atomic<UInt32>(0))
  private let running = CacheAligned(Atomic<UInt32>(0))
  /// The closure to run; nil if the threads are to end.
  ///
  /// Written before the count `generation` is raised, and read by threads that have seen the raised
  /// count.
  private let order = CacheAligned<BorrowedBody?>(nil)

  /// Makes a board whose threads have nothing to do yet.
  public init() {}

  /// Wakes the threads to run `part`, each with its own number.
  ///
  /// The release pairs with the threads' acquire, so they see the closure.
  func start(_ part: BorrowedBody?, threads: Int) {
    order.pointer.pointee = part
    running.pointer.pointee.store(UInt32(threads), ordering: .relaxed)
    generation.pointer.pointee.wrappingAdd(1, ordering: .releasing)
    _ = sync_futex_wake(generation.pointer, Int32(threads))
  }

  /// Sleeps until every thread has run the closure.
  func waitForAll() {
    while case let left = running.pointer.pointee.load(ordering: .acquiring), left != 0 {
      _ = sync_futex_wait(running.pointer, left)
    }
  }

  /// Makes each thread run `part` with its own number, and waits for the last thread.
  public func run(threads: Int, _ part: @Sendable (Int) -> Void) {
    BorrowedBody.lend(part) { part in
      start(part, threads: threads)
      waitForAll()
    }
  }

  /// Lets the threads end.
  public func end(_ threads: Int) { start(nil, threads: threads) }

  /// Runs, as the body of thread `number`, the closure of each generation until a generation has
  /// none.
  ///
  /// No generation is missed, because a generation begins only after every thread has run the
  /// closure of the previous generation.
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

/// The address of a loop's body, for threads and tasks that may outlive the loop.
///
/// A queue or pool may hold the closure of an ended operation or task for a moment. Such a closure
/// would keep the body beyond the call that lent it; an address keeps nothing.
@usableFromInline
struct BorrowedBody: @unchecked Sendable {
  private let address: UnsafePointer<@Sendable (Int) -> Void>

  /// Runs `use` with the body's address, which is valid until `use` returns.
  @usableFromInline
  static func lend(_ body: @Sendable (Int) -> Void, to use: (BorrowedBody) -> Void) {
    withoutActuallyEscaping(body) { body in
      withUnsafePointer(to: body) { use(BorrowedBody(address: $0)) }
    }
  }

  /// Runs the body for an index; not inlined, so that its references to the body end with the call.
  @usableFromInline @inline(never) func callAsFunction(_ index: Int) { address.pointee(index) }
}
