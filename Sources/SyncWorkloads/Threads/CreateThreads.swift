import CSyncShims
public import SyncPrimitives

/// What came of making threads.
public struct CreateTally: Equatable, Sendable {
  /// Threads that were made and waited for.
  public var threads: UInt64 = 0
  /// How often not exactly one more thread had run when it had been waited for.
  public var faults: UInt64 = 0
  /// The number of the error for which there was no further thread; 0 for none.
  public var status: Int32 = 0

  /// Nothing yet.
  public init() {}
}

/// Makes one thread after another and waits for each, until there are so many or the system has no more.
@inline(never)
public func createThreads(
  _ maker: some ThreadMaker, noting runs: ThreadRuns, operations: UInt64
) -> CreateTally {
  var tally = CreateTally()
  var before = runs.total
  while tally.threads < operations {
    tally.status = maker.runThread(runs)
    guard tally.status == 0 else { break }
    tally.threads &+= 1
    let after = runs.total
    if after &- before != 1 { tally.faults &+= 1 }
    before = after
  }
  return tally
}
