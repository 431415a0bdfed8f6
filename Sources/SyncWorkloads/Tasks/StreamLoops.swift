/// Takes what another task yields to an `AsyncStream` as fast as it can: each element must be the next
/// number.
///
/// The stream's buffer has no bound, so none is dropped: where the consumer is slower, it grows.
@inline(never)
public func streamLoop(operations: UInt64) async -> TaskTally {
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

/// Yields a number to another task and awaits its echo, through a stream each way: a round trip a turn, and
/// never more than one element on its way.
@inline(never)
public func streamTurnsLoop(operations: UInt64) async -> TaskTally {
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
