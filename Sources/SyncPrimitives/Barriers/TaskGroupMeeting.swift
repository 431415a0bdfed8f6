/// A meeting point of tasks: each episode has a new `TaskGroup`, with a new task for each party.
///
/// The type is not a ``Rendezvous``, because a task that waited for other tasks would keep a thread
/// of the pool from them. Instead, the tasks meet by ending.
public struct TaskGroupMeeting: Sendable {
  @usableFromInline let parties: Int

  /// Makes a meeting of `parties` tasks.
  public init(parties: Int) { self.parties = parties }

  /// Runs one episode: `body` for each party in a task of its own, until all tasks have ended.
  @inlinable
  public func meet(_ body: @escaping @Sendable (_ party: Int) -> Void) async {
    await withTaskGroup(of: Void.self) { group in
      for party in 0..<parties {
        group.addTask { body(party) }
      }
    }
  }
}
