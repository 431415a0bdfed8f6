/// A form of submitting items to a queue and of waiting for them.
///
/// Many threads use one value concurrently, through a shared borrow.
public protocol QueueForm: ~Copyable, Sendable {
  /// The means by which a submitter waits, such as its own group.
  associatedtype Waiter: BitwiseCopyable = Void

  /// Whether items run one at a time, and each submitter's items in order.
  static var excludes: Bool { get }

  /// The number of items that a submitter puts on the queue before it waits for them: a power of
  /// two.
  static var batch: Int { get }

  /// Makes an idle queue.
  init()

  /// Makes the waiter of the calling thread.
  borrowing func makeWaiter() -> Waiter

  /// Ends the waiter of a thread.
  borrowing func endWaiter(_ waiter: Waiter)

  /// Puts an item on the queue, which runs it by ``runItem(_:)``.
  ///
  /// Each form that calls a C function has its own `sync_mark`. Otherwise the optimiser would merge
  /// two loops that differ only in that function, and pass the function as a pointer.
  borrowing func submit(_ item: UnsafeMutablePointer<QueueItem>, _ waiter: Waiter)

  /// Waits until every item that the calling thread has submitted has run.
  borrowing func finish(_ waiter: Waiter)
}

extension QueueForm where Self: ~Copyable {
  /// One: the submitter waits for each item.
  @inlinable public static var batch: Int { 1 }

  /// Does nothing: the waiter needs no end.
  @inlinable @inline(__always) public borrowing func endWaiter(_ waiter: Waiter) {}

  /// Does nothing: no item is left when a submission returns.
  @inlinable @inline(__always) public borrowing func finish(_ waiter: Waiter) {}
}

extension QueueForm where Self: ~Copyable, Waiter == Void {
  /// Does nothing: the waiter is empty.
  @inlinable @inline(__always) public borrowing func makeWaiter() {}
}

/// The size of a batch.
@usableFromInline
enum QueueBatch {
  /// The number of items after which a submitter waits for all its items, unless it waits for each
  /// item.
  @inlinable static var most: Int { 256 }
}
