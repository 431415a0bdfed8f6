public import Dispatch

/// A `DispatchGroup` as a meeting point: all leave it, and wait until the last one has.
///
/// A group that is used again must first be entered again, by all threads and when none waits for it any more. So
/// there are three, in turn: in episode e all leave group e; a thread that has come through it knows that all have
/// left the waiting for group e - 1, and enters that one for episode e + 2. A thread that leaves a group in
/// episode e + 2 has come through e + 1, to which each of the others came only after it had entered.
public struct DispatchGroupMeeting: Rendezvous, ~Copyable {
  @usableFromInline let parties: Int
  @usableFromInline let groups: [DispatchGroup]
  /// Which of the groups is next, as each party knows for itself.
  @usableFromInline let turns: PartyCells<Int>

  /// Makes a meeting point for `parties` threads.
  public init(parties: Int) {
    self.parties = parties
    groups = (0..<3).map { _ in DispatchGroup() }
    turns = PartyCells(parties: parties, 0)
    for group in groups.prefix(2) {
      for _ in 0..<parties { group.enter() }
    }
  }

  /// Where the party keeps which group is next.
  public borrowing func makeThreadState() -> UnsafeMutablePointer<Int> { turns.take().cell }

  /// Leaves this episode's group, waits for it, and enters that of the episode before.
  @inlinable @inline(__always)
  public borrowing func arrive(_ state: inout UnsafeMutablePointer<Int>) {
    let turn = state.pointee
    groups[turn].leave()
    groups[turn].wait()
    groups[turn == 0 ? 2 : turn &- 1].enter()
    state.pointee = turn == 2 ? 0 : turn &+ 1
  }

  // Dispatch ends a process that frees a group that a thread has entered and not left.
  deinit {
    let turn = turns.cells[0].pointee
    for group in [groups[turn], groups[(turn + 1) % 3]] {
      for _ in 0..<parties { group.leave() }
    }
  }
}
