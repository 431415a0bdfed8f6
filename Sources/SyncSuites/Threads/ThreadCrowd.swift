import CSyncShims
import SyncPrimitives
import Synchronization

/// Threads that share a fixed amount of work, and are all ready to run when the work begins.
///
/// The threads are bound to the process's CPUs in turn, and sleep on a futex between rounds.
final class ThreadCrowd: Sendable {
  /// The number of threads, which is less than requested if the system refused a thread.
  var count: Int { threads.count }

  /// The error number of the refusal; 0 if there was none.
  let status: Int32

  private let board: TeamBoard
  private let threads: [PosixThread]
  private let microseconds: Int
  private let steps: UInt64
  private let piece: Int?

  /// Starts the threads, each with a small stack, because there may be thousands.
  ///
  /// - Parameters:
  ///   - threads: The number of threads.
  ///   - microseconds: The work of each thread in a round, in microseconds.
  ///   - stepsPerMicrosecond: The steps of busy work in a microsecond.
  ///   - pieceMicroseconds: The work after which a thread yields its CPU, in microseconds; nil for
  ///     never.
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
          // If the binding is refused, the kernel spreads the threads.
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

  /// Makes all threads do their work, and waits for the last thread.
  ///
  /// Returns the work done, in microseconds.
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
