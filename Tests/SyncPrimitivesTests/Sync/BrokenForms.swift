import SyncPrimitives

/// A broken serial queue that runs a batch backwards when a thread waits for the batch.
struct RunsBackwards: QueueForm, ~Copyable {
  private let kept = MutexProtected<[UnsafeMutablePointer<QueueItem>]>([])

  static var excludes: Bool { true }
  static var batch: Int { 4 }

  borrowing func submit(_ item: UnsafeMutablePointer<QueueItem>, _ waiter: Void) {
    kept.withLock { $0.append(item) }
  }

  borrowing func finish(_ waiter: Void) {
    kept.withLock { items in
      for item in items.reversed() { runItem(item) }
      items = []
    }
  }
}

/// A broken concurrent queue that runs each item twice.
struct RunsTwice: QueueForm, ~Copyable {
  static var excludes: Bool { false }

  borrowing func submit(_ item: UnsafeMutablePointer<QueueItem>, _ waiter: Void) {
    runItem(item)
    runItem(item)
  }
}

/// A broken serial queue that runs the previous item again in place of every fourth item of a
/// submitter, so the total is correct.
struct SwapsEveryFourth: QueueForm, ~Copyable {
  static var excludes: Bool { true }
  static var batch: Int { 256 }

  borrowing func submit(_ item: UnsafeMutablePointer<QueueItem>, _ waiter: Void) {
    runItem(item.pointee.number % 4 == 3 ? item - 1 : item)
  }
}

/// A broken serial queue that loses every third item of a submitter.
struct LosesEveryThird: QueueForm, ~Copyable {
  static var excludes: Bool { true }

  borrowing func submit(_ item: UnsafeMutablePointer<QueueItem>, _ waiter: Void) {
    if item.pointee.number % 3 != 2 { runItem(item) }
  }
}
