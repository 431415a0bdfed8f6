import BenchmarkModel
import BenchmarkRunner
import CSyncShims
import Dispatch
import SyncPrimitives

/// A batch of items, from the making of the items to their end, and the tally that the batch must
/// leave.
struct ItemBatch: Sendable {
  /// The number of times that an item runs.
  var runsPerItem: UInt64 = 1
  /// The number of notifications of an item.
  var notificationsPerItem: UInt64 = 0
  /// The number of further runs in a batch, beside the runs of its items.
  ///
  /// Without a further run, a batch whose items should not run would pass even if nothing at all
  /// ran.
  var runsPerBatch: UInt64 = 0
  /// The queue that the loop itself runs on; nil if the loop runs on no queue.
  var home: DispatchQueue?
  /// Makes the items of a batch by ``eachItem(_:)``, and returns when every item has ended.
  let run: @Sendable (BatchNotes) -> Void
}

/// The number of items in a batch, which bounds the length and the memory of a queue.
private let itemsOnTheirWay = 256

/// Runs `body` for each item of a batch.
///
/// Inlined, because some operations take nanoseconds, and a call between two items would add to
/// their time.
@inline(__always)
func eachItem(_ body: () -> Void) { for _ in 0..<itemsOnTheirWay { body() } }

/// A tally of the batches of a trial.
struct ItemTally {
  /// The number of runs: those of items, and the batches' further runs.
  var runs: UInt64 = 0
  /// The number of notifications that came.
  var notifications: UInt64 = 0
  /// The number of notifications that came before their item had run.
  var earlyNotifications: UInt64 = 0
  /// The number of items that began while their queue was held back.
  var earlyRuns: UInt64 = 0
}

/// The notes of a batch's items.
///
/// Unchecked: the tally is written on the queue of the items, or on the thread that performs the
/// items. The tally is a plain address, so closures that capture it don't count references.
struct BatchNotes: @unchecked Sendable {
  let tally: UnsafeMutablePointer<ItemTally>

  /// Notes that an item runs.
  @inline(__always)
  func noteRun() { tally.pointee.runs &+= 1 }
}

/// The suite's lines for batches of items, or for calls to a queue.
let itemLine = VariantLines<@Sendable () -> ItemBatch> { itemProgram($1()) }

/// The program of one thread that runs batches of items.
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

/// Runs batches of items until `stop` is raised, and returns the number of items.
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

/// The fault in a tally; nil if the numbers of runs and of notifications are right, and no run and
/// no notification was early.
///
/// - Parameters:
///   - items: The number of items in all batches.
///   - runs: The number of runs that all batches together should have.
///   - notifications: The number of notifications that each item should have.
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
