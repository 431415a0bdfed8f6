/// A queue of limited length between tasks.
public protocol AwaitedQueue: Sendable {
  /// Makes an empty, open queue for `capacity` elements.
  init(capacity: Int)

  /// Appends an element as soon as there is room.
  func put(_ element: QueueElement) async

  /// Takes the first element as soon as there is one; nil if the queue is closed and empty.
  func take() async -> QueueElement?

  /// Lets consumers end after they have taken the remaining elements; called once, after the last
  /// producer has ended.
  func close() async
}

/// An actor that keeps elements, and a continuation of each task that waits for room or for an
/// element.
///
/// Waiting tasks are served in order of arrival. An element goes directly to a waiting consumer,
/// without being kept in the queue.
public actor ContinuationQueue: AwaitedQueue {
  private let capacity: Int
  private var elements: [QueueElement] = []
  /// The number of elements that are already taken; they are removed from the array together,
  /// because a removal moves all later elements.
  private var taken = 0
  private var producers: [(QueueElement, CheckedContinuation<Void, Never>)] = []
  private var consumers: [CheckedContinuation<QueueElement?, Never>] = []
  private var isClosed = false

  /// Makes an empty queue.
  public init(capacity: Int) { self.capacity = capacity }

  /// Gives the element to a waiting consumer, keeps it, or suspends the task.
  public func put(_ element: QueueElement) async {
    if !consumers.isEmpty {
      consumers.removeFirst().resume(returning: element)
    } else if elements.count - taken < capacity {
      elements.append(element)
    } else {
      await withCheckedContinuation { producers.append((element, $0)) }
    }
  }

  /// Takes the first element and admits a waiting producer, or suspends the task.
  public func take() async -> QueueElement? {
    guard taken < elements.count else {
      return isClosed ? nil : await withCheckedContinuation { consumers.append($0) }
    }
    let element = elements[taken]
    taken += 1
    if taken == capacity {
      elements.removeFirst(taken)
      taken = 0
    }
    if !producers.isEmpty {
      let (waiting, continuation) = producers.removeFirst()
      elements.append(waiting)
      continuation.resume()
    }
    return element
  }

  /// Resumes the waiting consumers with nil.
  public func close() {
    isClosed = true
    for consumer in consumers { consumer.resume(returning: nil) }
    consumers = []
  }
}

/// An `AsyncStream` that buffers `capacity` elements and drops further elements.
///
/// A producer that finds its element dropped lets other tasks run and tries again. The queue has
/// one consumer, because only one task may iterate a stream.
public final class StreamQueue: AwaitedQueue {
  private let stream: AsyncStream<QueueElement>
  private let continuation: AsyncStream<QueueElement>.Continuation

  /// Makes an empty queue.
  public init(capacity: Int) {
    (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(capacity))
  }

  /// Yields the element until it is buffered.
  public func put(_ element: QueueElement) async {
    while case .dropped = continuation.yield(element) { await Task.yield() }
  }

  /// Takes the next element.
  public func take() async -> QueueElement? {
    var iterator = stream.makeAsyncIterator()
    return await iterator.next()
  }

  /// Finishes the stream.
  public func close() { continuation.finish() }
}
