import BenchmarkModel
import BenchmarkRunner
import CSyncShims
import Dispatch
import Glibc
import SyncPrimitives

extension DispatchSuite {
  static let latency = Workload.ofPool(
    "latency", "one event, from its cause to its handler's first instruction",
    axes: [
      Axis(
        "rest", .nanoseconds, headline: [100_000], standard: [0, 100_000],
        thorough: [0, 20_000, 100_000, 1_000_000])
    ], pace: .window, summaryLevel: 0.5,
    sampling: {
      Sampling(warmups: 1, trials: 4, trialNanoseconds: min($0.trialNanoseconds * 2, 10_000_000))
    },
    [
      event("source-read", "a read source of an event descriptor", .headline) { record in
        // On Linux a source is armed for one event, and again when its handler has returned.
        let descriptor = sync_event_create()
        let source = readSource(of: descriptor, record) { _ = sync_event_clear(descriptor) }
        return EventPath {
          record.noteCause()
          _ = sync_event_add(descriptor)
        } end: {
          source?.cancel()
        }
      },
      event("source-read-pipe", "a read source of a pipe") { record in
        var ends: [Int32] = [-1, -1]
        _ = sync_pipe(&ends)
        let (readingEnd, writingEnd) = (ends[0], ends[1])
        let source = readSource(of: readingEnd, record) { _ = sync_byte_read(readingEnd) }
        return EventPath {
          record.noteCause()
          _ = sync_byte_write(writingEnd)
        } end: {
          source?.cancel()
          if writingEnd >= 0 { close(writingEnd) }
        }
      },
      event("source-write", "a write source of an event descriptor that becomes writable") {
        record in
        // The descriptor has the largest count, so nothing can be added until the count is taken.
        let descriptor = sync_event_create()
        let source = writeSource(of: descriptor, record)
        return EventPath {
          record.noteCause()
          _ = sync_event_clear(descriptor)
        } end: {
          source?.cancel()
        }
      },
      event("source-signal", "a signal source; the process signals itself") { record in
        // SIGURG is ignored by default. The process's first thread receives the signal. If that
        // thread blocks the signal, another thread receives it. The receiving thread passes the
        // signal on to Dispatch's manager thread, which reads the signal from a signal descriptor.
        let isListening = DispatchSemaphore(value: 0)
        let source = DispatchSource.makeSignalSource(signal: SIGURG, queue: eventQueue())
        source.setEventHandler { record.noteHandler() }
        source.setRegistrationHandler { isListening.signal() }
        source.activate()
        isListening.wait()
        return EventPath {
          record.noteCause()
          _ = sync_signal_self(SIGURG)
        } end: {
          source.cancel()
        }
      },
      event(
        "source-data-add", "a data-add source, in which additions may come together"
      ) { record in
        let source = DispatchSource.makeUserDataAddSource(queue: eventQueue())
        source.setEventHandler { record.noteHandler() }
        source.activate()
        return EventPath {
          record.noteCause()
          source.add(data: 1)
        } end: {
          source.cancel()
        }
      },
      event("dispatch-semaphore", "DispatchSemaphore between threads") { record in
        let wake = DispatchSemaphore(value: 0)
        let hasEnded = Happening()
        DispatchQueue(label: "syncbench.waiter").async {
          while true {
            wake.wait()
            let now = sync_monotonic_ns()
            if hasEnded.hasHappened { return }
            record.noteHandler(at: now)
          }
        }
        return EventPath {
          record.noteCause()
          wake.signal()
        } end: {
          hasEnded.happen()
          wake.signal()
        }
      },
      event("closure-async", "a closure given to async of a serial queue") { record in
        let queue = eventQueue()
        return EventPath {
          record.noteCause()
          queue.async { record.noteHandler() }
        }
      },
      event(
        "work-item-async", "a work item given to async(execute:) of a serial queue"
      ) { record in
        let queue = eventQueue()
        return EventPath {
          let item = DispatchWorkItem { record.noteHandler() }
          record.noteCause()
          queue.async(execute: item)
        }
      },
      event("work-item-notify", "a work item with a notify") { record in
        let queue = eventQueue()
        return EventPath {
          // The cause is the item's last instruction, so the latency counts from the item's end.
          let item = DispatchWorkItem { record.noteCause() }
          item.notify(queue: queue) { record.noteHandler() }
          queue.async(execute: item)
        }
      },
      event("group-notify", "a group with a notify") { record in
        let (queue, group) = (eventQueue(), DispatchGroup())
        return EventPath {
          group.enter()
          group.notify(queue: queue) { record.noteHandler() }
          record.noteCause()
          group.leave()
        }
      },
    ])

