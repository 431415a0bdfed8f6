/// One form of putting items on a queue, and of waiting for them.
///
/// A conforming type is used by many threads at once through one shared borrow.
public protocol QueueForm: ~Copyable, Sendable {
  /// The means by which a submitter waits, such as its own group.
  associatedtype Waiter: BitwiseCopyable = Void

  /// Whether items run one at a time, those of a submitter in its order.
  static var excludes: Bool { get }

  /// The number of items that a submitter puts on the queue before it waits for them: a power of two.
  static var batch: Int { get }

  /// Makes an idle queue.
  init()

  /// Makes the waiter of the calling thread.
  borrowing func makeWaiter() -> Waiter

  /// Ends the waiter of a thread.
  borrowing func endWaiter(_ waiter: Waiter)

  /// Puts an item on the queue, which runs it by ``runItem(_:)``.
  ///
  /// Forms that call functions of C carry a `sync_mark` each: the optimiser would otherwise make one loop of
  /// two that differ in the function alone, and hand it a pointer.
  borrowing func submit(_ item: UnsafeMutablePointer<QueueItem>, _ waiter: Waiter)

  /// Waits until every item that the calling thread has submitted has run.
  borrowing func finish(_ waiter: Waiter)
}

extension QueueForm where Self: ~Copyable {
  /// The submitter waits for each item.
  @inlinable public static var batch: Int { 1 }

  /// Nothing to end.
  @inlinable @inline(__always) public borrowing func endWaiter(_ waiter: Waiter) {}

  /// Nothing is left when a submission returns.
  @inlinable @inline(__always) public borrowing func finish(_ waiter: Waiter) {}
}

extension QueueForm where Self: ~Copyable, Waiter == Void {
  /// Nothing to make.
  @inlinable @inline(__always) public borrowing func makeWaiter() {}
}

/// The bound of a queue's length.
@usableFromInline
enum QueueBatch {
  /// The number of items after which a submitter that does not wait for each item waits for all.
  @inlinable static var most: Int { 256 }
}
