import BenchmarkRunner
import SyncPrimitives
import SyncWorkloads

/// The program of one task that calls an actor's method again and again.
func hopProgram(
  _ loop: @escaping @Sendable (_ counter: ActorCounter, _ operations: UInt64) async -> TaskTally
) -> TrialProgram {
  let counter = ActorCounter()
  let check = CounterCheck()
  return taskProgram(check: { check.conclude($0, total: counter.total()) }) {
    await loop(counter, $0)
  }
}

/// The program of one task that calls a method of the main actor's again and again.
///
/// In a worker the first thread is the team's leader, and main is synchronous: nobody else would run the
/// main queue. So the leader does, in a run loop, until the task says that it is through.
func mainActorProgram() -> TrialProgram {
  let counter = MainActorCounter()
  let check = CounterCheck()
  let trial = TaskTrial()
  return TrialProgram(threadCount: 1) { thread in
    let done = trial.run(asking: thread.operations) {
      await mainActorLoop(counter, operations: $0)
    }
    // A task of its own: the way to the end is no operation.
    _ = runTask {
      await counter.end()
      return TaskTally()
    }
    return done
  } conclude: { operations in
    let strays = counter.takeStrays()
    var conclusion = trial.conclude(check.conclude(operations, total: counter.total()))
    if conclusion.violation == nil, strays > 0 {
      conclusion.violation = "\(strays) calls were not run by the thread of the main queue"
    }
    return conclusion
  }.led { counter.runMainQueue() }
}
