/// Events that the kernel counts and reads together.
///
/// All events of a group share the enabled and the running time of its leader, the event that was
/// opened first.
struct CounterGroup {
  struct Member {
    /// The index of the event among the events asked for.
    var event: Int
    /// The event's id in the group's reading.
    var id: UInt64
  }

  let leader: Int32
  /// The index of the group's turn (a set of events that count at the same time); nil if the group
  /// counts in all turns.
  let turn: Int?
  /// The descriptors to close, the leader's first.
  var descriptors: [Int32]
  var members: [Member] = []

  init(leader: Int32, turn: Int? = nil) {
    self.leader = leader
    self.turn = turn
    descriptors = [leader]
  }

  /// The number of 64-bit words in a reading: the number of events, the time enabled, the time
  /// running, and a value and an id for each event.
  var wordCount: Int { 3 + 2 * descriptors.count }
}
