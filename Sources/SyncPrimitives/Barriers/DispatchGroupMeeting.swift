public import Dispatch

/// A meeting point of threads, each of which leaves a `DispatchGroup` and then waits for the group.
///
/// Before a group is used again, all threads must enter it again, and a thread may enter only when
/// no thread waits for the group any more. So three groups are used in turn: in episode e, which is
/// the meeting number e, all threads leave group e modulo 3. A thread that has passed episode e
/// knows that no thread waits for the group of episode e - 1 any more, and enters that group for
/// episode e + 2. Before a thread leaves the group in episode e + 2, it has passed episode e + 1,
/// at which every other thread arrived only after entering the group. So no thread leaves the group
/// before all have entered.
public struct DispatchGroupMeeting: Rendezvous, ~Copyable {
  @usableFromInline let parties: Int
  @usableFromInline let groups: [DispatchGroup]
  /// The index of the next group, which each party keeps for itself.
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

  /// Takes the cell in which the party keeps the index of its next group.
  public borrowing func makeThreadState() -> UnsafeMutablePointer<Int> { turns.take().cell }

  /// Leaves this episode's group, waits for it, and enters the group of the previous episode.
  @inlinable @inline(__always)
  public borrowing func arrive(_ state: inout UnsafeMutablePointer<Int>) {
    let turn = state.pointee
    groups[turn].leave()
    groups[turn].wait()
    groups[turn == 0 ? 2 : turn &- 1].enter()
    state.pointee = turn == 2 ? 0 : turn &+ 1
  }

  // Leaves, for every party, the two groups that it has entered, because Dispatch ends a process
  // that frees a group before all have left the group.
  deinit {
    let turn = turns.cells[0].pointee
    for group in [groups[turn], groups[(turn + 1) % 3]] {
      for _ in 0..<parties { group.leave() }
    }
  }
}
