import CSyncShims

// Many children at once and all of their answers: fan-out and fan-in, round after round.

/// What every child does: its thread tallies the index, and its answer is the index's mix.
///
/// Not inlined, so that no thread's tally is held across a suspension.
@inline(never)
private func tallyIndex(_ index: UInt64) -> UInt64 {
  sync_tally_index(index)
  return sync_mix_index(index)
}

/// Starts so many children in a group a round and adds up their answers.
///
/// - Parameter expected: What the answers of a round must add up to.
@inline(never)
public func groupFanOutLoop(tasks: UInt64, operations: UInt64, expected: UInt64) async -> TaskTally
{
  var tally = TaskTally()
  while tally.operations < operations {
    let sum = await withTaskGroup(of: UInt64.self, returning: UInt64.self) { group in
      for index in 0..<tasks { group.addTask { tallyIndex(index) } }
      var sum: UInt64 = 0
      for await answer in group { sum &+= answer }
      return sum
    }
    if sum != expected { tally.faults &+= 1 }
    tally.operations &+= tasks
  }
  return tally
}

/// Starts so many children a round in a group that keeps no answers, and waits for it to be empty.
///
/// - Parameter expected: What the mixes of a round's indices add up to.
@inline(never)
public func discardingFanOutLoop(
  tasks: UInt64, operations: UInt64, expected: UInt64
) async -> TaskTally {
  await tallyRounds(tasks: tasks, operations: operations, expected: expected) {
    await withDiscardingTaskGroup { group in
      for index in 0..<tasks { group.addTask { _ = tallyIndex(index) } }
    }
  }
}

/// Runs rounds of children without answers, and looks after each at what the threads have tallied.
///
/// A look at each thread's tally a round, and nothing in a child: a child that ends after its round is a
/// fault, and stays one though it ends before the trial does.
func tallyRounds(
  tasks: UInt64, operations: UInt64, expected: UInt64, _ round: () async -> Void
) async -> TaskTally {
  var tally = TaskTally()
  var before = sync_read_tallies()
  while tally.operations < operations {
    await round()
    let after = sync_read_tallies()
    let isWhole =
      after.count &- before.count == tasks && after.mix_sum &- before.mix_sum == expected
    if !isWhole { tally.faults &+= 1 }
    before = after
    tally.operations &+= tasks
  }
  return tally
}

/// Starts so many unstructured tasks a round and awaits one after the other, adding up their answers.
@inline(never)
public func unstructuredFanOutLoop(
  tasks: UInt64, operations: UInt64, expected: UInt64
) async -> TaskTally {
  var tally = TaskTally()
  while tally.operations < operations {
    let started = (0..<tasks).map { index in Task { tallyIndex(index) } }
    var sum: UInt64 = 0
    for task in started { sum &+= await task.value }
    if sum != expected { tally.faults &+= 1 }
    tally.operations &+= tasks
  }
  return tally
}
