/// The items of one submitter, used in turn; all of them may be on the queue at the same time.
///
/// The items are made before they are submitted, so that only Dispatch allocates in a submission. A
/// real program allocates its items' contexts for its own purposes, so the contexts are no cost of
/// the queue.
@usableFromInline
final class QueueLane: @unchecked Sendable {
  @usableFromInline let items: UnsafeMutablePointer<QueueItem>
  @usableFromInline let count: Int
  /// The number of submitted items, which the submitter writes when all of them have run.
  @usableFromInline var submitted: UInt64 = 0
  private let record: CacheAligned<LaneRecord>

  /// Makes `count` items, a power of two, which add to `shared` or, if it is nil, count separately.
  @usableFromInline
  init(count: Int, sharing shared: UnsafeMutablePointer<UInt64>?) {
    precondition(count > 0 && count & (count - 1) == 0, "items are found by the bits of a number")
    self.count = count
    let record = CacheAligned(LaneRecord(shared: shared))
    items = .makeAligned(repeating: QueueItem(lane: record.pointer), count: count)
    self.record = record
  }

  deinit { items.deallocate() }

  /// The number of runs of all items, to be read when no item is on the queue.
  ///
  /// - Complexity: O(items).
  @usableFromInline var runs: UInt64 { (0..<count).reduce(0) { $0 &+ items[$1].runs } }

  /// Returns and forgets a fault in the items that have run since the last call; nil if there is
  /// none.
  ///
  /// To be called when no item is on the queue.
  ///
  /// - Complexity: O(items).
  @usableFromInline
  func takeFault() -> String? {
    let wrong = takeWrongRuns()
    let misplaced = record.pointer.pointee.misplaced
    record.pointer.pointee.misplaced = 0
    record.pointer.pointee.next = submitted
    if wrong > 0 { return "\(wrong) runs of items are missing or in excess" }
    return misplaced > 0 ? "\(misplaced) items ran out of their submitter's order" : nil
  }

  /// Returns the number of missing and excess runs, and corrects the counts.
  private func takeWrongRuns() -> UInt64 {
    let (rounds, rest) = submitted.quotientAndRemainder(dividingBy: UInt64(count))
    var wrong: UInt64 = 0
    for index in 0..<count {
      let due = rounds &+ (UInt64(index) < rest ? 1 : 0)
      let runs = items[index].runs
      wrong &+= max(due, runs) &- min(due, runs)
      items[index].runs = due
    }
    return wrong
  }
}
