public import CSyncShims

/// A way to hand out a round of items and to wait until the last of them has ended.
public protocol FanIn: ~Copyable, Sendable {
  /// Makes one, with all that outlives a round.
  init()

  /// Hands out an item for each of `count` words, one at least, and returns when all have run.
  ///
  /// An item does ``addOne(to:)`` to its word and nothing else.
  borrowing func run(_ words: UnsafeMutablePointer<UInt64>, count: Int)
}

/// Adds one to a word that nobody else writes meanwhile: all that an item of a round does.
///
/// Not with one atomic step: an item that runs twice at once is then seen as well.
@inlinable @inline(__always)
public func addOne(to word: UnsafeMutablePointer<UInt64>) {
  sync_word_write(word, sync_word_read(word) &+ 1)
}
