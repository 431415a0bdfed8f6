import BenchmarkModel
import BenchmarkRunner
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

  /// The primitives that run a source, then several branches, then a sink.
  private static let shape = VariantLines<RoundMaking<DiamondRecord>>(tier: .headline) {
    roundsProgram(DiamondRecord(branches: $0.value("branches", default: 8)), $1())
  }
}

/// The check of a diamond: each item runs once, the source first, the sink last, the branches
/// between them.
final class DiamondRecord: RoundRecord {
  /// The number of items between the source and the sink.
  let branches: Int
  /// The counts of runs, by index: first the branches, then the source, then the sink.
  private let runs: RoundRuns

  init(branches: Int) {
    self.branches = branches
    runs = RoundRuns(count: branches + 2)
  }

  var count: Int { runs.count }
  private var source: Int { branches }
  private var sink: Int { branches + 1 }

  func noteSource() { runs.note(source) }

  /// Notes that a branch runs, and notes a fault unless the source has run.
  func noteBranch(_ branch: Int) { runs.note(branch, after: source..<sink) }

  /// Notes that the sink runs, and notes a fault for each branch that has not run.
  func noteSink() { runs.note(sink, after: 0..<branches) }

  func endRound() { runs.endRound() }

  func conclude(operations: UInt64) -> TrialConclusion {
    runs.conclude(operations) {
      "\($0) of \(operations) items ran before those that they depend on, or not exactly once"
    }
  }
}
