public import CSyncShims

/// Adds one to a word that no other thread writes meanwhile, which is the whole work of an item of
/// a round.
///
/// A relaxed load and a relaxed store are enough, because two runs of an item must not overlap.
@inlinable @inline(__always)
public func addOne(to word: UnsafeMutablePointer<UInt64>) {
  sync_word_write(word, sync_word_read(word) &+ 1)
}
