import CSyncShims
import Dispatch

/// The instants of one event at a time, and how many handlers there were.
///
/// The thread that brings events about waits for each one's handler before the next.
public final class EventInstants: Sendable {
  private let caused = CacheAligned<UInt64>(0)
  private let handled = CacheAligned<UInt64>(0)
  private let handlers = CacheAligned<UInt64>(0)
  private let done = DispatchSemaphore(value: 0)
  private let patienceNanoseconds: Int

  /// Makes a record of nothing.
  ///
  /// - Parameter patienceNanoseconds: After how long, in ns, an event counts as lost.
  public init(patienceNanoseconds: Int = 2_000_000_000) {
    self.patienceNanoseconds = patienceNanoseconds
  }

  /// Notes that the event is about to be brought about: the last thing before it.
  public func noteCause() { sync_word_write(caused.pointer, sync_monotonic_ns()) }

  /// Notes what a handler's clock showed in its first instruction.
  public func noteHandler(at nanoseconds: UInt64) {
    sync_word_write(handled.pointer, nanoseconds)
    sync_word_write(handlers.pointer, sync_word_read(handlers.pointer) &+ 1)
    done.signal()
  }

  /// Waits for the event's handler; false where none comes.
  public func waitForHandler() -> Bool {
    Patience(nanoseconds: patienceNanoseconds).wait(for: done)
  }

  /// From the cause to the handler in ns; nil for a handler that came before its cause.
  public var latencyNanoseconds: UInt64? {
    let cause = sync_word_read(caused.pointer)
    let handler = sync_word_read(handled.pointer)
    return handler < cause ? nil : handler - cause
  }

  /// How many handlers there were since it was last asked.
  public func takeHandlers() -> UInt64 {
    defer { sync_word_write(handlers.pointer, 0) }
    return sync_word_read(handlers.pointer)
  }
}

/// A way that an event takes from its cause to its handler.
public protocol EventPath: AnyObject, Sendable {
  /// Makes one that notes its events in the record, and is ready for the first.
  init(_ record: EventInstants)

  /// Brings about one event: its cause and its handler note themselves.
  func bringAbout()
}
