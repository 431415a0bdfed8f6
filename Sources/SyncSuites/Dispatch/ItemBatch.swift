import BenchmarkModel
import BenchmarkRunner
import CSyncShims
import Dispatch
import SyncPrimitives

/// The life of a batch of items from their making to their end, and the tally that it must leave.
struct ItemBatch: Sendable {
  /// The number of times that an item runs.
  var runsPerItem: UInt64 = 1
  /// The number of times that an item is notified of.
  var notificationsPerItem: UInt64 = 0
  /// The number of runs that a batch has besides.
  ///
  /// Without such a run, a batch that runs nothing at all would pass.
  var runsPerBatch: UInt64 = 0
  /// The queue that the loop itself runs on; nil for the thread alone.
  var home: DispatchQueue?
  /// Sends the items of a batch on their way by ``eachItem(_:)``, and returns when every item has come to its
  /// end.
  let run: @Sendable (BatchNotes) -> Void
}

/// The number of items that are on their way before the thread waits for them: bounds the queue's length and
/// memory.
private let itemsOnTheirWay = 256

/// Runs `body` for each item of a batch.
///
/// Inlined, so that no call stands between an item and the next: some operations take nanoseconds.
@inline(__always)
func eachItem(_ body: () -> Void) { for _ in 0..<itemsOnTheirWay { body() } }

/// A tally of the items of a serial queue.
struct ItemTally {
  /// The number of items that ran.
  var runs: UInt64 = 0
  /// The number of notifications.
  var notifications: UInt64 = 0
  /// The number of notifications that came before as many items had run.
  var earlyNotifications: UInt64 = 0
  /// The number of items that began while their queue was held back.
  var earlyRuns: UInt64 = 0
}

/// The notes of a batch's items.
///
/// Unchecked: written on the queue of the items, or on the thread that performs them. A plain address, so that the
/// capturing closures count no references.
struct BatchNotes: @unchecked Sendable {
  let tally: UnsafeMutablePointer<ItemTally>

  /// Notes that an item runs.
  @inline(__always)
  func noteRun() { tally.pointee.runs &+= 1 }
}

/// The lines of batches of items, or of calls to a queue.
let itemLine = VariantLines<@Sendable () -> ItemBatch> { itemProgram($1()) }

/// The program of one thread that sends items on their way.
func itemProgram(_ batch: ItemBatch) -> TrialProgram {
  let tallies = CacheAligned(ItemTally())
  return TrialProgram(threadCount: 1) { thread in
    let notes = BatchNotes(tally: tallies.pointer)
    guard let home = batch.home else { return itemLoop(batch, notes, until: thread.stop) }
    return home.sync { itemLoop(batch, notes, until: thread.stop) }
  } conclude: { operations in
    let done = operations.reduce(0, &+)
    let tally = tallies.pointer.pointee
    tallies.pointer.pointee = ItemTally()
    let batches = done / UInt64(itemsOnTheirWay)
    return TrialConclusion(
      operations: done,
      violation: fault(
        tally, items: done, runs: done &* batch.runsPerItem &+ batches &* batch.runsPerBatch,
        notifications: batch.notificationsPerItem))
  }
}

/// Runs one batch of items after another until the flag is raised; returns the number of items.
@inline(never)
private func itemLoop(
  _ batch: ItemBatch, _ notes: BatchNotes, until stop: UnsafePointer<UInt32>
) -> UInt64 {
  var done: UInt64 = 0
  while sync_flag_read(stop) == 0 {
    batch.run(notes)
    done &+= UInt64(itemsOnTheirWay)
  }
  return done
}

/// The fault in a tally; nil if each item ran and was notified of as often as it should.
///
/// - Parameter runs: The number of times that items should have run, all together.
private func fault(
  _ tally: ItemTally, items: UInt64, runs: UInt64, notifications: UInt64
) -> String? {
  if tally.runs != runs { return "\(tally.runs) items ran, not \(runs)" }
  if tally.notifications != items &* notifications {
    return "\(tally.notifications) notifications came, not \(items &* notifications)"
  }
  if tally.earlyRuns > 0 {
    return "\(tally.earlyRuns) items began while their queue was held back"
  }
  return tally.earlyNotifications > 0
    ? "\(tally.earlyNotifications) notifications came before their item had run" : nil
}
