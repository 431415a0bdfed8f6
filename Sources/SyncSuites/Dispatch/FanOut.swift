import BenchmarkModel
import BenchmarkRunner
import Dispatch
import SyncPrimitives
import Synchronization

extension DispatchSuite {
  static let fanOut = Workload.ofPool(
    "fan-out", "one item of a round, handed to a global queue and waited for",
    axes: [
      Axis(
        "items", .count, headline: [64], standard: [1, 8, 64, 512],
        thorough: [1, 2, 4, 8, 16, 64, 256, 1024, 4096])
    ], pace: .window,
    [
      .fanOut("group-async", "async(group:), and the group's wait", .headline, make: groupAsync),
      .fanOut("group-enter-leave", "enter, leave at the end of each item, and wait") {
        let (queue, group) = (DispatchQueue.global(), DispatchGroup())
        return { items in
          nonisolated(unsafe) let words = items.words
          for index in 0..<items.count {
            group.enter()
            queue.async {
              addOne(to: words + index)
              group.leave()
            }
          }
          group.wait()
        }
      },
      .fanOut("group-notify", "a group with a notify") {
        let (queue, group) = (DispatchQueue.global(), DispatchGroup())
        let done = DispatchSemaphore(value: 0)
        return { items in
          nonisolated(unsafe) let words = items.words
          for index in 0..<items.count {
            queue.async(group: group) { addOne(to: words + index) }
          }
          group.notify(queue: queue) { done.signal() }
          done.wait()
        }
      },
      .fanOut("countdown", "an atomic count, whose last item signals a semaphore") {
        let queue = DispatchQueue.global()
        let count = CacheAligned(Atomic<Int>(0))
        let done = DispatchSemaphore(value: 0)
        return { items in
          nonisolated(unsafe) let words = items.words
          nonisolated(unsafe) let left = count.pointer
          left.pointee.store(items.count, ordering: .relaxed)
          for index in 0..<items.count {
            queue.async {
              addOne(to: words + index)
              // Each item releases its own word. The last item acquires all words, and hands them on by its
              // signal.
              let now = left.pointee.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue
              if now == 0 { done.signal() }
            }
          }
          done.wait()
        }
      },
    ])
}

/// `async(group:)` on a global queue, and the group's `wait`.
func groupAsync() -> @Sendable (ItemWords) -> Void {
  let (queue, group) = (DispatchQueue.global(), DispatchGroup())
  return { items in
    nonisolated(unsafe) let words = items.words
    for index in 0..<items.count {
      queue.async(group: group) { addOne(to: words + index) }
    }
    group.wait()
  }
}

extension MeasuredPrimitive {
  /// Makes the line of a way to hand out the items of a round and to wait until the last has ended.
  ///
  /// An item does ``addOne(to:)`` to its word and nothing else.
  static func fanOut(
    _ name: String, _ summary: String, _ tier: Tier = .standard,
    make: @escaping @Sendable () -> @Sendable (ItemWords) -> Void
  ) -> MeasuredPrimitive {
    .rounds(name, summary, tier, of: { ItemWords($0) }, make)
  }
}

/// A word for each item of a round: all that an item of a fan-out has to show.
extension ItemWords: RoundRecord {
  /// Makes words for as many items as a case has.
  convenience init(_ context: CaseContext) {
    self.init(count: context.value("items", default: 64))
  }

  func conclude(operations: UInt64) -> TrialConclusion {
    TrialConclusion(operations: operations, violation: fault(operations: operations))
  }
}