  /// The suite's lines for the paths that an event takes from its cause to its handler.
  private static let event = VariantLines<EventPathMaking> { latencyProgram($0, $1) }

  /// An idle queue for handlers.
  private static func eventQueue() -> DispatchQueue { DispatchQueue(label: "syncbench.event") }

  /// Makes an active read source whose handler takes what was written.
  ///
  /// Nil if the kernel has no descriptor left; every event is then lost.
  ///
  /// The descriptor is closed only when the source is cancelled, because Dispatch ends the process
  /// if it polls a closed descriptor.
  private static func readSource(
    of descriptor: Int32, _ record: EventInstants, take: @escaping () -> Void
  ) -> (any DispatchSourceRead)? {
    guard descriptor >= 0 else { return nil }
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: eventQueue())
    source.setCancelHandler { close(descriptor) }
    source.setEventHandler {
      let now = sync_monotonic_ns()
      take()
      record.noteHandler(at: now)
    }
    source.activate()
    return source
  }

  /// A write source of an event descriptor, whose handler fills the descriptor again.
  private static func writeSource(
    of descriptor: Int32, _ record: EventInstants
  ) -> (any DispatchSourceWrite)? {
    guard descriptor >= 0 else { return nil }
    _ = sync_event_fill(descriptor)
    let source = DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: eventQueue())
    source.setCancelHandler { close(descriptor) }
    source.setEventHandler {
      let now = sync_monotonic_ns()
      _ = sync_event_fill(descriptor)
      record.noteHandler(at: now)
    }
    source.activate()
    return source
  }
}

/// The path of events from cause to handler; the path ends when its last reference is dropped.
///
/// Unchecked: one thread brings events about. Any thread may use Dispatch's sources, although their
/// protocols are not `Sendable`.
final class EventPath: @unchecked Sendable {
  /// Brings about one event, whose cause and handler note themselves.
  let bringAbout: () -> Void
  private let end: () -> Void

  init(_ bringAbout: @escaping () -> Void, end: @escaping () -> Void = {}) {
    self.bringAbout = bringAbout
    self.end = end
  }

  deinit { end() }
}

/// Makes a path whose events note themselves in the record, ready for the first event.
typealias EventPathMaking = @Sendable (_ record: EventInstants) -> EventPath

/// The program of one thread that brings events about.
///
/// A lost event ends its trial. The next trial has a new path and a new record, so that a late
/// handler of the lost event is not taken for another event's handler.
func latencyProgram(
  _ context: CaseContext, patienceNanoseconds: Int = 2_000_000_000,
  _ make: @escaping EventPathMaking
) -> TrialProgram {
  @Sendable func freshSetup() -> (record: EventInstants, path: EventPath) {
    let record = EventInstants(patienceNanoseconds: patienceNanoseconds)
    return (record, make(record))
  }
  let setup = MutexProtected(freshSetup())
  let recorder = LatencyRecorder()
  let tally = MutexProtected(EventTally())
  let rest = UInt64(context.value("rest", default: 0))
  return TrialProgram(threadCount: 1) { thread in
    let now = setup.get()
    let seen = eventLatencyLoop(
      now.path, record: now.record, until: thread.stop, restNanoseconds: rest,
      recorder: thread.isMeasured ? recorder : nil)
    tally.put(seen)
    return seen.events
  } conclude: { _ in
    let seen = tally.take(leaving: EventTally())
    let handlers = setup.withLock { setup in
      defer { if seen.lost > 0 { setup = freshSetup() } }
      return setup.record.takeHandlers()
    }
    return TrialConclusion(operations: seen.events, violation: fault(seen, handlers: handlers))
  } latencies: {
    recorder.rows()
  }
}

