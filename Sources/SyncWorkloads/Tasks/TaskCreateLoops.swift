import CSyncShims
public import SyncPrimitives

// One task after another, each awaited before the next: what a task costs from its creation to its
// answer. A loop of its own for each way, for the ways differ in what the language makes of them and not in
// what is called.

/// What every task does: it counts itself and answers with its number.
@inline(__always)
private func countSelf(_ count: WordReference, _ number: UInt64) -> UInt64 {
  incrementGuarded(count.pointer, workSteps: 0)
  return number
}

/// The same as an asynchronous function that is called and no task.
@inline(never)
private func countSelfLater(_ count: WordReference, _ number: UInt64) async -> UInt64 {
  countSelf(count, number)
}

/// Awaits an asynchronous function a turn: the floor, for no task is made.
@inline(never)
public func asyncCallLoop(_ count: WordReference, operations: UInt64) async -> TaskTally {
  var tally = TaskTally()
  while tally.operations < operations {
    let answer = await countSelfLater(count, tally.operations)
    tally.note(answer)
  }
  return tally
}

/// Makes a child by `async let` a turn, and awaits it.
@inline(never)
public func asyncLetLoop(_ count: WordReference, operations: UInt64) async -> TaskTally {
  var tally = TaskTally()
  while tally.operations < operations {
    let number = tally.operations
    async let child = countSelf(count, number)
    let answer = await child
    tally.note(answer)
  }
  return tally
}

/// Adds a child to the one group a turn, and takes its answer.
@inline(never)
public func groupChildLoop(_ count: WordReference, operations: UInt64) async -> TaskTally {
  await withTaskGroup(of: UInt64.self, returning: TaskTally.self) { group in
    var tally = TaskTally()
    while tally.operations < operations {
      let number = tally.operations
      group.addTask { countSelf(count, number) }
      let answer = await group.next()
      tally.note(answer)
    }
    return tally
  }
}

/// Makes an unstructured task a turn, which inherits the priority and the task-local values, and awaits it.
@inline(never)
public func unstructuredLoop(_ count: WordReference, operations: UInt64) async -> TaskTally {
  var tally = TaskTally()
  while tally.operations < operations {
    let number = tally.operations
    let answer = await Task { countSelf(count, number) }.value
    tally.note(answer)
  }
  return tally
}

/// Makes a detached task a turn, which inherits nothing, and awaits it.
@inline(never)
public func detachedLoop(_ count: WordReference, operations: UInt64) async -> TaskTally {
  var tally = TaskTally()
  while tally.operations < operations {
    let number = tally.operations
    let answer = await Task.detached { countSelf(count, number) }.value
    tally.note(answer)
  }
  return tally
}
