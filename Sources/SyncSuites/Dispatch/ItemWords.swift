import CSyncShims
import SyncPrimitives

/// A word for each item of a round, and how many rounds there were: after each, every word must
/// show that number.
final class ItemWords: Sendable {
  /// How many items a round has.
  let count: Int
  let storage: WordStorage
  let tally = CacheAligned(RoundTally())

  /// Makes words for rounds of so many items, one at least.
  init(count: Int) {
    precondition(count > 0, "a round has an item at least")
    self.count = count
    storage = WordStorage(count)
  }

  /// Where the words are.
  var words: UnsafeMutablePointer<UInt64> { storage.words }

  /// Looks at every word after a round, as a program reads what its items have left behind.
  func endRound() {
    let tally = self.tally.pointer
    tally.pointee.rounds &+= 1
    let rounds = tally.pointee.rounds
    for index in 0..<count where sync_word_read(words + index) != rounds {
      tally.pointee.faults &+= 1
      sync_word_write(words + index, rounds)
    }
  }

  /// What is wrong with the rounds since the last conclusion, nil where each of `operations` items
  /// ran once, and before its round had ended.
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

/// What is known of the rounds so far.
struct RoundTally: Sendable {
  var rounds: UInt64 = 0
  var concluded: UInt64 = 0
  var faults: UInt64 = 0
}

/// Keeps words for as long as anybody may write them.
final class WordStorage: @unchecked Sendable {
  let words: UnsafeMutablePointer<UInt64>

  init(_ count: Int) {
    words = .allocate(capacity: count)
    words.initialize(repeating: 0, count: count)
  }

  deinit { words.deallocate() }
}
