public import CSyncShims
public import SyncPrimitives

/// How many items are on their way before the thread waits for them: bounds the queue's length and
/// memory.
@inlinable public var itemsOnTheirWay: Int { 256 }

/// Sends items on their way, a batch at a time, until the flag is raised; how many.
@inlinable @inline(never)
public func itemLoop<Life: ItemLife>(
  _ life: Life, tally: UnsafeMutablePointer<ItemTally>, until stop: UnsafePointer<UInt32>
) -> UInt64 {
  var done: UInt64 = 0
  while sync_flag_read(stop) == 0 {
    for _ in 0..<itemsOnTheirWay { life.live(tally) }
    life.endBatch(tally)
    life.drain()
    done &+= UInt64(itemsOnTheirWay)
  }
  return done
}
