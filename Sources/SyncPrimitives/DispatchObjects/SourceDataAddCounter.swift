import CSyncShims
public import Dispatch
import Synchronization

/// A data-add source that counts: an increment is `add(data: 1)`, and the handler adds up what has
/// come together since it last ran.
public final class DataAddSum: @unchecked Sendable {
  private let queue = DispatchQueue(label: "syncbench.data-add")
  @usableFromInline let source: any DispatchSourceUserDataAdd
  private let tally = HandledData()
  private let added = CacheAligned(Atomic<UInt64>(0))
  private let patienceNanoseconds: Int

  /// Makes an active source.
  ///
  /// - Parameter patienceNanoseconds: How long, in ns, it waits for what was added and not handled.
  public init(patienceNanoseconds: Int = 2_000_000_000) {
    self.patienceNanoseconds = patienceNanoseconds
    let source = DispatchSource.makeUserDataAddSource(queue: queue)
    let tally = self.tally
    // The handler keeps its source, until that is cancelled.
    source.setEventHandler { tally.note(UInt64(source.data)) }
    source.activate()
    self.source = source
  }

  deinit { source.cancel() }

  /// Adds one to the source.
  @inlinable @inline(__always) func addOne() { source.add(data: 1) }

  /// Waits until what its threads have added so far is handled.
  ///
  /// - Parameter count: What the calling thread has added since it last did this.
  func drain(adding count: UInt64) {
    let expected = added.pointer.pointee.wrappingAdd(count, ordering: .relaxed).newValue
    // The queue is passed through twice at most: a source that gets more while its handler runs
    // goes to the queue's end again.
    _ = Patience(nanoseconds: patienceNanoseconds).wait { slice in
      let latest = sync_monotonic_ns() + UInt64(slice)
      while tally.sum < expected, sync_monotonic_ns() < latest { queue.sync {} }
      return tally.sum >= expected
    }
  }

  /// What has been handled.
  var sum: UInt64 { tally.sum }

  /// How often the handler ran since it was last asked.
  func takeHandlers() -> UInt64 { tally.takeHandlers() }
}

/// What the handler of a data source got: written on its queue alone.
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
  /// How often the handler ran since it was last asked.
  borrowing func takeHandlers() -> UInt64
}

/// A data-add source as a counter.
public struct SourceDataAddCounter: CoalescingCounter {
  @usableFromInline let source = DataAddSum()

  /// Makes a counter at zero.
  public init() {}

  /// How many the thread has added.
  @inlinable public func makeThreadState() -> UInt64 { 0 }

  /// Waits until they are handled, so that the clock is read after the handler.
  public func endThreadState(_ state: UInt64) { source.drain(adding: state) }

  /// Adds one; there is no section to work in.
  @inlinable @inline(__always)
  public func increment(_ state: inout UInt64, workSteps: UInt64) {
    source.addOne()
    state &+= 1
  }

  /// What the handler has added up.
  public func total() -> UInt64 { source.sum }

  /// How often the handler ran since it was last asked.
  public func takeHandlers() -> UInt64 { source.takeHandlers() }
}