/// The fault in a trial's events; nil if each had one handler, after its cause.
func fault(_ tally: EventTally, handlers: UInt64) -> String? {
  if tally.lost > 0 { return "no handler came for event \(tally.events)" }
  if tally.early > 0 { return "\(tally.early) handlers came before their cause" }
  return handlers == tally.events ? nil : "\(handlers) handlers ran for \(tally.events) events"
}

/// A count of the events that a thread brought about.
struct EventTally: Sendable {
  /// The number of events.
  var events: UInt64 = 0
  /// The number of events without a handler.
  var lost: UInt64 = 0
  /// The number of handlers that came before their cause.
  var early: UInt64 = 0
}

/// Brings about one event after another until `stop` is raised, and records the time from each
/// cause to the handler's first instruction.
///
/// The thread rests between two events. After a rest of 100 µs the threads that handle events
/// sleep, so the latency includes a wake-up. A lost event ends the trial.
@inline(never)
private func eventLatencyLoop(
  _ path: EventPath, record: EventInstants, until stop: UnsafePointer<UInt32>,
  restNanoseconds: UInt64,
  recorder: LatencyRecorder?
) -> EventTally {
  var tally = EventTally()
  while sync_flag_read(stop) == 0 {
    path.bringAbout()
    tally.events += 1
    guard record.waitForHandler() else {
      tally.lost += 1
      return tally
    }
    if let latency = record.latencyNanoseconds {
      recorder?.record(nanoseconds: latency)
    } else {
      tally.early += 1
    }
    if restNanoseconds > 0 { sync_sleep_until(sync_monotonic_ns() + restNanoseconds) }
  }
  return tally
}

/// The instants of the current event's cause and handler, and the number of handlers that came.
///
/// The thread that brings events about waits for the handler of each event before the next event.
final class EventInstants: Sendable {
  private let caused = CacheAligned<UInt64>(0)
  private let handled = CacheAligned<UInt64>(0)
  private let handlers = CacheAligned<UInt64>(0)
  private let done = DispatchSemaphore(value: 0)
  private let patienceNanoseconds: Int

  /// Makes an empty record.
  ///
  /// - Parameter patienceNanoseconds: The time after which an event counts as lost, in ns.
  init(patienceNanoseconds: Int = 2_000_000_000) {
    self.patienceNanoseconds = patienceNanoseconds
  }

  /// Notes the time of the cause, as the last act before the event.
  func noteCause() { sync_word_write(caused.pointer, sync_monotonic_ns()) }

  /// Notes the current time, as the first act of a handler.
  @inline(__always)
  func noteHandler() { noteHandler(at: sync_monotonic_ns()) }

  /// Notes the time of a handler's first instruction.
  func noteHandler(at nanoseconds: UInt64) {
    sync_word_write(handled.pointer, nanoseconds)
    sync_word_write(handlers.pointer, sync_word_read(handlers.pointer) &+ 1)
    done.signal()
  }

  /// Waits for the event's handler, and returns false if no handler comes.
  func waitForHandler() -> Bool {
    Patience(nanoseconds: patienceNanoseconds).wait(for: done)
  }

  /// The time from the cause to the handler in ns; nil for a handler that came before its cause.
  var latencyNanoseconds: UInt64? {
    let cause = sync_word_read(caused.pointer)
    let handler = sync_word_read(handled.pointer)
    return handler < cause ? nil : handler - cause
  }

  /// Takes the number of handlers since the last call.
  func takeHandlers() -> UInt64 {
    defer { sync_word_write(handlers.pointer, 0) }
    return sync_word_read(handlers.pointer)
  }
}
