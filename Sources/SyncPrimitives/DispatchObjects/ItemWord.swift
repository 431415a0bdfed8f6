public import CSyncShims

/// Adds one to a word that no other thread writes meanwhile: the whole work of an item of a round.
///
/// Not with one atomic step: an item that runs twice at once is then seen as well.
@inlinable @inline(__always)
public func addOne(to word: UnsafeMutablePointer<UInt64>) {
  sync_word_write(word, sync_word_read(word) &+ 1)
}
