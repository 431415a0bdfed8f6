import SyncPrimitives

/// A serial queue that runs a batch backwards, once it is waited for.
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

/// A queue of items that may run together, and each of which runs twice.
struct RunsTwice: QueueForm, ~Copyable {
  static var excludes: Bool { false }

  borrowing func submit(_ item: UnsafeMutablePointer<QueueItem>, _ waiter: Void) {
    runItem(item)
    runItem(item)
  }
}

/// A serial queue that loses every fourth item of a submitter, and runs the one before it again instead:
/// the total is as it should be.
struct SwapsEveryFourth: QueueForm, ~Copyable {
  static var excludes: Bool { true }
  static var batch: Int { 256 }

  borrowing func submit(_ item: UnsafeMutablePointer<QueueItem>, _ waiter: Void) {
    runItem(item.pointee.number % 4 == 3 ? item - 1 : item)
  }
}

/// A serial queue that loses every third item of a submitter.
struct LosesEveryThird: QueueForm, ~Copyable {
  static var excludes: Bool { true }

  borrowing func submit(_ item: UnsafeMutablePointer<QueueItem>, _ waiter: Void) {
    if item.pointee.number % 3 != 2 { runItem(item) }
  }
}
