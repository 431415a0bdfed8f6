import CSyncShims
import Dispatch
import SyncWorkloads
import Synchronization

extension Behaviour {
  /// Which of two items gets its work done first where both want the same CPU.
  static let userInitiatedEndsFirst = Behaviour(
    "user-initiated-ends-first",
    "of two items that want the same CPU for the same work, the user-initiated one ends first, though submitted last",
    attempts: 6
  ) { ClassContest().favours(.userInitiated, submittedAfter: .background) }

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

/// Two items of different classes that do the same work on the same CPU, until one is through.
///
/// Each on a CPU that others keep busy would not do: who ends first is then which CPU the kernel chose.
private final class ClassContest: Sendable {
  private static let nobody: UInt32 = 0
  /// The number of the item that was through first.
  private let winner = Atomic<UInt32>(ClassContest.nobody)
  private let present = Atomic<Int>(0)

  /// Whether an item of the one class is through before one of the other that is submitted ahead of it.
  func favours(_ favoured: ServiceClass, submittedAfter other: ServiceClass) -> Bool {
    let all = allowedCPUs()
    let items = DispatchGroup()
    for (number, serviceClass) in [(2, other), (1, favoured)] {
      serviceClass.queue.async(group: items) {
        bindThisThread(to: Array(all.prefix(1)))
        self.work(as: UInt32(number))
        bindThisThread(to: all)
      }
    }
    items.wait()
    return winner.load(ordering: .relaxed) == 1
  }

  /// Some time slices of work, or as much as there is time for until the other is through.
  ///
  /// Work that fits into its first slice ends in it, whatever the class.
  private func work(as number: UInt32) {
    present.wrappingAdd(1, ordering: .relaxed)
    while present.load(ordering: .relaxed) < 2 { sync_yield() }
    for _ in 0..<5000 {
      guard winner.load(ordering: .relaxed) == Self.nobody else { return }
      _ = sync_work(1000)
    }
    _ = winner.compareExchange(expected: Self.nobody, desired: number, ordering: .relaxed)
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
