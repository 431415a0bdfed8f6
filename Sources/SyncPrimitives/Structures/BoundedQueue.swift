public import Dispatch
public import Glibc

/// An element of a queue: a word with its producer and its number, and a word with the time of its
/// put.
public struct QueueElement: BitwiseCopyable, Sendable {
  /// The producer in the upper 16 bits, and in the lower 48 bits the element's number among the
  /// producer's elements, from 1.
  public var order: UInt64
  /// The time of the put, in the unit of the producer's clock; 0 if the time is not needed.
  public var stamp: UInt64

  /// Makes an element of its parts.
  @inlinable @inline(__always)
  public init(order: UInt64 = 0, stamp: UInt64 = 0) {
    self.order = order
    self.stamp = stamp
  }
}

/// A queue of limited length between threads: a producer waits while the queue is full, a consumer
/// while it is empty.
public protocol BoundedQueue: ~Copyable, Sendable {
  /// Makes an empty, open queue for `capacity` elements.
  init(capacity: Int)

  /// Appends an element as soon as there is room.
  borrowing func put(_ element: QueueElement)

  /// Takes the first element as soon as there is one; nil if the queue is closed and empty.
  borrowing func take() -> QueueElement?

  /// Lets consumers end after they have taken the remaining elements; called once, after the last
  /// producer has ended.
  borrowing func close(consumers: Int)

  /// Opens a closed queue again, which is then empty; called while all threads are at rest.
  borrowing func open()
}

/// The elements of a queue in a ring, which only one thread may use at a time.
public struct ElementRing: BitwiseCopyable, @unchecked Sendable {
  @usableFromInline let elements: UnsafeMutablePointer<QueueElement>
  @usableFromInline let capacity: Int
  @usableFromInline var first = 0
  @usableFromInline var next = 0
  /// The number of elements.
  @usableFromInline var count = 0

  @inlinable
  init(capacity: Int) {
    precondition(capacity > 0)
    self.capacity = capacity
    elements = .makeAligned(repeating: QueueElement(), count: capacity)
  }

  @inlinable func free() { elements.deallocate() }

  @inlinable @inline(__always)
  mutating func append(_ element: QueueElement) {
    elements[next] = element
    next = next &+ 1 == capacity ? 0 : next &+ 1
    count &+= 1
  }

  @inlinable @inline(__always)
  mutating func removeFirst() -> QueueElement {
    let element = elements[first]
    first = first &+ 1 == capacity ? 0 : first &+ 1
    count &-= 1
    return element
  }
}

/// A rule, as a type: whether a woken thread checks its condition again.
public protocol WakeRule: Sendable {
  /// Whether a woken thread checks its condition again.
  static var looksAgain: Bool { get }
}

/// The rule that a woken thread checks its condition again, because another thread may have come
/// before it.
public enum WaitingInALoop: WakeRule {
  /// true: a woken thread checks its condition again.
  @inlinable public static var looksAgain: Bool { true }
}

/// A negative control, `if` in place of `while`: a woken thread continues without a second check.
public enum WaitingOnce: WakeRule {
  /// false: a woken thread does not check its condition again.
  @inlinable public static var looksAgain: Bool { false }
}

/// A ring behind a pthread mutex, with a condition variable for waiting producers and another for
/// waiting consumers.
///
/// Source: Hoare's bounded buffer (1974), with waits in a loop, which Lampson and Redell's signals
/// (1980) require.
public struct ConditionBoundedQueue<Rule: WakeRule>: BoundedQueue, ~Copyable {
  /// The shared state of the threads, on cache lines of its own.
  @usableFromInline
  struct Monitor {
    @usableFromInline var mutex = pthread_mutex_t()
    @usableFromInline var hasRoom = pthread_cond_t()
    @usableFromInline var hasElement = pthread_cond_t()
    @usableFromInline var ring: ElementRing
    @usableFromInline var isClosed = false

    @inlinable init(capacity: Int) { ring = ElementRing(capacity: capacity) }
  }

  @usableFromInline let monitor: CacheAligned<Monitor>

  /// Makes an empty queue.
  @inlinable
  public init(capacity: Int) {
    monitor = CacheAligned(Monitor(capacity: capacity))
    pthread_mutex_init(&monitor.pointer.pointee.mutex, nil)
    pthread_cond_init(&monitor.pointer.pointee.hasRoom, nil)
    pthread_cond_init(&monitor.pointer.pointee.hasElement, nil)
  }

