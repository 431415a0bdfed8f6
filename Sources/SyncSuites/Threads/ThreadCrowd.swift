import CSyncShims
import SyncPrimitives
import Synchronization

/// Threads that share out a fixed amount of work, all of them ready to run from its beginning.
///
/// They are bound to the process's CPUs in turn, as many to each, and asleep on a futex between rounds.
final class ThreadCrowd: Sendable {
  /// How many threads there are: fewer than asked for where the system refused one.
  var count: Int { threads.count }

  /// The number of the error for which there was no further thread; 0 for none.
  let status: Int32

  private let board: TeamBoard
  private let threads: [PosixThread]
  private let microseconds: Int
  private let steps: UInt64
  private let piece: Int?

  /// Starts the threads, each with a small stack, because there may be thousands.
  ///
  /// - Parameters:
  ///   - threads: How many there are to be.
  ///   - microseconds: How many microseconds of work each does in a round.
  ///   - stepsPerMicrosecond: Steps of busy work in one of them.
  ///   - pieceMicroseconds: After how many it gives its CPU away; nil for never.
  init(
    threads count: Int, microseconds: Int, stepsPerMicrosecond: UInt64, pieceMicroseconds: Int?
  ) {
    self.microseconds = microseconds
    steps = stepsPerMicrosecond
    piece = pieceMicroseconds
    let board = TeamBoard()
    let cpus = allowedCPUs().map { Int32($0) }
    var threads: [PosixThread] = []
    var status: Int32 = 0
    do {
      for number in 0..<count {
        let thread = try PosixThread(stackBytes: 262_144) {
          // Where it is refused, the kernel spreads the threads.
          if !cpus.isEmpty { _ = sync_affinity_set(0, [cpus[number % cpus.count]], 1) }
          board.serve(number)
        }
        threads.append(thread)
      }
    } catch {
      status = error.status
    }
    self.board = board
    self.threads = threads
    self.status = status
  }

  deinit {
    board.end(count)
    for thread in threads { thread.join() }
  }

  /// Has all threads do their work, and waits for the last; how many microseconds of work were done.
  func round() -> UInt64 {
    let done = CacheAligned(Atomic<UInt64>(0))
    nonisolated(unsafe) let sum = done.pointer
    board.run(threads: count) { _ in
      self.work()
      sum.pointee.wrappingAdd(UInt64(self.microseconds), ordering: .relaxed)
    }
    return sum.pointee.load(ordering: .relaxed)
  }

  private func work() {
    for done in 1...max(1, microseconds) {
      _ = sync_work(steps)
      if let piece, done % piece == 0 { sync_yield() }
    }
  }
}
