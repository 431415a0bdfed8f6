import Dispatch
import SyncPrimitives

/// Uses of sources and groups that are said to end a process.
enum ItemEndings {
  static let all: [Ending] = [
    Ending("source-cancel-suspended", "a suspended timer source is cancelled, and kept") {
      let source = suspendedSource()
      source.cancel()
      // Never released: only the cancelling is tried.
      kept.withLock { $0.append(source) }
    },
    Ending("source-release-suspended", "a suspended timer source is released") {
      _ = suspendedSource()
    },
    Ending(
      "source-release-cancelled", "a suspended timer source is cancelled, and released as it is"
    ) {
      suspendedSource().cancel()
    },
    Ending("source-release-inactive", "a timer source that was never activated is released") {
      _ = DispatchSource.makeTimerSource()
    },
    Ending(
      "source-release-resumed", "a suspended timer source is cancelled, resumed, and released"
    ) {
      let source = suspendedSource()
      source.cancel()
      source.resume()
    },
  ]

  private static let kept = MutexProtected<[any DispatchSourceTimer]>([])

  private static func suspendedSource() -> any DispatchSourceTimer {
    let source = DispatchSource.makeTimerSource()
    source.schedule(deadline: .distantFuture)
    source.setEventHandler {}
    source.activate()
    source.suspend()
    return source
  }
}
