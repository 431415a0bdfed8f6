import BenchmarkModel
import BenchmarkRunner
import CSyncShims
import Dispatch
import SyncPrimitives
import Synchronization

extension DispatchSuite {
  static let fanOut = Workload.ofPool(
    "fan-out", "one item of a round, handed to a global queue and waited for",
    axes: [
      Axis(
        "items", .count, headline: [64], standard: [1, 8, 64, 512],
        thorough: [1, 2, 4, 8, 16, 64, 256, 1024, 4096])
    ], pace: .window,
    [
      fanOutLine(
        "group-async", "async(group:), and the group's wait", .headline, setup: groupAsync),
      fanOutLine("group-enter-leave", "enter, leave at the end of each item, and wait") {
        let (queue, group) = (DispatchQueue.global(), DispatchGroup())
        return { items in
          nonisolated(unsafe) let words = items.words
          for index in 0..<items.count {
            group.enter()
            queue.async {
              addOne(to: words + index)
              group.leave()
            }
          }
          group.wait()
        }
      },
      fanOutLine("group-notify", "a group with a notify") {
        let (queue, group) = (DispatchQueue.global(), DispatchGroup())
        let done = DispatchSemaphore(value: 0)
        return { items in
          nonisolated(unsafe) let words = items.words
          for index in 0..<items.count {
            queue.async(group: group) { addOne(to: words + index) }
          }
          group.notify(queue: queue) { done.signal() }
          done.wait()
        }
      },
      fanOutLine(
        "countdown", "an atomic count of the items left; the last item signals a semaphore"
      ) {
        let queue = DispatchQueue.global()
        let count = CacheAligned(Atomic<Int>(0))
        let done = DispatchSemaphore(value: 0)
        return { items in
          nonisolated(unsafe) let words = items.words
          nonisolated(unsafe) let left = count.pointer
          left.pointee.store(items.count, ordering: .relaxed)
          for index in 0..<items.count {
            queue.async {
              addOne(to: words + index)
              // Each item releases its own word. The last item acquires all words, and hands them
              // on by its signal.
              let now = left.pointee.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue
              if now == 0 { done.signal() }
            }
          }
          done.wait()
        }
      },
    ])
}

/// `async(group:)` on a global queue, and the group's `wait`.
func groupAsync() -> @Sendable (ItemWords) -> Void {
  let (queue, group) = (DispatchQueue.global(), DispatchGroup())
  return { items in
    nonisolated(unsafe) let words = items.words
    for index in 0..<items.count {
      queue.async(group: group) { addOne(to: words + index) }
    }
    group.wait()
  }
}

/// The suite's lines for a fan-out: ways to hand out the items of a round, and to wait until the
/// last item has ended.
///
/// An item does ``addOne(to:)`` to its word and nothing else.
let fanOutLine = VariantLines<RoundMaking<ItemWords>> { roundsProgram(ItemWords($0), $1()) }

/// The record of a fan-out's rounds, in which an item's only result is its word.
extension ItemWords: RoundRecord {
  /// Makes words for as many items as a case has.
  convenience init(_ context: CaseContext) {
    self.init(count: context.value("items", default: 64))
  }

  func conclude(operations: UInt64) -> TrialConclusion {
    TrialConclusion(operations: operations, violation: fault(operations: operations))
  }
}

/// A word for each item of a round, and the number of rounds.
///
/// After each round, every word must equal the number of rounds.
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

  /// Checks every word after a round, as a program would read the results of its items.
  func endRound() {
    let tally = self.tally.pointer
    tally.pointee.rounds &+= 1
    let rounds = tally.pointee.rounds
    for index in 0..<count where sync_word_read(words + index) != rounds {
      tally.pointee.faults &+= 1
      sync_word_write(words + index, rounds)
    }
  }

  /// The fault in the rounds since the last conclusion; nil if each of `operations` items ran once,
  /// before the item's round had ended.
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
    if faults > 0 { return "\(faults) of \(items) items did not run exactly once in their round" }
    return items == operations ? nil : "\(items) items ran, not \(operations)"
  }
}

/// The tally of the rounds so far.
struct RoundTally: Sendable {
  var rounds: UInt64 = 0
  /// The number of rounds that a conclusion has already checked.
  var concluded: UInt64 = 0
  var faults: UInt64 = 0
}

/// The memory of the words of an ``ItemWords``, freed with it.
final class WordStorage: @unchecked Sendable {
  let words: UnsafeMutablePointer<UInt64>

  init(_ count: Int) {
    words = .allocate(capacity: count)
    words.initialize(repeating: 0, count: count)
  }

  deinit { words.deallocate() }
}
