import BenchmarkRunner
import CSyncShims
import SyncPrimitives
import Synchronization

/// A record of rounds of items, with the verdict on the rounds.
protocol RoundRecord: Sendable {
  /// The number of items in a round.
  var count: Int { get }

  /// Checks the items of the round, and begins the next round.
  func endRound()

  /// The verdict on the rounds since the last verdict.
  func conclude(operations: UInt64) -> TrialConclusion
}

/// Makes what all rounds share, such as a queue, and returns the closure that runs one round.
typealias RoundMaking<Record> = @Sendable () -> @Sendable (Record) -> Void

/// The program of one thread that runs rounds of items.
func roundsProgram<Record: RoundRecord>(
  _ record: Record, _ run: @escaping @Sendable (Record) -> Void
) -> TrialProgram {
  TrialProgram(threadCount: 1) { thread in
    roundLoop(record, until: thread.stop, run)
  } conclude: { operations in
    record.conclude(operations: operations.reduce(0, &+))
  }
}

/// A counter of faults that any thread may note.
final class FaultCount: Sendable {
  private let count = CacheAligned(Atomic<UInt64>(0))

  func note() { count.pointer.pointee.wrappingAdd(1, ordering: .relaxed) }

  /// The verdict on `operations` operations, with the text of `describe` as its violation if there
  /// was a fault since the last verdict.
  func conclude(_ operations: UInt64, _ describe: (_ faults: UInt64) -> String) -> TrialConclusion {
    let faults = count.pointer.pointee.exchange(0, ordering: .relaxed)
    return TrialConclusion(operations: operations, violation: faults > 0 ? describe(faults) : nil)
  }
}

/// The number of runs of each item of a round: a word for each item, which must be n after round n.
///
/// Unchecked: each item writes its own word, and reads the words of items that have run before it.
final class RoundRuns: @unchecked Sendable {
  let count: Int
  private let words: UnsafeMutablePointer<UInt64>
  private let round = CacheAligned<UInt64>(1)
  private let faults = FaultCount()

  init(count: Int) {
    self.count = count
    words = .makeAligned(repeating: 0, count: count)
  }

  deinit { words.deallocate() }

  /// Notes that an item runs.
  func note(_ item: Int) { addOne(to: words + item) }

  /// Notes that an item runs, and notes a fault unless all `earlier` items have run in this round.
  func note(_ item: Int, after earlier: Range<Int>) {
    let current = sync_word_read(round.pointer)
    for other in earlier where sync_word_read(words + other) != current { faults.note() }
    note(item)
  }

  /// Notes a fault of the round itself.
  func noteFault() { faults.note() }

  /// Checks that each item has run once, and begins the next round.
  func endRound() {
    let current = sync_word_read(round.pointer)
    for index in 0..<count where sync_word_read(words + index) != current {
      faults.note()
      sync_word_write(words + index, current)
    }
    sync_word_write(round.pointer, current + 1)
  }

  /// The verdict on the rounds since the last verdict.
  func conclude(_ operations: UInt64, _ describe: (_ faults: UInt64) -> String) -> TrialConclusion {
    faults.conclude(operations, describe)
  }
}

/// Runs rounds of items until `stop` is raised, and returns the number of items.
@inline(never)
private func roundLoop<Record: RoundRecord>(
  _ record: Record, until stop: UnsafePointer<UInt32>, _ run: (Record) -> Void
) -> UInt64 {
  var done: UInt64 = 0
  while sync_flag_read(stop) == 0 {
    run(record)
    record.endRound()
    done &+= UInt64(record.count)
  }
  return done
}
