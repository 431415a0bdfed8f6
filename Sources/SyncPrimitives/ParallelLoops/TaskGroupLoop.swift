import Dispatch

/// A task group: a child task an index, by a task of medium priority that the calling thread waits for.
///
/// The calling thread does no index itself. Its width is the concurrency pool's, which is as wide as
/// the affinity mask was when the process began.
public struct TaskGroupLoop: ParallelLoop {
  /// Makes one.
  @inlinable public init(width: Int) {}

  /// Adds a child task for each index and blocks until the group has ended.
  @inlinable @inline(__always)
  public func run(iterations: Int, _ body: @Sendable (Int) -> Void) {
    BorrowedBody.lend(body) { runTaskGroup(iterations: iterations, $0) }
  }
}

/// Runs a body in a task group's children and waits for them.
@usableFromInline
func runTaskGroup(iterations: Int, _ body: BorrowedBody) {
  let done = DispatchGroup()
  done.enter()
  Task(priority: .medium) {
    await withTaskGroup(of: Void.self) { group in
      for index in 0..<iterations { group.addTask { body(index) } }
    }
    done.leave()
  }
  done.wait()
}
