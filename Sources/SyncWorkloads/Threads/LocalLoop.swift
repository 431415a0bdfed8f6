public import CSyncShims
public import SyncPrimitives

/// Finds the thread's word and adds one to it, so many times; by how much the word has grown.
@inlinable @inline(never)
public func localLoop<Word: LocalWord & ~Copyable>(
  _ local: borrowing Word, operations: UInt64
) -> UInt64 {
  sync_align_code()
  let before = local.word().pointee
  var done: UInt64 = 0
  while done < operations {
    incrementGuarded(local.word(), workSteps: 0)
    done &+= 1
  }
  return local.word().pointee &- before
}
