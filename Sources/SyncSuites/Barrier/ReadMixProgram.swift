import BenchmarkModel
public import BenchmarkRunner
public import CSyncShims
public import SyncPrimitives
public import SyncWorkloads

/// Keeps a reader-writer primitive and its pair alive while the threads of a case use them.
@usableFromInline
final class ReadMixBox<Exclusion: ReaderWriterExclusion & ~Copyable>: Sendable {
  @usableFromInline let exclusion: Exclusion
  /// What a reader or a writer runs.
  @usableFromInline let section: PairSection
  private let pair: GuardedPair

  @usableFromInline
  init(workSteps: UInt64) {
    let pair = GuardedPair(copies: Exclusion.copies)
    section = pair.section(workSteps: workSteps)
    self.pair = pair
    exclusion = Exclusion()
    exclusion.takeOver(section)
  }

  /// The writes of a trial, nil where the pair's words differ; makes ready for the next.
  @usableFromInline
  func takeWrites() -> UInt64? {
    exclusion.putBack(section)
    let writes = pair.takeWrites()
    exclusion.takeOver(section)
    return writes
  }
}

/// Adds up what the threads of a read-mix saw, and checks it against the pair.
@usableFromInline
final class ReadMixCheck: Sendable {
  private let trial = MutexProtected(ReadMixTally())

  @usableFromInline init() {}

  /// Adds a thread's tally; its operations.
  @usableFromInline
  func add(_ tally: ReadMixTally) -> UInt64 {
    trial.withLock { trial in
      trial.reads &+= tally.reads
      trial.writes &+= tally.writes
      trial.tornReads &+= tally.tornReads
    }
    return tally.reads &+ tally.writes
  }

  /// Concludes a trial: `writes` is what the pair shows, nil where its words differ.
  @usableFromInline
  func conclude(writes: UInt64?) -> TrialConclusion {
    let tally = trial.withLock { trial in
      defer { trial = ReadMixTally() }
      return trial
    }
    return TrialConclusion(
      operations: tally.reads &+ tally.writes, violation: Self.violation(tally, writes: writes),
      observations: [("reads", Double(tally.reads)), ("writes", Double(tally.writes))])
  }

  private static func violation(_ tally: ReadMixTally, writes: UInt64?) -> String? {
    var faults: [String] = []
    if tally.tornReads > 0 {
      faults.append("\(tally.tornReads) of \(tally.reads) reads saw half a write")
    }
    if let writes {
      if writes < tally.writes {
        faults.append("lost \(tally.writes - writes) of \(tally.writes) writes")
      } else if writes > tally.writes {
        faults.append("more writes were done than asked for")
      }
    } else {
      faults.append("the words that every write changes together differ")
    }
    return faults.isEmpty ? nil : faults.joined(separator: "; ")
  }
}

/// The program of threads that each read and write until they are stopped.
@inlinable @inline(__always)
public func readMixProgram<Exclusion: ReaderWriterExclusion & ~Copyable>(
  _ context: CaseContext, _ type: Exclusion.Type
) -> TrialProgram {
  let permille = readPermille(of: context)
  return readerWriterProgram(context, type, readPermille: { _ in permille }, conclude: { $0 })
}

/// The program of one thread that writes and others that read until they are stopped.
@inlinable @inline(__always)
public func oneWriterProgram<Exclusion: ReaderWriterExclusion & ~Copyable>(
  _ context: CaseContext, _ type: Exclusion.Type
) -> TrialProgram {
  readerWriterProgram(
    context, type, readPermille: readPermilleOfOneWriter, conclude: withWriteShare)
}

/// The share of reads that a case asks for, in thousandths.
@usableFromInline
func readPermille(of context: CaseContext) -> UInt64 {
  UInt64(context.value("read-permille", default: 500))
}

/// Thread 0 writes, and the others read.
@usableFromInline
func readPermilleOfOneWriter(_ thread: Int) -> UInt64 { thread == 0 ? 0 : 1000 }

/// Adds the share that writes have of all operations, where there are any.
@usableFromInline
func withWriteShare(_ conclusion: TrialConclusion) -> TrialConclusion {
  var conclusion = conclusion
  let writes = conclusion.observations.first { $0.name == "writes" }
  if let writes, conclusion.operations > 0 {
    conclusion.observations.append(
      ("write-share", writes.value / Double(conclusion.operations)))
  }
  return conclusion
}

/// The program of threads of which each reads in its own share of its operations.
@inlinable @inline(__always)
func readerWriterProgram<Exclusion: ReaderWriterExclusion & ~Copyable>(
  _ context: CaseContext, _ type: Exclusion.Type,
  readPermille: @escaping @Sendable (_ thread: Int) -> UInt64,
  conclude: @escaping @Sendable (TrialConclusion) -> TrialConclusion
) -> TrialProgram {
  let box = ReadMixBox<Exclusion>(workSteps: context.workSteps("inside"))
  let check = ReadMixCheck()
  let seed = context.seed
  return TrialProgram(threadCount: context.value("threads", default: 1)) { thread in
    let tally = readMixLoop(
      box.exclusion, on: box.section, until: thread.stop,
      readPermille: readPermille(thread.index),
      seed: sync_mix_index(seed &+ UInt64(thread.index)))
    return check.add(tally)
  } conclude: { _ in
    conclude(check.conclude(writes: box.takeWrites()))
  }
}
