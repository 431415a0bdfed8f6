import CSyncShims
import Dispatch
import Glibc

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

/// A closure given to `async` on an idle serial queue: from before the call to the closure.
public final class AsyncPath: EventPath {
  private let record: EventInstants
  private let queue = DispatchQueue(label: "syncbench.event")

  /// Makes an idle queue.
  public init(_ record: EventInstants) { self.record = record }

  /// Submits a closure.
  public func bringAbout() {
    let record = self.record
    record.noteCause()
    queue.async { record.noteHandler(at: sync_monotonic_ns()) }
  }
}

/// A `DispatchWorkItem` given to `async(execute:)` on an idle serial queue: from before the call to
/// the item.
public final class WorkItemPath: EventPath {
  private let record: EventInstants
  private let queue = DispatchQueue(label: "syncbench.event")

  /// Makes an idle queue.
  public init(_ record: EventInstants) { self.record = record }

  /// Makes an item, and then submits it.
  public func bringAbout() {
    let record = self.record
    let item = DispatchWorkItem { record.noteHandler(at: sync_monotonic_ns()) }
    record.noteCause()
    queue.async(execute: item)
  }
}

/// A `DispatchWorkItem` with a `notify`: from the end of the item to what it notifies.
public final class WorkItemNotifyPath: EventPath {
  private let record: EventInstants
  private let queue = DispatchQueue(label: "syncbench.event")

  /// Makes an idle queue.
  public init(_ record: EventInstants) { self.record = record }

  /// Submits an item whose last instruction is the cause.
  public func bringAbout() {
    let record = self.record
    let item = DispatchWorkItem { record.noteCause() }
    item.notify(queue: queue) { record.noteHandler(at: sync_monotonic_ns()) }
    queue.async(execute: item)
  }
}

/// A `DispatchGroup` with a `notify`: from before the last `leave` to what it notifies.
public final class GroupNotifyPath: EventPath {
  private let record: EventInstants
  private let queue = DispatchQueue(label: "syncbench.event")
  private let group = DispatchGroup()

  /// Makes an empty group.
  public init(_ record: EventInstants) { self.record = record }

  /// Leaves a group that nobody else is in.
  public func bringAbout() {
    let record = self.record
    group.enter()
    group.notify(queue: queue) { record.noteHandler(at: sync_monotonic_ns()) }
    record.noteCause()
    group.leave()
  }
}

/// `DispatchSemaphore` between threads: from before the `signal` to what follows the `wait` of
/// another thread.
public final class SemaphorePath: EventPath {
  private let record: EventInstants
  private let wake = DispatchSemaphore(value: 0)
  private let end = Flag()

  /// Has a thread of the pool wait.
  public init(_ record: EventInstants) {
    self.record = record
    let wake = self.wake
    let end = self.end
    DispatchQueue(label: "syncbench.waiter").async {
      while true {
        wake.wait()
        let now = sync_monotonic_ns()
        if end.isRaised { return }
        record.noteHandler(at: now)
      }
    }
  }

  deinit {
    end.raise()
    wake.signal()
  }

  /// Signals.
  public func bringAbout() {
    record.noteCause()
    wake.signal()
  }
}

/// A flag that one thread raises and another looks at.
private final class Flag: Sendable {
  private let word = CacheAligned<UInt32>(0)

  var isRaised: Bool { sync_flag_read(word.pointer) != 0 }

  func raise() { sync_flag_write(word.pointer, 1) }
}

/// A data-add source: from before `add(data:)` to its handler.
///
/// Unchecked, as all that hold a source: Dispatch's sources are for any thread, and its protocols
/// do not say so.
public final class DataAddPath: EventPath, @unchecked Sendable {
  private let record: EventInstants
  private let source: any DispatchSourceUserDataAdd

  /// Makes an active source.
  public init(_ record: EventInstants) {
    self.record = record
    source = DispatchSource.makeUserDataAddSource(queue: DispatchQueue(label: "syncbench.event"))
    source.setEventHandler { record.noteHandler(at: sync_monotonic_ns()) }
    source.activate()
  }

  deinit { source.cancel() }

  /// Adds one.
  public func bringAbout() {
    record.noteCause()
    source.add(data: 1)
  }
}

/// A read source of an event descriptor: from before the write to its handler.
///
/// On Linux a source is armed for one event, and again when its handler has returned.
public final class ReadEventPath: EventPath, @unchecked Sendable {
  private let record: EventInstants
  private let descriptor: Int32
  private let source: (any DispatchSourceRead)?

  /// Makes an active source; none where the kernel has no descriptor left, and then every event is
  /// lost.
  public init(_ record: EventInstants) {
    self.record = record
    let descriptor = sync_event_create()
    self.descriptor = descriptor
    source = readSource(of: descriptor)
    source?.setEventHandler {
      let now = sync_monotonic_ns()
      _ = sync_event_clear(descriptor)
      record.noteHandler(at: now)
    }
    source?.activate()
  }

  deinit { source?.cancel() }

  /// Adds one to the descriptor.
  public func bringAbout() {
    record.noteCause()
    _ = sync_event_add(descriptor)
  }
}

/// A read source of a pipe: from before the write of a byte to its handler.
public final class ReadPipePath: EventPath, @unchecked Sendable {
  private let record: EventInstants
  private let writingEnd: Int32
  private let source: (any DispatchSourceRead)?

  /// Makes an active source; none where the kernel has no descriptor left, and then every event is
  /// lost.
  public init(_ record: EventInstants) {
    self.record = record
    var ends: [Int32] = [-1, -1]
    _ = sync_pipe(&ends)
    let readingEnd = ends[0]
    writingEnd = ends[1]
    source = readSource(of: readingEnd)
    source?.setEventHandler {
      let now = sync_monotonic_ns()
      _ = sync_byte_read(readingEnd)
      record.noteHandler(at: now)
    }
    source?.activate()
  }

  deinit {
    source?.cancel()
    if writingEnd >= 0 { close(writingEnd) }
  }

  /// Writes a byte.
  public func bringAbout() {
    record.noteCause()
    _ = sync_byte_write(writingEnd)
  }
}

/// A source of reads, which closes its descriptor when it is cancelled: not before, for Dispatch
/// ends the process where it polls what has been closed.
private func readSource(of descriptor: Int32) -> (any DispatchSourceRead)? {
  guard descriptor >= 0 else { return nil }
  let source = DispatchSource.makeReadSource(
    fileDescriptor: descriptor, queue: DispatchQueue(label: "syncbench.event"))
  source.setCancelHandler { close(descriptor) }
  return source
}

/// A signal source: from before `kill` of the own process to its handler.
///
/// The signal is SIGURG, which nobody misses where nobody listens. A thread that does not block it,
/// the process's first one if it does not, takes it and passes it on to Dispatch's manager thread,
/// which reads it from a signal descriptor.
public final class SignalPath: EventPath, @unchecked Sendable {
  private let record: EventInstants
  private let source: any DispatchSourceSignal

  /// Makes an active source, and waits until it listens.
  public init(_ record: EventInstants) {
    self.record = record
    let isListening = DispatchSemaphore(value: 0)
    source = DispatchSource.makeSignalSource(
      signal: SIGURG, queue: DispatchQueue(label: "syncbench.event"))
    source.setEventHandler { record.noteHandler(at: sync_monotonic_ns()) }
    source.setRegistrationHandler { isListening.signal() }
    source.activate()
    isListening.wait()
  }

  deinit { source.cancel() }

  /// Sends the signal.
  public func bringAbout() {
    record.noteCause()
    _ = sync_signal_self(SIGURG)
  }
}
