import CSyncShims
import SyncPrimitives

/// A word for each item of a round, and the number of rounds.
///
/// After each round, every word must equal that number.
final class ItemWords: Sendable {
  /// The number of items in a round.
  let count: Int
  let storage: WordStorage
  let tally = CacheAligned(RoundTally())

  /// Makes words for rounds of `count` items, at least one.
  init(count: Int) {
    precondition(count > 0, "a round has an item at least")
    self.count = count
    storage = WordStorage(count)
  }

  /// The address of the words.
  var words: UnsafeMutablePointer<UInt64> { storage.words }

  /// Checks every word after a round, as a program reads the results of its items.
  func endRound() {
    let tally = self.tally.pointer
    tally.pointee.rounds &+= 1
    let rounds = tally.pointee.rounds
    for index in 0..<count where sync_word_read(words + index) != rounds {
      tally.pointee.faults &+= 1
      sync_word_write(words + index, rounds)
    }
  }

  /// The fault in the rounds since the last conclusion; nil if each of `operations` items ran once, before its
  /// round had ended.
  func fault(operations: UInt64) -> String? {
    let tally = self.tally.pointer
    let rounds = tally.pointee.rounds
    let items = (rounds - tally.pointee.concluded) * UInt64(count)
    var faults = tally.pointee.faults
    for index in 0..<count where sync_word_read(words + index) != rounds {
      faults += 1
      sync_word_write(words + index, rounds)
    }
    tally.pointee.concluded = rounds
    tally.pointee.faults = 0
    if faults > 0 { return "\(faults) of \(items) items did not run once in their round" }
    return items == operations ? nil : "\(items) items ran, not \(operations)"
  }
}

/// The tally of the rounds so far.
struct RoundTally: Sendable {
  var rounds: UInt64 = 0
  var concluded: UInt64 = 0
  var faults: UInt64 = 0
}

/// Words that live as long as any item may write them.
final class WordStorage: @unchecked Sendable {
  let words: UnsafeMutablePointer<UInt64>

  init(_ count: Int) {
    words = .allocate(capacity: count)
    words.initialize(repeating: 0, count: count)
  }

  deinit { words.deallocate() }
}