  /// Waits for room, and wakes one consumer after the unlock, so that the consumer finds the mutex
  /// free.
  @inlinable @inline(__always)
  public borrowing func put(_ element: QueueElement) {
    let monitor = self.monitor.pointer
    pthread_mutex_lock(&monitor.pointee.mutex)
    while monitor.pointee.ring.count >= monitor.pointee.ring.capacity {
      pthread_cond_wait(&monitor.pointee.hasRoom, &monitor.pointee.mutex)
      if !Rule.looksAgain { break }
    }
    monitor.pointee.ring.append(element)
    pthread_mutex_unlock(&monitor.pointee.mutex)
    pthread_cond_signal(&monitor.pointee.hasElement)
  }

  /// Waits for an element, and wakes one producer after the unlock.
  @inlinable @inline(__always)
  public borrowing func take() -> QueueElement? {
    let monitor = self.monitor.pointer
    pthread_mutex_lock(&monitor.pointee.mutex)
    while monitor.pointee.ring.count <= 0 {
      if monitor.pointee.isClosed {
        pthread_mutex_unlock(&monitor.pointee.mutex)
        return nil
      }
      pthread_cond_wait(&monitor.pointee.hasElement, &monitor.pointee.mutex)
      if !Rule.looksAgain { break }
    }
    let element = monitor.pointee.ring.removeFirst()
    pthread_mutex_unlock(&monitor.pointee.mutex)
    pthread_cond_signal(&monitor.pointee.hasRoom)
    return element
  }

  /// Wakes every consumer.
  public borrowing func close(consumers: Int) {
    let monitor = self.monitor.pointer
    pthread_mutex_lock(&monitor.pointee.mutex)
    monitor.pointee.isClosed = true
    pthread_mutex_unlock(&monitor.pointee.mutex)
    pthread_cond_broadcast(&monitor.pointee.hasElement)
  }

  /// Empties the ring, in which ``WaitingOnce`` may have left elements.
  public borrowing func open() {
    let monitor = self.monitor.pointer
    pthread_mutex_lock(&monitor.pointee.mutex)
    monitor.pointee.isClosed = false
    monitor.pointee.ring.first = 0
    monitor.pointee.ring.next = 0
    monitor.pointee.ring.count = 0
    pthread_mutex_unlock(&monitor.pointee.mutex)
  }

  @inlinable
  deinit {
    monitor.pointer.pointee.ring.free()
    pthread_cond_destroy(&monitor.pointer.pointee.hasElement)
    pthread_cond_destroy(&monitor.pointer.pointee.hasRoom)
    pthread_mutex_destroy(&monitor.pointer.pointee.mutex)
  }
}

/// A ring with a semaphore for its free slots, a semaphore for its elements, and an exclusion for
/// the ring itself.
///
/// Source: Dijkstra, "Cooperating sequential processes" (1965).
public struct SemaphoreBoundedQueue<Exclusion: MutualExclusion & ~Copyable>: BoundedQueue, ~Copyable
where Exclusion.ThreadState == Void {
  @usableFromInline let places: DispatchSemaphore
  @usableFromInline let elements = DispatchSemaphore(value: 0)
  @usableFromInline let exclusion = Exclusion()
  @usableFromInline let ring: CacheAligned<ElementRing>

  /// Makes an empty queue.
  @inlinable
  public init(capacity: Int) {
    // Dispatch does not allow a semaphore to be freed while its value is below the initial value,
    // so the value starts at 0.
    places = DispatchSemaphore(value: 0)
    for _ in 0..<capacity { places.signal() }
    ring = CacheAligned(ElementRing(capacity: capacity))
  }

  /// Waits for a free slot.
  @inlinable @inline(__always)
  public borrowing func put(_ element: QueueElement) {
    places.wait()
    var state: Void = ()
    let ring = self.ring.pointer
    exclusion.exclusively(&state) { ring.pointee.append(element) }
    elements.signal()
  }

  /// Waits for an element.
  @inlinable @inline(__always)
  public borrowing func take() -> QueueElement? {
    elements.wait()
    var state: Void = ()
    var taken: QueueElement?
    let ring = self.ring.pointer
    // A signal of `close(consumers:)` brings no element.
    exclusion.exclusively(&state) {
      if ring.pointee.count > 0 { taken = ring.pointee.removeFirst() }
    }
    if taken != nil { places.signal() }
    return taken
  }

  /// Signals once for each consumer.
  public borrowing func close(consumers: Int) { for _ in 0..<consumers { elements.signal() } }

  /// Does nothing: each consumer has taken one of the signals of `close(consumers:)`.
  public borrowing func open() {}

  @inlinable deinit { ring.pointer.pointee.free() }
}
