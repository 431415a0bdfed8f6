public import CSyncShims

/// Adds one to a word that no other thread writes meanwhile: the whole work of a measured item.
///
/// A relaxed load and a relaxed store are enough, because two runs of an item must not overlap.
@inlinable @inline(__always)
public func addOne(to word: UnsafeMutablePointer<UInt64>) {
  sync_word_write(word, sync_word_read(word) &+ 1)
}
