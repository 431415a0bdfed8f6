public import Synchronization

/// A table of 4096 words that all locks of a kind share, and that is never freed.
///
/// Locks find their words by hashing, so two locks may find the same word.
@usableFromInline
struct WordTable: @unchecked Sendable {
  /// The number of words, as published for both ``WaitingArrayLock`` and ``BravoLock``.
  @inlinable static var count: Int { 4096 }

  @usableFromInline let words: UnsafeMutablePointer<Atomic<UInt>>

  /// Makes a table of zeros.
  init() {
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: Self.count * MemoryLayout<Atomic<UInt>>.stride, alignment: 128)
    words = memory.bindMemory(to: Atomic<UInt>.self, capacity: Self.count)
    for index in 0..<Self.count { (words + index).initialize(to: Atomic(0)) }
  }

  /// The word that the lowest twelve bits of a hash select.
  @inlinable @inline(__always)
  subscript(hash: UInt) -> UnsafeMutablePointer<Atomic<UInt>> {
    words + Int(bitPattern: hash & UInt(Self.count - 1))
  }
}
