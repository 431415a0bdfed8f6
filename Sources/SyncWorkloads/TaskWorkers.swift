import Dispatch

/// Runs `body` in so many Swift tasks of medium priority, each with its number, and returns when all have
/// ended.
///
/// For a thread outside of the concurrency pool, which it blocks.
public func runTasks(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let group = DispatchGroup()
  for number in 0..<count {
    group.enter()
    Task(priority: .medium) {
      body(number)
      group.leave()
    }
  }
  group.wait()
}
