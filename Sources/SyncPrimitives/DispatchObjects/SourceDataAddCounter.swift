import CSyncShims
public import Dispatch
import Synchronization

/// A data-add source that counts: an increment is `add(data: 1)`, and each run of the handler adds
/// to a sum the data that came since its last run.
public final class DataAddSum: @unchecked Sendable {
  private let queue = DispatchQueue(label: "syncbench.data-add")
  @usableFromInline let source: any DispatchSourceUserDataAdd
  private let tally = HandledData()
  private let added = CacheAligned(Atomic<UInt64>(0))
  private let patienceNanoseconds: Int

  /// Makes an active source.
  ///
  /// - Parameter patienceNanoseconds: The longest wait for additions that are not handled yet, in
  ///   ns.
  public init(patienceNanoseconds: Int = 2_000_000_000) {
    self.patienceNanoseconds = patienceNanoseconds
    let source = DispatchSource.makeUserDataAddSource(queue: queue)
    let tally = self.tally
    // The handler keeps its source until the source is cancelled.
    source.setEventHandler { tally.note(UInt64(source.data)) }
    source.activate()
    self.source = source
  }

  deinit { source.cancel() }

  /// Adds one to the source.
  @inlinable @inline(__always) func addOne() { source.add(data: 1) }

  /// Reports `count` additions, and waits until all additions reported so far by any thread are
  /// handled.
  ///
  /// - Parameter count: The number of additions by the calling thread since its last call.
  func drain(adding count: UInt64) {
    let expected = added.pointer.pointee.wrappingAdd(count, ordering: .relaxed).newValue
    // Two `sync` calls are enough. The first waits for a handler that is queued or runs. If the
    // source gets data while its handler runs, the handler is queued again, and the second call
    // waits for that next run.
    _ = Patience(nanoseconds: patienceNanoseconds).wait { slice in
      let latest = sync_monotonic_ns() + UInt64(slice)
      while tally.sum < expected, sync_monotonic_ns() < latest { queue.sync {} }
      return tally.sum >= expected
    }
  }

  /// The sum of the handled additions.
  var sum: UInt64 { tally.sum }

  /// Takes the number of handler runs since the last call.
  func takeHandlers() -> UInt64 { tally.takeHandlers() }
}

/// The sum of the data that the handler of a source got, and the number of the handler's runs.
///
/// The handler writes both on its queue. `takeHandlers` sets the number to 0 between two trials.
private final class HandledData: Sendable {
  private let words = CacheAligned<UInt64>(0)
  private let handlers = CacheAligned<UInt64>(0)

  func note(_ data: UInt64) {
    sync_word_write(words.pointer, sync_word_read(words.pointer) &+ data)
    sync_word_write(handlers.pointer, sync_word_read(handlers.pointer) &+ 1)
  }

  var sum: UInt64 { sync_word_read(words.pointer) }

  func takeHandlers() -> UInt64 {
    defer { sync_word_write(handlers.pointer, 0) }
    return sync_word_read(handlers.pointer)
  }
}

/// A counter whose handler may run once for several increments.
public protocol CoalescingCounter: SharedCounter, ~Copyable {
  /// Takes the number of handler runs since the last call.
  borrowing func takeHandlers() -> UInt64
}

/// A data-add source as a counter.
public struct SourceDataAddCounter: CoalescingCounter {
  @usableFromInline let source = DataAddSum()

  /// Makes a counter at zero.
  public init() {}

  /// Returns zero, the number of the thread's additions so far.
  @inlinable public func makeThreadState() -> UInt64 { 0 }

  /// Waits until the additions are handled, so that the trial's time includes the handler's runs.
  public func endThreadState(_ state: UInt64) { source.drain(adding: state) }

  /// Adds one, without busy work, because there is no section.
  @inlinable @inline(__always)
  public func increment(_ state: inout UInt64, workSteps: UInt64) {
    source.addOne()
    state &+= 1
  }

  /// The sum of the handled additions.
  public func total() -> UInt64 { source.sum }

  /// Takes the number of handler runs since the last call.
  public func takeHandlers() -> UInt64 { source.takeHandlers() }
}
