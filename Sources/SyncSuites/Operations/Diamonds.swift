import BenchmarkModel
import BenchmarkRunner
import CSyncShims
import Dispatch
import Foundation
import SyncPrimitives

extension OperationsSuite {
  static let diamond = Workload.ofPool(
    "diamond", "one item of a diamond: a source, branches after it, a sink", tier: .standard,
    axes: [
      Axis("branches", .count, headline: [8], standard: [2, 8, 64], thorough: [2, 8, 64, 512])
    ], pace: .window,
    [
      shape("block-operation", "BlockOperation on an OperationQueue") {
        let queue = OperationQueue()
        return { record in
          let source = BlockOperation { record.noteSource() }
          let sink = BlockOperation { record.noteSink() }
          var operations: [Operation] = [source]
          operations.reserveCapacity(record.count)
          for index in 0..<record.branches {
            let branch = BlockOperation { record.noteBranch(index) }
            branch.addDependency(source)
            sink.addDependency(branch)
            operations.append(branch)
          }
          operations.append(sink)
          queue.addOperations(operations, waitUntilFinished: true)
        }
      },
      shape("group-notify", "closures, with a group's notify") {
        let queue = DispatchQueue.global()
        let (group, done) = (DispatchGroup(), DispatchSemaphore(value: 0))
        return { record in
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
      },
    ])

  /// The line of a way to run one item first, then several, then one.
  private static func shape(
    _ name: String, _ summary: String,
    _ make: @escaping @Sendable () -> @Sendable (DiamondRecord) -> Void
  ) -> MeasuredPrimitive {
    .rounds(
      name, summary, .headline,
      of: { DiamondRecord(branches: $0.value("branches", default: 8)) }, make)
  }
}

/// Whether the items of a diamond ran once each: the source first, the sink last, the branches
/// between.
///
/// Unchecked: each item writes a word of its own, and reads those of the items that come before it.
final class DiamondRecord: RoundRecord, @unchecked Sendable {
  /// The number of items between the source and the sink.
  let branches: Int
  /// The number of times that each item ran: the branches, then the source and the sink.
  private let words: UnsafeMutablePointer<UInt64>
  private let round = CacheAligned<UInt64>(1)
  private let faults = FaultCount()

  init(branches: Int) {
    self.branches = branches
    words = .allocate(capacity: branches + 2)
    words.initialize(repeating: 0, count: branches + 2)
  }

  deinit { words.deallocate() }

  var count: Int { branches + 2 }
  private var source: UnsafeMutablePointer<UInt64> { words + branches }
  private var sink: UnsafeMutablePointer<UInt64> { words + branches + 1 }

  func noteSource() { addOne(to: source) }

  /// Notes that a branch runs: the source must have.
  func noteBranch(_ branch: Int) {
    if !hasRun(source) { faults.note() }
    addOne(to: words + branch)
  }

  /// Notes that the sink runs: every branch must have.
  func noteSink() {
    for branch in 0..<branches where !hasRun(words + branch) { faults.note() }
    addOne(to: sink)
  }

  func endRound() {
    let current = sync_word_read(round.pointer)
    for index in 0..<count where sync_word_read(words + index) != current {
      faults.note()
      sync_word_write(words + index, current)
    }
    sync_word_write(round.pointer, current + 1)
  }

  func conclude(operations: UInt64) -> TrialConclusion {
    faults.conclude(operations) {
      "\($0) of \(operations) items ran before those that they depend on, or not once"
    }
  }

  private func hasRun(_ word: UnsafeMutablePointer<UInt64>) -> Bool {
    sync_word_read(word) == sync_word_read(round.pointer)
  }
}
