public import CSyncShims
public import Synchronization

/// The words in which readers announce their reads, each on its own cache lines.
///
/// For each read, a reader claims a free word by a compare-and-swap, which also announces the
/// reader's first value. In the papers that ``EpochSnapshot`` and ``HazardSnapshot`` name as
/// sources, each thread has a word for its life. A reader then needs a store and a fence, which
/// cost as much as the compare-and-swap on x86-64. The search begins at the thread's own number, so
/// threads with successive numbers find words of their own at once.
@usableFromInline
struct ReaderSlots: ~Copyable, @unchecked Sendable {
  /// The greatest number of readers at a time; further readers wait.
  @inlinable static var count: Int { 64 }

  @inlinable static var free: UInt64 { 0 }

  @usableFromInline let memory: UnsafeMutableRawPointer

  @usableFromInline
  init() {
    memory = .allocate(byteCount: Self.count * 128, alignment: 128)
    for index in 0..<Self.count {
      (memory + index * 128).bindMemory(to: Atomic<UInt64>.self, capacity: 1)
        .initialize(to: Atomic(Self.free))
    }
  }

  @inlinable @inline(__always)
  subscript(index: Int) -> UnsafeMutablePointer<Atomic<UInt64>> {
    (memory + (index & (Self.count - 1)) * 128).assumingMemoryBound(to: Atomic<UInt64>.self)
  }

  /// Claims a free word by storing `value`, which is not ``free``, with sequential consistency.
  @inlinable @inline(__always)
  borrowing func claim(_ value: UInt64) -> UnsafeMutablePointer<Atomic<UInt64>> {
    var index = Int(sync_owner_id())
    while true {
      let slot = self[index]
      if slot.pointee.compareExchange(
        expected: Self.free, desired: value, successOrdering: .sequentiallyConsistent,
        failureOrdering: .relaxed
      ).exchanged {
        return slot
      }
      index &+= 1
      if index & (Self.count - 1) == 0 { sync_pause() }
    }
  }

  /// Returns whether a word has a value that fulfils a condition.
  ///
  /// The loads of the words are sequentially consistent: a reader claims a word and then loads the
  /// published address, a writer publishes and then searches the words, and at least one side must
  /// see the other's first step.
  borrowing func contains(where condition: (UInt64) -> Bool) -> Bool {
    for index in 0..<Self.count
    where condition(self[index].pointee.load(ordering: .sequentiallyConsistent)) {
      return true
    }
    return false
  }

  deinit { memory.deallocate() }
}
