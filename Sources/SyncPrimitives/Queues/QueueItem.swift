public import CSyncShims

/// What an item that is put on a queue is given: what it counts in, and its place among its submitter's.
///
/// It fills a cache line: its submitter writes the next one while a thread of the pool runs this one.
public struct QueueItem: BitwiseCopyable, @unchecked Sendable {
  /// How often it has run; the first field, so that it is at the item's own address.
  public var runs: UInt64 = 0
  /// Its place among its submitter's items, from 0.
  public var number: UInt64 = 0
  /// The busy work that it does.
  public var workSteps: UInt64 = 0
  /// The submitter's stamp before the submission.
  public var arrival: UInt64 = 0
  /// The item's own stamp, its first act.
  public var entry: UInt64 = 0
  @usableFromInline let lane: UnsafeMutablePointer<LaneRecord>
  /// What its stamp is read from, as `sync_stamp` takes it; negative for no stamp.
  public var clock: Int32 = -1
  @usableFromInline let filler: UInt64 = 0

  @usableFromInline init(lane: UnsafeMutablePointer<LaneRecord>) { self.lane = lane }
}

/// What the items of one submitter leave behind: written by whoever runs them.
@usableFromInline
struct LaneRecord: BitwiseCopyable {
  /// What the items of all submitters count in, one at a time; nil where they may run together.
  @usableFromInline let shared: UnsafeMutablePointer<UInt64>?
  /// The number of the item that must come next.
  @usableFromInline var next: UInt64 = 0
  /// How many came when another one was due.
  @usableFromInline var misplaced: UInt64 = 0

  @usableFromInline init(shared: UnsafeMutablePointer<UInt64>?) { self.shared = shared }
}

/// What every item does: stamps if it is asked to, counts and works.
///
/// Items that exclude each other count in one place, where whoever is not kept out is seen, and must come
/// in their submitter's order. Others count each for itself. Both say that they have run.
@inlinable @inline(__always)
public func runItem(_ item: UnsafeMutablePointer<QueueItem>) {
  if item.pointee.clock >= 0 { item.pointee.entry = sync_stamp(item.pointee.clock) }
  let runs = UnsafeMutableRawPointer(item).assumingMemoryBound(to: UInt64.self)
  let lane = item.pointee.lane
  guard let shared = lane.pointee.shared else {
    return incrementGuarded(runs, workSteps: item.pointee.workSteps)
  }
  incrementGuarded(shared, workSteps: item.pointee.workSteps)
  if item.pointee.number != lane.pointee.next { lane.pointee.misplaced &+= 1 }
  lane.pointee.next = item.pointee.number &+ 1
  runs.pointee &+= 1
}

/// The same as a function of C, which has the item for its context.
@usableFromInline
func runItemFunction(_ context: UnsafeMutableRawPointer?) {
  guard let context else { return }
  runItem(context.assumingMemoryBound(to: QueueItem.self))
}
