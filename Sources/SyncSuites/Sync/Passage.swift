import SyncPrimitives

/// The arrival of a submitter and the entry of its item, as stamps of one clock.
struct Passage: BitwiseCopyable, Equatable, Sendable {
  /// The stamp before the submission.
  var arrival: UInt64
  /// The stamp of the item's first act.
  var entry: UInt64
}

/// The log of the first passages of one thread in a trial.
///
/// The thread owns the log during a trial. Between trials, the process's first thread owns it.
struct PassageLog: ~Copyable, @unchecked Sendable {
  let memory: UnsafeMutablePointer<Passage>
  let capacity: Int
  var count = 0

  /// Makes an empty log for `capacity` passages.
  init(capacity: Int) {
    self.capacity = capacity
    memory = .allocate(capacity: capacity)
    // The memory is written now, so that no page fault comes while time is measured.
    memory.initialize(repeating: Passage(arrival: 0, entry: 0), count: capacity)
  }

  deinit { memory.deallocate() }

  /// Notes a passage if there is room.
  @inline(__always)
  mutating func append(_ passage: Passage) {
    guard count < capacity else { return }
    memory[count] = passage
    count &+= 1
  }

  /// Whether passages may be missing at the log's end.
  var isFull: Bool { count == capacity }

  /// Takes the passages, and leaves an empty log.
  mutating func take() -> [Passage] {
    defer { count = 0 }
    return Array(UnsafeBufferPointer(start: memory, count: count))
  }
}

/// A log for each thread of a case, on cache lines of its own.
final class PassageLogs: @unchecked Sendable {
  /// The threads' logs; a thread accesses only its own log.
  let threads: [UnsafeMutablePointer<PassageLog>]

  /// The largest number of a thread's passages that are noted in a trial: enough to estimate a
  /// share, and quick to merge.
  static let capacity = 8192

  /// Makes empty logs for `count` threads.
  init(threads count: Int, capacity: Int = PassageLogs.capacity) {
    threads = (0..<count).map { _ in .makeAligned(PassageLog(capacity: capacity)) }
  }

  deinit { for log in threads { log.freeAligned() } }

  /// Compares the order in which the trial's items began with the order in which their submitters
  /// came, and leaves empty logs.
  ///
  /// - Complexity: O(threads × passages).
  func takeOrder() -> HandOverOrder {
    // A full log ends early. Up to the earliest end of a full log, the logs have all passages.
    var horizon = UInt64.max
    var logs: [[Passage]] = []
    for thread in threads {
      let isFull = thread.pointee.isFull
      logs.append(thread.pointee.take())
      if isFull, let last = logs.last?.last { horizon = min(horizon, last.entry) }
    }
    return HandOverOrder(logs.map { log in Array(log.prefix { $0.arrival <= horizon }) })
  }
}
