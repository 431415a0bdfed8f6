import SyncPrimitives

/// When a submitter arrived, and when its item began: both stamps of one clock.
struct Passage: BitwiseCopyable, Equatable, Sendable {
  /// The stamp before the submission.
  var arrival: UInt64
  /// The item's first act.
  var entry: UInt64
}

/// The first passages of one thread in a trial.
///
/// The thread owns it while time is measured, the leader between trials.
struct PassageLog: ~Copyable, @unchecked Sendable {
  let memory: UnsafeMutablePointer<Passage>
  let capacity: Int
  var count = 0

  /// Makes an empty log for so many passages.
  init(capacity: Int) {
    self.capacity = capacity
    memory = .allocate(capacity: capacity)
    // Written, so that no page is first met while time is measured.
    memory.initialize(repeating: Passage(arrival: 0, entry: 0), count: capacity)
  }

  deinit { memory.deallocate() }

  /// Notes a passage, as long as there is room.
  @inline(__always)
  mutating func append(_ passage: Passage) {
    guard count < capacity else { return }
    memory[count] = passage
    count &+= 1
  }

  /// Whether passages may be missing at its end.
  var isFull: Bool { count == capacity }

  /// What was noted; then it is empty.
  mutating func take() -> [Passage] {
    defer { count = 0 }
    return Array(UnsafeBufferPointer(start: memory, count: count))
  }
}

/// A log for each thread of a case, on cache lines of its own.
final class PassageLogs: @unchecked Sendable {
  /// The threads' logs; a thread touches its own only.
  let threads: [UnsafeMutablePointer<PassageLog>]

  /// How many passages of a thread are noted in a trial: enough for a share, and merged in a moment.
  static let capacity = 8192

  /// Makes empty logs for so many threads.
  init(threads count: Int, capacity: Int = PassageLogs.capacity) {
    threads = (0..<count).map { _ in .makeAligned(PassageLog(capacity: capacity)) }
  }

  deinit { for log in threads { log.freeAligned() } }

  /// The order in which the trial's items began, against the order in which their submitters came; then
  /// the logs are empty.
  ///
  /// - Complexity: O(threads × passages).
  func takeOrder() -> HandOverOrder {
    // A full log ends early. What began to wait before the first of them ends is seen to its entry.
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
