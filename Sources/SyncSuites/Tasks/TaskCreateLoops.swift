import CSyncShims
import SyncPrimitives

// The next loops await each task before they make another task, so they show the cost of a task
// from its creation to its answer. Each way to make a task has a loop of its own, because the ways
// differ in the compiled code and not in a called function.

/// Counts a task and answers with its number, which is the work of every task.
@inline(__always)
private func countSelf(_ count: WordReference, _ number: UInt64) -> UInt64 {
  incrementGuarded(count.pointer, workSteps: 0)
  return number
}

/// Does the work of a task as an asynchronous function, without a task.
@inline(never)
private func countSelfLater(_ count: WordReference, _ number: UInt64) async -> UInt64 {
  countSelf(count, number)
}

/// Awaits an asynchronous function for each operation: a lower bound, because no task is made.
@inline(never)
func asyncCallLoop(_ count: WordReference, operations: UInt64) async -> TaskTally {
  var tally = TaskTally()
  while tally.operations < operations {
    let answer = await countSelfLater(count, tally.operations)
    tally.note(answer)
  }
  return tally
}

/// Makes a child by `async let` for each operation, and awaits the child.
@inline(never)
func asyncLetLoop(_ count: WordReference, operations: UInt64) async -> TaskTally {
  var tally = TaskTally()
  while tally.operations < operations {
    let number = tally.operations
    async let child = countSelf(count, number)
    let answer = await child
    tally.note(answer)
  }
  return tally
}

/// Adds a child for each operation, always to the same group, and takes the child's answer.
@inline(never)
func groupChildLoop(_ count: WordReference, operations: UInt64) async -> TaskTally {
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

/// Makes an unstructured task for each operation, which inherits the priority and the task-local
/// values, and awaits the task.
@inline(never)
func unstructuredLoop(_ count: WordReference, operations: UInt64) async -> TaskTally {
  var tally = TaskTally()
  while tally.operations < operations {
    let number = tally.operations
    let answer = await Task { countSelf(count, number) }.value
    tally.note(answer)
  }
  return tally
}

/// Makes a detached task for each operation, which inherits nothing, and awaits the task.
@inline(never)
func detachedLoop(_ count: WordReference, operations: UInt64) async -> TaskTally {
  var tally = TaskTally()
  while tally.operations < operations {
    let number = tally.operations
    let answer = await Task.detached { countSelf(count, number) }.value
    tally.note(answer)
  }
  return tally
}

// The next loops start many children together and await all answers, round after round.

/// Does the work of every child: the thread tallies the index, and the answer is the index's hash.
///
/// The function is not inlined, so that no code keeps the address of a thread's tally across a
/// suspension, after which another thread may run the task.
@inline(never)
private func tallyIndex(_ index: UInt64) -> UInt64 {
  sync_tally_index(index)
  return sync_mix_index(index)
}

/// Starts `tasks` children in a group for each round and adds up their answers.
///
/// - Parameter expected: The sum that the answers of a round must have.
@inline(never)
func groupFanOutLoop(tasks: UInt64, operations: UInt64, expected: UInt64) async -> TaskTally {
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

/// Starts `tasks` children for each round in a group that keeps no answers, and waits until the
/// group is empty.
///
/// - Parameter expected: The sum of the hashes of a round's indices.
@inline(never)
func discardingFanOutLoop(
  tasks: UInt64, operations: UInt64, expected: UInt64
) async -> TaskTally {
  await tallyRounds(tasks: tasks, operations: operations, expected: expected) {
    await withDiscardingTaskGroup { group in
      for index in 0..<tasks { group.addTask { _ = tallyIndex(index) } }
    }
  }
}

/// Runs rounds of children without answers, and checks the tallies of the threads after each round.
///
/// The check reads each thread's tally once a round, and adds nothing to a child. A child that ends
/// after its round is a fault, even if the child ends within the trial.
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

/// Starts `tasks` unstructured tasks for each round, awaits one after the other, and adds up their
/// answers.
@inline(never)
func unstructuredFanOutLoop(
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

/// Takes the elements that another task yields to an `AsyncStream` as fast as it can, and checks
/// that each element is the next number.
///
/// The stream's buffer has no bound, so no element is dropped. A slower consumer makes the buffer
/// grow.
@inline(never)
func streamLoop(operations: UInt64) async -> TaskTally {
  let (stream, continuation) = AsyncStream.makeStream(of: UInt64.self)
  let producer = Task {
    for number in 0..<operations { continuation.yield(number) }
    continuation.finish()
  }
  var tally = TaskTally()
  for await element in stream { tally.note(element) }
  await producer.value
  return tally
}

/// Yields a number to another task and awaits its echo, through a stream each way.
///
/// Each operation is a round trip, and at most one element is on its way.
@inline(never)
func streamTurnsLoop(operations: UInt64) async -> TaskTally {
  let (questions, asking) = AsyncStream.makeStream(of: UInt64.self)
  let (echoes, answering) = AsyncStream.makeStream(of: UInt64.self)
  let partner = Task {
    for await question in questions { answering.yield(question) }
    answering.finish()
  }
  var tally = TaskTally()
  var iterator = echoes.makeAsyncIterator()
  while tally.operations < operations {
    asking.yield(tally.operations)
    let echo = await iterator.next()
    tally.note(echo)
  }
  asking.finish()
  await partner.value
  return tally
}
