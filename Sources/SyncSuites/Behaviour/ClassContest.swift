import CSyncShims
import Dispatch
import SyncPrimitives
import SyncWorkloads
import Synchronization

extension Behaviour {
  /// Which of two items gets its work done first where every CPU is wanted.
  static let userInitiatedEndsFirst = Behaviour(
    "user-initiated-ends-first",
    "of two items with the same work, and a busy thread a CPU, the user-initiated one ends first, though submitted last",
    attempts: 2
  ) {
    let hogs = CPUHogs(count: allowedCPUs().count)
    return withExtendedLifetime(hogs) {
      ClassContest().favours(.userInitiated, submittedAfter: .background)
    }
  }

  /// Whether a background item is slow where nobody else wants its CPU.
  static let backgroundAloneIsSlower = Behaviour(
    "background-alone-is-slower",
    "alone, a background item takes half as long again for the same work as a user-initiated one",
    attempts: 10
  ) {
    let background = quickestWork(at: .background)
    return Double(background) >= 1.5 * Double(quickestWork(at: .userInitiated))
  }
}

/// Two items of different classes that do the same work at the same time, until one is through.
private final class ClassContest: Sendable {
  private static let nobody: UInt32 = 0
  /// The number of the item that was through first.
  private let winner = Atomic<UInt32>(ClassContest.nobody)

  /// Whether an item of the one class is through before one of the other that is submitted ahead of it.
  func favours(_ favoured: ServiceClass, submittedAfter other: ServiceClass) -> Bool {
    let items = DispatchGroup()
    other.queue.async(group: items) { self.work(as: 2) }
    favoured.queue.async(group: items) { self.work(as: 1) }
    items.wait()
    return winner.load(ordering: .relaxed) == 1
  }

  /// Some time slices of work, or as much as there is time for until the other is through.
  ///
  /// Work that fits into its first slice ends in it, whatever the class.
  private func work(as number: UInt32) {
    for _ in 0..<5000 {
      guard winner.load(ordering: .relaxed) == Self.nobody else { return }
      _ = sync_work(1000)
    }
    _ = winner.compareExchange(
      expected: Self.nobody, desired: number, ordering: .relaxed)
  }
}

/// The shortest of some items' times for the same work, in ns: the one that was least disturbed.
private func quickestWork(at serviceClass: ServiceClass) -> UInt64 {
  let done = DispatchSemaphore(value: 0)
  var quickest = UInt64.max
  for _ in 0..<5 {
    nonisolated(unsafe) var took: UInt64 = 0
    serviceClass.queue.async {
      let start = sync_monotonic_ns()
      _ = sync_work(100_000)
      took = sync_monotonic_ns() - start
      done.signal()
    }
    done.wait()
    quickest = min(quickest, took)
  }
  return quickest
}
