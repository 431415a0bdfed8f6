import CSyncShims
import Dispatch
import SyncPrimitives

/// A priority inversion between classes: a background item holds a lock, a user-initiated one waits for it,
/// and items of the default class, whose urgency lies between, want the CPUs.
///
/// All are ordinary threads of the fair scheduler with different nice values. No thread is kept from the CPU for
/// good: the holder gets the share of its weight, and the waiter waits for the holder.
final class ClassInversion<Exclusion: MutualExclusion & ~Copyable>: Sendable {
  private let exclusion: Exclusion
  private let value = CacheAligned<UInt64>(0)
  private let insideSteps: UInt64
  private let hogs: Int

  /// Makes an inversion with a free lock.
  ///
  /// - Parameters:
  ///   - insideSteps: The holder's work inside its section.
  ///   - hogs: The number of items of the default class that want a CPU meanwhile.
  init(insideSteps: UInt64, hogs: Int) {
    exclusion = Exclusion()
    self.insideSteps = insideSteps
    self.hogs = hogs
  }

  /// The count of the holder and the waiter, two a round.
  ///
  /// To be read with all items at rest.
  var total: UInt64 { value.pointer.pointee }

  /// Plays one round, and returns the wait of the waiter, in ns.
  ///
  /// The holder takes the lock and sleeps until the waiter is about to come; the hogs run by then.
  func round() -> UInt64 {
    let items = DispatchGroup()
    let isHeld = DispatchSemaphore(value: 0)
    let waiterComes = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var waited: UInt64 = 0
    ServiceClass.background.queue.async(group: items) {
      self.hold(isHeld: isHeld, until: waiterComes)
    }
    isHeld.wait()
    let hogging = ClassHogs(of: [.default], each: hogs)
    ServiceClass.userInitiated.queue.async(group: items) {
      waited = self.wait(coming: waiterComes)
      // The holder has yet to leave: otherwise it would do so on a tenth of a CPU.
      hogging.letGo()
    }
    items.wait()
    return waited
  }

  private func hold(isHeld: DispatchSemaphore, until waiterComes: DispatchSemaphore) {
    var state = exclusion.makeThreadState()
    exclusion.exclusively(&state) {
      // Read before the waiter is released, and written when the waiter would have ended: if the waiter is not
      // kept out, its addition is lost.
      let before = value.pointer.pointee
      isHeld.signal()
      waiterComes.wait()
      _ = sync_work(insideSteps)
      value.pointer.pointee = before &+ 1
    }
    exclusion.endThreadState(state)
  }

  private func wait(coming: DispatchSemaphore) -> UInt64 {
    var state = exclusion.makeThreadState()
    coming.signal()
    let start = sync_monotonic_ns()
    var end = start
    exclusion.exclusively(&state) {
      end = sync_monotonic_ns()
      incrementGuarded(value.pointer, workSteps: 0)
    }
    exclusion.endThreadState(state)
    return end - start
  }
}
