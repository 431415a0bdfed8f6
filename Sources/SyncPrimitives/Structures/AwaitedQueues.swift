/// A queue of limited length between tasks.
public protocol AwaitedQueue: Sendable {
  /// Makes an empty, open queue for `capacity` elements.
  init(capacity: Int)

  /// Puts an element behind the others, once there is room.
  func put(_ element: QueueElement) async

  /// Takes the first element, once there is one; nil when the queue is closed and empty.
  func take() async -> QueueElement?

  /// Lets consumers end when they have taken what is left; called once, when the last producer has ended.
  func close() async
}

/// An actor that keeps elements, and a continuation of each task that waits for room or for an element.
///
/// Waiting tasks are served in the order in which they came; an element goes to a consumer that waits without
/// lying in the queue.
public actor ContinuationQueue: AwaitedQueue {
  private let capacity: Int
  private var elements: [QueueElement] = []
  /// The places of the array that are taken already: removed all at once, because a removal moves what is behind it.
  private var taken = 0
  private var producers: [(QueueElement, CheckedContinuation<Void, Never>)] = []
  private var consumers: [CheckedContinuation<QueueElement?, Never>] = []
  private var isClosed = false

  /// Makes an empty queue.
  public init(capacity: Int) { self.capacity = capacity }

  /// Gives it to a consumer that waits, keeps it, or suspends the task.
  public func put(_ element: QueueElement) async {
    if !consumers.isEmpty {
      consumers.removeFirst().resume(returning: element)
    } else if elements.count - taken < capacity {
      elements.append(element)
    } else {
      await withCheckedContinuation { producers.append((element, $0)) }
    }
  }

  /// Takes the first and lets a producer that waits in, or suspends the task.
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

  /// Ends the consumers that wait.
  public func close() {
    isClosed = true
    for consumer in consumers { consumer.resume(returning: nil) }
    consumers = []
  }
}

/// An `AsyncStream` that buffers `capacity` elements and drops further elements: the producer sees that, lets
/// other tasks run and tries again.
///
/// For one consumer: a stream is iterated by one task.
public final class StreamQueue: AwaitedQueue {
  private let stream: AsyncStream<QueueElement>
  private let continuation: AsyncStream<QueueElement>.Continuation

  /// Makes an empty queue.
  public init(capacity: Int) {
    (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(capacity))
  }

  /// Yields it until it is buffered.
  public func put(_ element: QueueElement) async {
    while case .dropped = continuation.yield(element) { await Task.yield() }
  }

  /// Takes the next.
  public func take() async -> QueueElement? {
    var iterator = stream.makeAsyncIterator()
    return await iterator.next()
  }

  /// Finishes the stream.
  public func close() { continuation.finish() }
}
