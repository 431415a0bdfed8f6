import BenchmarkRunner
import SyncPrimitives
import SyncWorkloads

/// What a thread found of its word in a trial.
struct LocalTally: Sendable {
  /// By how much the word has grown.
  var grown: UInt64 = 0
  /// Why there is no word, as an error's number; 0 where there is one.
  var status: Int32 = 0
}

/// Keeps a way to a word, and what came of it, for the closures of a program.
final class LocalBox<Word: LocalWord & ~Copyable>: Sendable {
  let local = Word()
  let tally = MutexProtected(LocalTally())
}

/// Checks that every addition went to the same word, which nobody else wrote to.
func concludeLocal(_ tally: LocalTally, _ operations: [UInt64]) -> TrialConclusion {
  let done = operations.reduce(0, &+)
  var conclusion = TrialConclusion(operations: done)
  if tally.status != 0 {
    conclusion.refusal = "there is no word: \(errorWords(tally.status))"
  } else if tally.grown != done {
    conclusion.violation = "the word has grown by \(tally.grown) in \(done) additions"
  }
  return conclusion
}

/// The program of a thread that finds a word and adds to it, again and again.
@inline(__always)
func threadLocalProgram<Word: LocalWord & ~Copyable>(_ type: Word.Type) -> TrialProgram {
  let box = LocalBox<Word>()
  return TrialProgram(threadCount: 1) { thread in
    var tally = LocalTally(status: box.local.makeReady())
    if tally.status == 0 {
      tally.grown = localLoop(box.local, operations: thread.operations)
    }
    box.tally.withLock { $0 = tally }
    return thread.operations
  } conclude: { operations in
    concludeLocal(box.tally.withLock { $0 }, operations)
  }
}

/// The same in a Swift task, for which the word is bound once a trial.
func taskLocalProgram() -> TrialProgram {
  let word = CountedWord()
  let box = LocalBox<TaskLocalWord>()
  let trial = TaskTrial()
  return TrialProgram(threadCount: 1) { thread in
    trial.run(asking: thread.operations) { operations in
      let grown = TaskLocalWord.binding(word.reference) {
        localLoop(box.local, operations: operations)
      }
      box.tally.withLock { $0 = LocalTally(grown: grown) }
      return TaskTally(operations: operations)
    }
  } conclude: { operations in
    trial.conclude(concludeLocal(box.tally.withLock { $0 }, operations))
  }
}
