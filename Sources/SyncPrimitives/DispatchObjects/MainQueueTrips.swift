import CSyncShims
import Dispatch
import Foundation

/// A way for a thread of the pool to have the main queue count, and to go on when it has.
public protocol MainQueueTrip: Sendable {
  /// Whether it must be the thread that runs the main queue which counts.
  static var isMain: Bool { get }

  /// Makes one.
  init()

  /// Makes so many trips, one after the other, from threads of the pool, and then does what is left.
  func run(_ trips: UInt64, _ counter: MainActorCounter, then: @escaping @Sendable () -> Void)
}

extension MainQueueTrip {
  /// It must.
  public static var isMain: Bool { true }
}

/// A queue that hands an item on, as a type: the main one, or what stands beside it or in for it.
public protocol MainQueueForm: Sendable {
  /// Whether its items must run on the thread that runs the main queue.
  static var isMain: Bool { get }

  /// Makes one that is idle.
  init()

  /// Puts an item on the queue.
  func submit(_ item: @escaping @Sendable () -> Void)
}

extension MainQueueForm {
  /// They must.
  public static var isMain: Bool { true }
}

/// `DispatchQueue.main.async`.
public struct MainQueueAsync: MainQueueForm {
  /// It is there.
  public init() {}

  /// Submits a closure.
  public func submit(_ item: @escaping @Sendable () -> Void) {
    DispatchQueue.main.async(execute: item)
  }
}

/// `OperationQueue.main.addOperation`.
public struct MainOperationQueue: MainQueueForm {
  /// It is there.
  public init() {}

  /// Adds an operation of a closure.
  public func submit(_ item: @escaping @Sendable () -> Void) {
    OperationQueue.main.addOperation(item)
  }
}

/// `async` on a private serial queue, which a thread of the pool runs: what the main queue is compared with.
public struct PrivateQueueAsync: MainQueueForm {
  private let queue = DispatchQueue(label: "syncbench.private")

  /// They run on the pool's.
  public static var isMain: Bool { false }

  /// Makes an idle queue.
  public init() {}

  /// Submits a closure.
  public func submit(_ item: @escaping @Sendable () -> Void) { queue.async(execute: item) }
}

/// A negative control: a global queue in place of the main one keeps no order, and is no one thread's.
public struct GlobalQueueAsync: MainQueueForm {
  /// It is there.
  public init() {}

  /// Submits a closure.
  public func submit(_ item: @escaping @Sendable () -> Void) {
    DispatchQueue.global().async(execute: item)
  }
}

/// An item there, which submits another to a global queue, and so on.
public struct AsyncTrip<Form: MainQueueForm>: MainQueueTrip {
  private let form = Form()
  /// As its items.
  public static var isMain: Bool { Form.isMain }
  private let pool = DispatchQueue.global()

  /// Makes an idle queue.
  public init() {}

  /// Begins on a thread of the pool.
  public func run(
    _ trips: UInt64, _ counter: MainActorCounter, then: @escaping @Sendable () -> Void
  ) {
    pool.async { step(trips, counter, then) }
  }

  private func step(
    _ left: UInt64, _ counter: MainActorCounter, _ then: @escaping @Sendable () -> Void
  ) {
    guard left > 0 else { return then() }
    form.submit {
      counter.count()
      pool.async { step(left - 1, counter, then) }
    }
  }
}

/// `DispatchQueue.main.sync` from a thread of the pool, which waits for it.
public struct MainSyncTrip: MainQueueTrip {
  /// It is there.
  public init() {}

  /// Calls from one thread of the pool.
  public func run(
    _ trips: UInt64, _ counter: MainActorCounter, then: @escaping @Sendable () -> Void
  ) {
    DispatchQueue.global().async {
      for _ in 0..<trips { DispatchQueue.main.sync { counter.count() } }
      then()
    }
  }
}

/// A task that awaits a method of the main actor's.
public struct MainActorTrip: MainQueueTrip {
  /// It is there.
  public init() {}

  /// Awaits in one task.
  public func run(
    _ trips: UInt64, _ counter: MainActorCounter, then: @escaping @Sendable () -> Void
  ) {
    Task.detached(priority: .medium) {
      for _ in 0..<trips { await counter.increment() }
      then()
    }
  }
}

/// What the items of bursts note on the queue that runs them: their order, and how late they began.
public final class BurstRecord: @unchecked Sendable {
  private let next = CacheAligned<UInt64>(0)
  private let disorder = CacheAligned<UInt64>(0)

  /// Nothing has run.
  public init() {}

  /// Notes an item by its number, from 0: the one that must come now, or another.
  public func note(_ number: UInt64) {
    let expected = sync_word_read(next.pointer)
    if number != expected {
      sync_word_write(disorder.pointer, sync_word_read(disorder.pointer) &+ 1)
    }
    sync_word_write(next.pointer, expected &+ 1)
  }

  /// How many items have run.
  public var count: UInt64 { sync_word_read(next.pointer) }

  /// How many items ran, and how many of them where another should have; begins again.
  public func take() -> (runs: UInt64, disorder: UInt64) {
    defer {
      sync_word_write(next.pointer, 0)
      sync_word_write(disorder.pointer, 0)
    }
    return (count, sync_word_read(disorder.pointer))
  }
}
