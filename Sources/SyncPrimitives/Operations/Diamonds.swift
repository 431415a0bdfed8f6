import CSyncShims
import Dispatch
import Foundation
import Synchronization

/// Whether the items of a diamond ran once each: the source first, the sink last, the branches
/// between.
///
/// Unchecked: each item writes a word of its own, and reads those of the items that come before it.
public final class DiamondRecord: @unchecked Sendable {
  /// How many items there are between the source and the sink.
  public let branches: Int
  /// How often each item ran: the branches, then the source and the sink.
  private let words: UnsafeMutablePointer<UInt64>
  private let round = CacheAligned<UInt64>(1)
  private let faults = CacheAligned(Atomic<UInt64>(0))

  /// Makes a record of diamonds with so many branches.
  public init(branches: Int) {
    self.branches = branches
    words = .allocate(capacity: branches + 2)
    words.initialize(repeating: 0, count: branches + 2)
  }

  deinit { words.deallocate() }

  private var source: UnsafeMutablePointer<UInt64> { words + branches }
  private var sink: UnsafeMutablePointer<UInt64> { words + branches + 1 }

  /// Notes that the source runs.
  public func noteSource() { addOne(to: source) }

  /// Notes that a branch runs: the source must have.
  public func noteBranch(_ branch: Int) {
    if !hasRun(source) { noteFault() }
    addOne(to: words + branch)
  }

  /// Notes that the sink runs: every branch must have.
  public func noteSink() {
    for branch in 0..<branches where !hasRun(words + branch) { noteFault() }
    addOne(to: sink)
  }

  /// Looks whether every item ran once, and makes ready for the next diamond.
  public func endRound() {
    let current = sync_word_read(round.pointer)
    for index in 0..<branches + 2 where sync_word_read(words + index) != current {
      noteFault()
      sync_word_write(words + index, current)
    }
    sync_word_write(round.pointer, current + 1)
  }

  /// How many faults there were since it was last asked.
  public func takeFaults() -> UInt64 { faults.pointer.pointee.exchange(0, ordering: .relaxed) }

  private func hasRun(_ word: UnsafeMutablePointer<UInt64>) -> Bool {
    sync_word_read(word) == sync_word_read(round.pointer)
  }

  private func noteFault() { faults.pointer.pointee.wrappingAdd(1, ordering: .relaxed) }
}

/// A way to have one item run first, then several, then one.
public protocol DiamondItems: Sendable {
  /// Makes one with nothing to do.
  init()

  /// Runs one diamond and returns when its sink has run.
  func run(_ record: DiamondRecord)
}

/// `BlockOperation`s with dependencies: each branch on the source, the sink on each branch.
public struct BlockOperationDiamond: DiamondItems {
  private let queue = OperationQueue()

  /// Makes an idle queue.
  public init() {}

  /// Makes the operations, adds them and waits.
  public func run(_ record: DiamondRecord) {
    let source = BlockOperation { record.noteSource() }
    let sink = BlockOperation { record.noteSink() }
    var operations: [Operation] = [source]
    operations.reserveCapacity(record.branches + 2)
    for index in 0..<record.branches {
      let branch = BlockOperation { record.noteBranch(index) }
      branch.addDependency(source)
      sink.addDependency(branch)
      operations.append(branch)
    }
    operations.append(sink)
    queue.addOperations(operations, waitUntilFinished: true)
  }
}

/// A diamond of closures on a global queue: the source submits the branches with a group, which
/// notifies the sink.
public struct GroupNotifyDiamond: DiamondItems {
  private let queue = DispatchQueue.global()
  private let group = DispatchGroup()
  private let done = DispatchSemaphore(value: 0)

  /// Makes an empty group.
  public init() {}

  /// Submits the source and waits for the sink.
  public func run(_ record: DiamondRecord) {
    queue.async {
      record.noteSource()
      for branch in 0..<record.branches {
        queue.async(group: group) { record.noteBranch(branch) }
      }
      group.notify(queue: queue) {
        record.noteSink()
        done.signal()
      }
    }
    done.wait()
  }
}
