public import CSyncShims
public import SyncPrimitives

/// Has one round of ordered items run after another until the flag is raised; how many items.
@inlinable @inline(never)
public func orderedItemsLoop<Items: OrderedItems>(
  _ items: Items, record: OrderedItemsRecord, count: Int, until stop: UnsafePointer<UInt32>
) -> UInt64 {
  var done: UInt64 = 0
  while sync_flag_read(stop) == 0 {
    items.run(record, count: count)
    record.endRound(of: count)
    done += UInt64(count)
  }
  return done
}

/// Runs one diamond after another until the flag is raised; how many items.
@inlinable @inline(never)
public func diamondLoop<Shape: DiamondItems>(
  _ diamond: Shape, record: DiamondRecord, until stop: UnsafePointer<UInt32>
) -> UInt64 {
  var done: UInt64 = 0
  while sync_flag_read(stop) == 0 {
    diamond.run(record)
    record.endRound()
    done += UInt64(record.branches + 2)
  }
  return done
}

/// Has one round of items run, and what is to follow each, after another until the flag is raised; how many
/// items.
@inlinable @inline(never)
public func followedItemsLoop<Items: FollowedItems>(
  _ items: Items, record: FollowedItemsRecord, until stop: UnsafePointer<UInt32>
) -> UInt64 {
  var done: UInt64 = 0
  while sync_flag_read(stop) == 0 {
    items.run(record)
    record.endRound()
    done += UInt64(record.count)
  }
  return done
}

/// What a trial of cancellations came to.
public struct CancelTally: Sendable {
  /// How many batches there were.
  public var batches: UInt64 = 0
  /// How many items were cancelled.
  public var items: UInt64 = 0
  /// How long the cancelling took in ns.
  public var cancelNanoseconds: UInt64 = 0

  /// Nothing yet.
  @inlinable public init() {}
}

/// Cancels one batch of items after another until the flag is raised.
@inlinable @inline(never)
public func cancelledItemsLoop<Way: CancelledItems>(
  _ way: Way, record: CancelledItemsRecord, count: Int, until stop: UnsafePointer<UInt32>
) -> CancelTally {
  var tally = CancelTally()
  while sync_flag_read(stop) == 0 {
    tally.cancelNanoseconds += way.run(record, count: count)
    tally.batches += 1
    tally.items += UInt64(count)
  }
  return tally
}

/// What a trial of retries came to.
public struct RetryTally: Sendable {
  /// How many jobs there were.
  public var jobs: UInt64 = 0
  /// What was wrong with the first that had a fault.
  public var fault: String?

  /// Nothing yet.
  public init() {}
}

/// Runs one job after another until the trial's length is over, one at least.
///
/// - Parameter lateness: Given how late each attempt but a job's first was, in ns.
@inline(never)
public func retriedJobsLoop<Way: RetriedJobs>(
  _ way: Way, record: RetriedJobRecord, lengthNanoseconds: UInt64, lateness: (UInt64) -> Void
) -> RetryTally {
  var tally = RetryTally()
  let begin = sync_monotonic_ns()
  repeat {
    record.begin()
    way.run(record)
    tally.jobs += 1
    if let fault = record.fault() {
      tally.fault = fault
      return tally
    }
    record.lateness(lateness)
  } while sync_monotonic_ns() < begin + lengthNanoseconds
  return tally
}
