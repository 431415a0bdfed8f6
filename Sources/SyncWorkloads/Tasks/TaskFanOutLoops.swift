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
@inline(never)
public func discardingFanOutLoop(tasks: UInt64, operations: UInt64) async -> TaskTally {
  var tally = TaskTally()
  while tally.operations < operations {
    await withDiscardingTaskGroup { group in
      for index in 0..<tasks { group.addTask { _ = tallyIndex(index) } }
    }
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
