import Glibc

/// The sums over some threads' calls to the allocator.
package struct AllocationCount: Equatable, Sendable {
  /// The number of blocks that the allocator gave, including those of realloc.
  package var allocations: UInt64 = 0
  /// The number of bytes that were requested.
  package var allocatedBytes: UInt64 = 0
  /// The number of blocks that were freed.
  package var frees: UInt64 = 0

  static func + (left: Self, right: Self) -> Self {
    Self(
      allocations: left.allocations &+ right.allocations,
      allocatedBytes: left.allocatedBytes &+ right.allocatedBytes,
      frees: left.frees &+ right.frees)
  }

  static func - (left: Self, right: Self) -> Self {
    Self(
      allocations: left.allocations &- right.allocations,
      allocatedBytes: left.allocatedBytes &- right.allocatedBytes,
      frees: left.frees &- right.frees)
  }
}

/// A reader of the preloaded library that counts this process's allocations.
package struct AllocationReader: Sendable {
  /// A function that writes rows of four words (CAllocationCounter.h), and returns their number.
  typealias Function = @convention(c) @Sendable (UnsafeMutablePointer<UInt64>?, Int) -> Int

  let function: Function

  /// Finds the library in this process; nil if it is not preloaded.
  package init?() {
    // RTLD_DEFAULT is a null pointer, which Swift does not import.
    guard let symbol = dlsym(nil, "syncbench_allocations_read") else { return nil }
    function = unsafeBitCast(symbol, to: Function.self)
  }

  init(function: Function) { self.function = function }

  /// Returns memory for a snapshot, made beforehand so that taking the snapshot allocates nothing.
  ///
  /// - Parameter threads: The number of threads that may still start, for which the snapshot has
  ///   room too.
  package func makeSnapshot(forThreads threads: Int = 256) -> AllocationSnapshot {
    AllocationSnapshot(rows: function(nil, 0) + threads)
  }

  /// Takes the counts of all threads since the process's start.
  ///
  /// The counts are exact for the calling thread, and for threads that have synchronized with it by
  /// a join or a futex since their last call to the allocator. Reading allocates nothing, unless
  /// there are more threads than the snapshot has room for.
  package func read(into snapshot: inout AllocationSnapshot) {
    while true {
      let capacity = snapshot.words.count / AllocationSnapshot.wordsOfRow
      let rows = snapshot.words.withUnsafeMutableBufferPointer {
        function($0.baseAddress, capacity)
      }
      snapshot.rows = rows
      if rows <= capacity { return }
      snapshot = AllocationSnapshot(rows: rows + capacity)
    }
  }
}

/// The calls to the allocator by each thread of a process up to one moment.
package struct AllocationSnapshot: Sendable {
  static let wordsOfRow = 4

  var words: [UInt64]
  var rows = 0

  init(rows: Int) { words = Array(repeating: 0, count: rows * Self.wordsOfRow) }

  /// The rows that each belong to one thread; row 0 belongs to all other threads together.
  private var threadRows: Range<Int> { 1..<max(1, rows) }

  private func owner(_ row: Int) -> UInt64 { words[row * Self.wordsOfRow] }

  private func count(_ row: Int) -> AllocationCount {
    // A thread that is not in the earlier snapshot counts from zero.
    guard row < rows else { return AllocationCount() }
    let first = row * Self.wordsOfRow
    return AllocationCount(
      allocations: words[first + 1], allocatedBytes: words[first + 2], frees: words[first + 3])
  }

  /// The calls since an earlier snapshot.
  package func since(_ earlier: AllocationSnapshot) -> AllocationDifference {
    AllocationDifference(
      threads: threadRows.map {
        ThreadAllocations(
          threadID: Int32(truncatingIfNeeded: owner($0)), count: count($0) - earlier.count($0))
      },
      sharingThreads: Int(rows > 0 ? owner(0) : 0), shared: count(0) - earlier.count(0))
  }
}

/// The calls to the allocator by one thread.
package struct ThreadAllocations: Equatable, Sendable {
  /// The kernel's number of the thread, which may be reused when the thread has ended.
  package let threadID: Int32
  /// The thread's calls.
  package let count: AllocationCount
}

/// The calls to the allocator between two snapshots.
package struct AllocationDifference: Equatable, Sendable {
  /// The threads with a row of their own, in the order of their first calls since the process's
  /// start; a thread that made no call between the snapshots has counts of 0.
  package let threads: [ThreadAllocations]
  /// The number of threads that started after the library's table was full.
  package let sharingThreads: Int
  /// The calls of the threads that started after the library's table was full, together.
  package let shared: AllocationCount

  /// The calls of all threads except one, such as the thread that runs the trials, whose calls are
  /// not the case's.
  ///
  /// - Parameter threadID: The thread to leave out; nil for none.
  package func total(without threadID: Int32? = nil) -> AllocationCount {
    threads.reduce(shared) { $1.threadID == threadID ? $0 : $0 + $1.count }
  }

  /// The calls of a thread; nil if it has never called the allocator, or shares a row with other
  /// threads.
  package func count(of threadID: Int32) -> AllocationCount? {
    let own = threads.filter { $0.threadID == threadID }
    return own.isEmpty ? nil : own.reduce(AllocationCount()) { $0 + $1.count }
  }
}
