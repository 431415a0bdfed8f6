import BenchmarkModel
import BenchmarkRunner
import CSyncShims
import Dispatch
import Foundation
import SyncPrimitives
import Synchronization

extension OperationsSuite {
  /// The pipeline that guides show for a table of images: one queue downloads and another queue
  /// filters, each with a limit of its own.
  static let pipeline = Workload.ofPool(
    "pipeline",
    "one image: 200 µs of waiting on a queue of 6 at once, then 50 µs of work on a queue of 2",
    tier: .standard, axes: [Axis("items", .count, [64])], pace: .window,
    [
      stages("operation-queues", "two OperationQueues, each image's filter depends on its download")
      {
        let downloads = OperationQueue()
        downloads.maxConcurrentOperationCount = PipelineRecord.downloadsAtOnce
        let filters = OperationQueue()
        filters.maxConcurrentOperationCount = PipelineRecord.filtersAtOnce
        return { record in
          var all: [Operation] = []
          for image in 0..<record.count {
            let download = BlockOperation { record.download(image) }
            let filter = BlockOperation { record.filter(image) }
            filter.addDependency(download)
            downloads.addOperation(download)
            all.append(filter)
          }
          filters.addOperations(all, waitUntilFinished: true)
        }
      },
      stages(
        "queues-and-semaphores", "one concurrent queue; a semaphore limits each stage"
      ) {
        let queue = DispatchQueue(label: "syncbench.pipeline", attributes: .concurrent)
        let downloads = DispatchSemaphore(value: PipelineRecord.downloadsAtOnce)
        let filters = DispatchSemaphore(value: PipelineRecord.filtersAtOnce)
        return { record in
          let group = DispatchGroup()
          for image in 0..<record.count {
            downloads.wait()
            queue.async(group: group) {
              record.download(image)
              downloads.signal()
              filters.wait()
              record.filter(image)
              filters.signal()
            }
          }
          group.wait()
        }
      },
    ])

  private static let stages = VariantLines<RoundMaking<PipelineRecord>>(tier: .headline) {
    roundsProgram(PipelineRecord(count: $0.value("items", default: 64)), $1())
  }
}

/// The check of a round's images: each is downloaded once, then filtered once, within both limits.
///
/// Unchecked: one operation at a time counts an image's steps, which are read when no operation
/// runs.
final class PipelineRecord: RoundRecord, @unchecked Sendable {
  static let downloadsAtOnce = 6
  static let filtersAtOnce = 2

  let count: Int
  private let downloading = Occupancy()
  private let filtering = Occupancy()
  private let faults = FaultCount()
  /// The number of steps done with each image: 1 after the download, 2 after the filter.
  private let steps: UnsafeMutablePointer<UInt32>

  init(count: Int) {
    self.count = count
    steps = .allocate(capacity: count)
    steps.initialize(repeating: 0, count: count)
  }

  deinit { steps.deallocate() }

  func download(_ image: Int) {
    downloading.run {
      sync_sleep_until(sync_monotonic_ns() + 200_000)
      advance(image, from: 0)
    }
  }

  /// Filters an image.
  ///
  /// - Parameter work: The work of the filter; a test passes work that waits for other filters.
  func filter(_ image: Int, work: () -> Void = { _ = sync_work(25_000) }) {
    filtering.run {
      work()
      advance(image, from: 1)
    }
  }

  private func advance(_ image: Int, from step: UInt32) {
    if sync_flag_read(steps + image) != step { faults.note() }
    sync_flag_write(steps + image, step + 1)
  }

  func endRound() {
    for image in 0..<count {
      if sync_flag_read(steps + image) != 2 { faults.note() }
      sync_flag_write(steps + image, 0)
    }
  }

  func conclude(operations: UInt64) -> TrialConclusion {
    let (downloads, filters) = (downloading.takeMost(), filtering.takeMost())
    var conclusion = faults.conclude(operations) {
      "\($0) images were not downloaded and then filtered, once each"
    }
    if downloads > Self.downloadsAtOnce || filters > Self.filtersAtOnce {
      conclusion.violation =
        "downloads at once: \(downloads) of at most \(Self.downloadsAtOnce); "
        + "filters at once: \(filters) of at most \(Self.filtersAtOnce)"
    }
    conclusion.observations = [
      ("downloads_most", Double(downloads)), ("filters_most", Double(filters)),
    ]
    return conclusion
  }
}
