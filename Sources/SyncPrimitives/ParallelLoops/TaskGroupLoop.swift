import Dispatch

/// A task group with a child task for each index, in a task of medium priority for which the
/// calling thread waits.
///
/// The calling thread runs no index itself. The width is that of the concurrency pool: the number
/// of CPUs in the affinity mask when the process began.
public struct TaskGroupLoop: ParallelLoop {
  /// Makes an engine; the parameter `width` is not used.
  @inlinable public init(width: Int) {}

  /// Adds a child task for each index and blocks until the group has ended.
  @inlinable @inline(__always)
  public func run(iterations: Int, _ body: @Sendable (Int) -> Void) {
    BorrowedBody.lend(body) { runTaskGroup(iterations: iterations, $0) }
  }
}

/// Runs a body in a task group's children and waits for the children.
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
