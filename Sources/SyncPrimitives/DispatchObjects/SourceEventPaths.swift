import CSyncShims
import Dispatch
import Glibc

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
