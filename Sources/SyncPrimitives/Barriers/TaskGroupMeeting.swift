/// Tasks that meet at the end of a `TaskGroup`: in each episode the group starts one for every party, and
/// ends when all have.
///
/// No ``Rendezvous``, because a task that waited for others would keep a thread of the pool from them: tasks
/// meet by ending.
public struct TaskGroupMeeting: Sendable {
  @usableFromInline let parties: Int

  /// Makes a meeting of `parties` tasks.
  public init(parties: Int) { self.parties = parties }

  /// One episode: runs `body` for each party in a task of its own, and returns when all have ended.
  @inlinable
  public func meet(_ body: @escaping @Sendable (_ party: Int) -> Void) async {
    await withTaskGroup(of: Void.self) { group in
      for party in 0..<parties {
        group.addTask { body(party) }
      }
    }
  }
}
