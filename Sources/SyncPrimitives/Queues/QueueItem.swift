public import CSyncShims

/// The context of an item on a queue: its number among its submitter's items, its work, its time
/// stamps and its count of runs.
///
/// An item fills a cache line, because its submitter writes the next item while a thread of the
/// pool runs this item.
public struct QueueItem: BitwiseCopyable, @unchecked Sendable {
  /// The number of runs.
  ///
  /// This field is the first, so that its address is the item's.
  public var runs: UInt64 = 0
  /// The item's number among its submitter's items, from 0.
  public var number: UInt64 = 0
  /// The steps of busy work.
  public var workSteps: UInt64 = 0
  /// The time stamp that the submitter takes before the submission.
  public var arrival: UInt64 = 0
  /// The time stamp that the item takes as it begins to run.
  public var entry: UInt64 = 0
  @usableFromInline let lane: UnsafeMutablePointer<LaneRecord>
  /// The source of the time stamps, as for `sync_stamp`; negative for no stamps.
  public var clock: Int32 = -1
  @usableFromInline let filler: UInt64 = 0

  @usableFromInline init(lane: UnsafeMutablePointer<LaneRecord>) { self.lane = lane }
}

/// The record of one submitter's items, written by the threads that run them.
@usableFromInline
struct LaneRecord: BitwiseCopyable {
  /// The counter of the items of all submitters; nil if the items may run together.
  @usableFromInline let shared: UnsafeMutablePointer<UInt64>?
  /// The number of the item that must come next.
  @usableFromInline var next: UInt64 = 0
  /// The number of items that came when another item was due.
  @usableFromInline var misplaced: UInt64 = 0

  @usableFromInline init(shared: UnsafeMutablePointer<UInt64>?) { self.shared = shared }
}

/// Runs an item: takes its time stamp if asked to, then counts and works.
///
/// Items that exclude each other add to one shared counter: a total that is too small shows that
/// items overlapped. They must also run in their submitter's order. Items that don't exclude each
/// other count separately. Each item counts its runs.
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

/// Runs an item as a function of C, with the item as its context.
@usableFromInline
func runItemFunction(_ context: UnsafeMutableRawPointer?) {
  guard let context else { return }
  runItem(context.assumingMemoryBound(to: QueueItem.self))
}
