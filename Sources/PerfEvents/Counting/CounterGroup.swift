/// Events that the kernel counts and reads together.
///
/// They share one enabled and one running time, those of the leader.
struct CounterGroup {
  struct Member {
    /// Which of the events asked for.
    var event: Int
    /// What the group's reading calls it.
    var id: UInt64
  }

  let leader: Int32
  /// In which turn it counts; nil where it counts in all.
  let turn: Int?
  /// All that must be closed, the leader first.
  var descriptors: [Int32]
  var members: [Member] = []

  init(leader: Int32, turn: Int? = nil) {
    self.leader = leader
    self.turn = turn
    descriptors = [leader]
  }

  /// How many 64-bit words a reading has: events, enabled, running, and a value and an id for each.
  var wordCount: Int { 3 + 2 * descriptors.count }
}
