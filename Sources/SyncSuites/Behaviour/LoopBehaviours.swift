import CSyncShims
import Dispatch
import Synchronization

/// What guides say `concurrentPerform` does.
enum LoopBehaviours {
  static let all = [
    Behaviour(
      "loop-blocks-caller", "concurrentPerform returns when all of its iterations have ended",
      attempts: 50, attempt: allHaveEndedAtReturn)
  ]

  /// The caller goes on when a helper is at work, which takes longer: one that only did its own iterations
  /// would be back before the helper has ended.
  private static func allHaveEndedAtReturn() -> Bool {
    let count = 16
    let caller = sync_thread_id()
    let (callerCame, helperCame) = (Happening(), Happening())
    let ended = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: count) { _ in
      if sync_thread_id() != caller {
        helperCame.happen()
        _ = sync_work(20_000)
      } else if !callerCame.hasHappened {
        callerCame.happen()
        _ = helperCame.wait(atMost: 2_000_000)
      }
      ended.wrappingAdd(1, ordering: .releasing)
    }
    return ended.load(ordering: .acquiring) == count
  }
}
